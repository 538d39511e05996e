import GraphQLLanguage

extension ValidationRule {
  /// Forbids repeated directives that are not repeatable (section 5.7.3 "Directives Are Unique per Location").
  static let uniqueDirectivesPerLocation = ValidationRule("UniqueDirectivesPerLocation") { context, visitor in
    var defined: [String: Bool] = [:]
    visitor.enterDocument.append { document in
      for case .directive(let directive) in document.definitions {
        defined[directive.name.text] = directive.isRepeatable
      }
    }
    let check: ([Directive]) -> Void = { directives in
      guard directives.count > 1 else { return }
      var seen: [String: Place] = [:]
      for directive in directives {
        let name = directive.name.text
        guard (defined[name] ?? context.schema.directive(named: name)?.isRepeatable) == false else { continue }
        if let first = seen[name] {
          context.report(
            "The directive \"@\(name)\" can only be used once at this location.", at: first, directive.place)
        } else {
          seen[name] = directive.place
        }
      }
    }
    visitor.enterOperation.append { check($0.directives) }
    visitor.enterVariableDefinition.append { check($0.directives) }
    visitor.enterField.append { check($0.directives) }
    visitor.enterFragmentSpread.append { check($0.directives) }
    visitor.enterInlineFragment.append { check($0.directives) }
    visitor.enterFragment.append { check($0.directives) }
  }
}
