import GraphQLLanguage

/// The directives of a definition. Those that the model represents itself are kept apart from the others.
struct AppliedDirectives {
  var others: [Directive] = []
  var deprecationReason: String?
  var specifiedByURL: String?
  var isOneOf = false

  init(_ directives: [Directive]) {
    for directive in directives {
      switch directive.name.text {
      case "deprecated":
        deprecationReason = deprecationReason ?? Self.reason(of: directive)
      case "specifiedBy":
        specifiedByURL = specifiedByURL ?? Self.string("url", of: directive)
      case "oneOf":
        isOneOf = true
      default:
        others.append(directive)
      }
    }
  }

  /// Nil for `reason: null`, which graphql-js treats as not deprecated.
  private static func reason(of directive: Directive) -> String? {
    guard directive.arguments.contains(where: { $0.name.text == "reason" }) else {
      return SchemaDirective.defaultDeprecationReason
    }
    return string("reason", of: directive)
  }

  private static func string(_ name: String, of directive: Directive) -> String? {
    for argument in directive.arguments where argument.name.text == name {
      if case .string(let text) = argument.value { return text.value }
    }
    return nil
  }
}

extension SchemaField {
  convenience init(_ definition: FieldDefinition) {
    let applied = AppliedDirectives(definition.directives)
    self.init(
      name: definition.name.text, description: definition.description?.value,
      arguments: definition.arguments.map(SchemaInputValue.init), type: TypeRef(definition.type),
      deprecationReason: applied.deprecationReason, appliedDirectives: applied.others)
  }
}

extension SchemaInputValue {
  convenience init(_ definition: InputValueDefinition) {
    let applied = AppliedDirectives(definition.directives)
    self.init(
      name: definition.name.text, description: definition.description?.value, type: TypeRef(definition.type),
      defaultValue: definition.defaultValue, deprecationReason: applied.deprecationReason,
      appliedDirectives: applied.others)
  }
}

extension SchemaEnumValue {
  init(_ definition: EnumValueDefinition) {
    let applied = AppliedDirectives(definition.directives)
    self.init(
      name: definition.name.text, description: definition.description?.value,
      deprecationReason: applied.deprecationReason, appliedDirectives: applied.others)
  }
}

extension SchemaDirective {
  /// Unknown locations are skipped.
  init(_ definition: DirectiveDefinition) {
    self.init(
      name: definition.name.text, description: definition.description?.value,
      arguments: definition.arguments.map(SchemaInputValue.init), isRepeatable: definition.isRepeatable,
      locations: definition.locations.compactMap { DirectiveLocation(rawValue: $0.text) })
  }
}
