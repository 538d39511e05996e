package import GraphQLLanguage

extension Schema {
  /// Indicates whether a valid document introspects information that this schema lacks because of gaps.
  package func isUntold(_ document: Document, _ gaps: Set<IntrospectionGap>) -> Bool {
    if gaps.isEmpty { return false }
    let types = TypePosition(self)
    var isUntold = false
    var handlers = Visitor()
    handlers.enterField.append { field in
      guard let parent = types.parentType else { return }
      let asksForAll = field.arguments.contains { argument in
        guard argument.name.text == "includeDeprecated" else { return false }
        if case .boolean(false, _) = argument.value { return false }
        return true
      }
      let gap: IntrospectionGap? =
        switch (parent.name, field.name.text) {
        case ("__Schema", "description"): .schemaDescription
        case ("__Schema", "directives"): .directives
        case (_, "description") where parent.name.hasPrefix("__"): .descriptions
        case ("__Type", "specifiedByURL"): .specifiedByURL
        case ("__Type", "isOneOf"): .isOneOf
        case ("__Type", "interfaces"): .interfacesOfInterfaces
        case ("__Directive", "isRepeatable"): .isRepeatable
        case ("__Directive", "locations"): .directiveLocations
        case ("__InputValue", "isDeprecated"), ("__InputValue", "deprecationReason"): .inputDeprecation
        case (_, "args") where asksForAll, (_, "inputFields") where asksForAll: .inputDeprecation
        default: nil
        }
      if let gap, gaps.contains(gap) { isUntold = true }
    }
    var walk = ValidationWalk(types: types, handlers: handlers)
    document.visit(with: &walk)
    return isUntold
  }
}
