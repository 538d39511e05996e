import GraphQLLanguage

extension ValidationRule {
  /// Allows a declared `@stream` only on lists (working draft "Stream Directives Are Used On List Fields").
  static let streamDirectiveOnListField = ValidationRule("StreamDirectiveOnListField") { context, visitor in
    guard context.schema.directive(named: "stream") != nil else { return }
    visitor.enterDirective.append { directive, _ in
      guard directive.name.text == "stream", let field = context.types.field, let parent = context.types.parentType,
        !field.type.isList
      else { return }
      context.report(
        "Stream directive cannot be used on non-list field \"\(field.name)\" on type \"\(parent.name)\".",
        at: directive.place)
    }
  }
}
