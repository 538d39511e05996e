import GraphQLLanguage

extension SDLChecker {
  /// Checks that applied directives are known, in a valid location, complete and not repeated. Problems are warnings.
  mutating func checkAppliedDirectives() {
    var known: [String: DirectiveSignature] = [:]
    for directive in SchemaDirective.builtIn { known[directive.name] = DirectiveSignature(directive) }
    for directive in directiveDefinitions { known[directive.name.text] = DirectiveSignature(directive) }

    var schemaSeen: [String: Place] = [:]
    for schema in schemaDefinitions { check(schema.directives, of: schema.place, on: .schema, known, &schemaSeen) }
    var typeSeen: [String: [String: Place]] = [:]
    for type in typeDefinitions {
      check(
        type.directives, of: type.place, on: type.kind.location, known, &typeSeen[type.name.text, default: [:]])
      checkMembers(of: type, known)
    }
    for directive in directiveDefinitions {
      for argument in directive.arguments {
        check(argument.directives, of: argument.place, on: .argumentDefinition, known)
      }
    }
  }

  private mutating func checkMembers(of type: TypeDefinition, _ known: [String: DirectiveSignature]) {
    switch type.kind {
    case .object(_, let fields), .interface(_, let fields):
      for field in fields {
        for argument in field.arguments {
          check(argument.directives, of: argument.place, on: .argumentDefinition, known)
        }
        check(field.directives, of: field.place, on: .fieldDefinition, known)
      }
    case .enum(let values):
      for value in values { check(value.directives, of: value.place, on: .enumValue, known) }
    case .inputObject(let fields):
      for field in fields { check(field.directives, of: field.place, on: .inputFieldDefinition, known) }
    case .scalar, .union:
      break
    }
  }

  private mutating func check(
    _ directives: [Directive], of owner: Place, on location: DirectiveLocation, _ known: [String: DirectiveSignature]
  ) {
    if directives.isEmpty { return }
    var seen: [String: Place] = [:]
    check(directives, of: owner, on: location, known, &seen)
  }

  private mutating func check(
    _ directives: [Directive], of owner: Place, on location: DirectiveLocation, _ known: [String: DirectiveSignature],
    _ seen: inout [String: Place]
  ) {
    for directive in directives {
      let name = directive.name.text
      if ignored.contains(name) { continue }
      guard let signature = known[name] else {
        report(.knownDirectives, "Unknown directive \"@\(name)\".", at: directive.place, isWarning: true)
        continue
      }
      if !signature.locations.contains(location.rawValue) {
        let message = "Directive \"@\(name)\" may not be used on \(location.rawValue)."
        report(.knownDirectives, message, at: directive.place, isWarning: true)
      }
      if !signature.isRepeatable {
        if let first = seen[name] {
          let message = "The directive \"@\(name)\" can only be used once at this location."
          definition = owner
          report(.uniqueDirectivesPerLocation, message, at: first, directive.place, isWarning: true)
          definition = nil
        } else {
          seen[name] = directive.place
        }
      }
      check(directive, against: signature)
    }
  }

  private mutating func check(_ directive: Directive, against signature: DirectiveSignature) {
    let name = directive.name.text
    for argument in directive.arguments where !signature.arguments.contains(where: { $0.name == argument.name.text }) {
      let suggestions = didYouMean(nil, suggestionList(argument.name.text, signature.arguments.map(\.name)))
      let message = "Unknown argument \"\(argument.name.text)\" on directive \"@\(name)\".\(suggestions)"
      report(.knownArgumentNamesOnDirectives, message, at: argument.place, isWarning: true)
    }
    for argument in signature.arguments where argument.isRequired {
      if directive.arguments.contains(where: { $0.name.text == argument.name }) { continue }
      let message =
        "Directive \"@\(name)\" argument \"\(argument.name)\" of type \"\(argument.type)\" is required, "
        + "but it was not provided."
      report(.providedRequiredArgumentsOnDirectives, message, at: directive.place, isWarning: true)
    }
  }
}

/// The parts of a directive's definition that the checks need.
private struct DirectiveSignature {
  var arguments: [(name: String, type: TypeRef, isRequired: Bool)]
  var locations: Set<String>
  var isRepeatable: Bool

  init(_ directive: SchemaDirective) {
    arguments = directive.arguments.map { ($0.name, $0.type, $0.isRequired) }
    locations = Set(directive.locations.map(\.rawValue))
    isRepeatable = directive.isRepeatable
  }

  init(_ directive: DirectiveDefinition) {
    arguments = directive.arguments.map { argument in
      let type = TypeRef(argument.type)
      return (argument.name.text, type, type.isNonNull && argument.defaultValue == nil)
    }
    locations = Set(directive.locations.map(\.text))
    isRepeatable = directive.isRepeatable
  }
}

extension TypeDefinition.Kind {
  /// The location of a directive on such a definition.
  fileprivate var location: DirectiveLocation {
    switch self {
    case .scalar: .scalar
    case .object: .object
    case .interface: .interface
    case .union: .union
    case .enum: .enum
    case .inputObject: .inputObject
    }
  }
}
