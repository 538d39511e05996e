import GraphQLLanguage

extension ValidationRule {
  /// Requires all required arguments (section 5.4.3 "Required Arguments").
  static let providedRequiredArguments = ValidationRule("ProvidedRequiredArguments") { context, visitor in
    visitor.leaveField.append { field in
      guard let definition = context.types.field else { return }
      let given = field.arguments.map(\.name.text)
      for argument in definition.arguments where argument.isRequired && !given.contains(argument.name) {
        context.report(
          "Field \"\(field.name.text)\" argument \"\(argument.name)\" of type \"\(argument.type)\" is required, "
            + "but it was not provided.", at: field.place)
      }
    }
    visitor.leaveDirective.append { directive, _ in
      guard let definition = context.schema.directive(named: directive.name.text) else { return }
      let given = directive.arguments.map(\.name.text)
      for argument in definition.arguments where argument.isRequired && !given.contains(argument.name) {
        context.report(
          "Directive \"@\(directive.name.text)\" argument \"\(argument.name)\" of type \"\(argument.type)\" is "
            + "required, but it was not provided.", at: directive.place)
      }
    }
  }
}
