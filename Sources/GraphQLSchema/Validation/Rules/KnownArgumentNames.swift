import GraphQLLanguage

extension ValidationRule {
  /// Requires every argument to exist on its field or directive (section 5.4.1 "Argument Names").
  static let knownArgumentNames = ValidationRule("KnownArgumentNames") { context, visitor in
    visitor.enterArgument.append { argument in
      guard !context.types.isInDirective, context.types.argument == nil, let field = context.types.field,
        let parent = context.types.parentType
      else { return }
      let near = suggestionList(argument.name.text, field.arguments.map(\.name))
      context.report(
        "Unknown argument \"\(argument.name.text)\" on field \"\(parent.name).\(field.name)\"."
          + didYouMean(near), at: argument.place)
    }
    visitor.enterDirective.append { directive, _ in
      guard let definition = context.schema.directive(named: directive.name.text) else { return }
      let known = definition.arguments.map(\.name)
      for argument in directive.arguments where !known.contains(argument.name.text) {
        context.report(
          "Unknown argument \"\(argument.name.text)\" on directive \"@\(directive.name.text)\"."
            + didYouMean(suggestionList(argument.name.text, known)), at: argument.place)
      }
    }
  }
}
