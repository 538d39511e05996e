import GraphQLLanguage

extension ValidationRule {
  /// Requires the types of conditions and variables to exist (section 5.5.1.2 "Fragment Spread Type Existence").
  static let knownTypeNames = ValidationRule("KnownTypeNames") { context, visitor in
    var defined: [String] = []
    var isDefined: Set<String> = []
    visitor.enterDocument.append { document in
      for case .type(let type) in document.definitions where !type.isExtension {
        defined.append(type.name.text)
        isDefined.insert(type.name.text)
      }
    }
    visitor.enterNamedType.append { name in
      guard context.schema.type(named: name.text) == nil, !isDefined.contains(name.text) else { return }
      let near = suggestionList(name.text, context.schema.allTypes.map(\.name) + defined)
      context.report("Unknown type \"\(name.text)\".\(didYouMean(near))", at: name.place)
    }
  }
}
