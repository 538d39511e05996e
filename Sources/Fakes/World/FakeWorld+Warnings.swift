import GraphQLSchema

extension FakeWorld {
  /// What was said and cannot be, though nothing is wrong with it by itself.
  package var warnings: [String] {
    let tooMany = plan.sizes.bounded.map { type, asked in
      "The rules ask for \(FakeText.grouped(asked)) objects of \(type); at most \(FakeText.grouped(FakeRules.maximumPopulation)) of a type are made."
    }
    let vain = plan.fields.compactMap { field -> String? in
      guard field.rule?.saysValues == true else { return nil }
      let place = "\(field.owner.type.name).\(field.name)"
      return switch field.role {
      case .key: "What is said of the values of \(place) changes nothing: it tells the objects apart."
      case .count(let list):
        "What is said of the values of \(place) changes nothing: it counts \(plan.fields[list].name). Say \"counts: none\" of it as well."
      default: nil
      }
    }
    return tooMany + vain
  }
}
