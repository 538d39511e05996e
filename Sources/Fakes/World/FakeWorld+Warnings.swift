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
    return tooMany + vain + plan.fields.compactMap(unheeded)
  }

  /// What was said of what a field does, where the world has nothing to do it with.
  private func unheeded(_ field: FieldPlan) -> String? {
    guard let rule = field.rule else { return nil }
    let place = "\(field.owner.type.name).\(field.name)"
    if let action = rule.action, action.verb != .none, case .unknown = plan.mutation(field).action {
      let type = action.type ?? ""
      return plan.plan(type)?.isEntity == false
        ? "What \(place) is said to do changes nothing: \(type) has no objects of its own. Say its key or its population as well."
        : "What \(place) is said to do changes nothing: no argument says which objects are meant. Say it with \"arguments\"."
    }
    if rule.isViewer == true, field.role != .viewer {
      return
        "\(place) is said to show whoever asks, which changes nothing: \(field.named.name) has no objects of its own. Say its key or its population as well."
    }
    guard let follows = rule.follows, !follows.isEmpty else { return nil }
    switch field.role {
    case .linkKey, .membership, .meta: return nil
    default: return "That \(place) follows \(follows) changes nothing: it is no link between objects of the world."
    }
  }
}
