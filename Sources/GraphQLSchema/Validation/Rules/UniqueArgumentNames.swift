import GraphQLLanguage

extension ValidationRule {
  /// Forbids repeated arguments (section 5.4.2 "Argument Uniqueness").
  static let uniqueArgumentNames = ValidationRule("UniqueArgumentNames") { context, visitor in
    let check: ([Argument]) -> Void = { arguments in
      for (name, places) in repeated(arguments.map(\.name)) {
        context.report("There can be only one argument named \"\(name)\".", at: places)
      }
    }
    visitor.enterField.append { check($0.arguments) }
    visitor.enterDirective.append { directive, _ in check(directive.arguments) }
  }

  /// Returns the repeated names in order of first occurrence, with all their places.
  static func repeated(_ names: [Name]) -> [(name: String, places: [Place])] {
    guard names.count > 1 else { return [] }
    var groups: [(name: String, places: [Place])] = []
    var index: [String: Int] = [:]
    for name in names {
      if let known = index[name.text] {
        groups[known].places.append(name.place)
      } else {
        index[name.text] = groups.count
        groups.append((name.text, [name.place]))
      }
    }
    return groups.filter { $0.places.count > 1 }
  }
}
