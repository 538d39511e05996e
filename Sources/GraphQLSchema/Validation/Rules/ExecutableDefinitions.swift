import GraphQLLanguage

extension ValidationRule {
  /// Allows only operations and fragments (section 5.1.1 "Executable Definitions").
  static let executableDefinitions = ValidationRule("ExecutableDefinitions") { context, visitor in
    visitor.enterDocument.append { document in
      for definition in document.definitions {
        let name: String
        let place: Place
        switch definition {
        case .operation, .fragment: continue
        case .schema(let schema): (name, place) = ("schema", schema.place)
        case .type(let type): (name, place) = ("\"\(type.name.text)\"", type.place)
        case .directive(let directive): (name, place) = ("\"\(directive.name.text)\"", directive.place)
        }
        context.report("The \(name) definition is not executable.", at: place)
      }
    }
  }
}
