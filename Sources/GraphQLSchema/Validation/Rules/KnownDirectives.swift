import GraphQLLanguage

extension ValidationRule {
  /// Requires every directive to exist and to be in a valid location (sections 5.7.1 "Directives Are Defined" and 5.7.2
  /// "Directives Are in Valid Locations").
  static let knownDirectives = ValidationRule("KnownDirectives") { context, visitor in
    var defined: [String: [String]] = [:]
    visitor.enterDocument.append { document in
      for case .directive(let directive) in document.definitions {
        defined[directive.name.text] = directive.locations.map(\.text)
      }
    }
    visitor.enterDirective.append { directive, location in
      let name = directive.name.text
      let known = context.schema.directive(named: name).map { $0.locations.map(\.rawValue) }
      guard let locations = defined[name] ?? known else {
        context.report("Unknown directive \"@\(name)\".", at: directive.place)
        return
      }
      if !locations.contains(location.rawValue) {
        context.report("Directive \"@\(name)\" may not be used on \(location.rawValue).", at: directive.place)
      }
    }
  }
}
