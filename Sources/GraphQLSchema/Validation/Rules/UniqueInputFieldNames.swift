import GraphQLLanguage

extension ValidationRule {
  /// Forbids repeated fields in input-object literals (section 5.6.3 "Input Object Field Uniqueness").
  static let uniqueInputFieldNames = ValidationRule("UniqueInputFieldNames") { context, visitor in
    var outer: [[String: Name]] = []
    var known: [String: Name] = [:]
    visitor.enterValue.append { value in
      guard case .object = value else { return }
      outer.append(known)
      known = [:]
    }
    visitor.leaveValue.append { value in
      guard case .object = value else { return }
      known = outer.popLast() ?? [:]
    }
    visitor.enterObjectField.append { field in
      if let first = known[field.name.text] {
        context.report(
          "There can be only one input field named \"\(field.name.text)\".", at: first.place, field.name.place)
      } else {
        known[field.name.text] = field.name
      }
    }
  }
}
