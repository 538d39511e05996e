package import GraphQLLanguage

extension Schema {
  /// Validates a document against this schema (chapter 5).
  /// - Parameters:
  ///   - document: the document, of which all operations and fragments are checked.
  ///   - source: its text, for lines and columns.
  ///   - rules: the rules to apply; all by default.
  ///   - maximumErrors: the number of errors after which validation ends with one more that says so.
  /// - Returns: the errors with the messages, places and order of graphql-js; empty for a valid document. README.md says
  ///   which version.
  package func validate(
    _ document: Document, source: SourceText, rules: [ValidationRule] = ValidationRule.specified,
    maximumErrors: Int = 1_000
  ) -> [GraphQLError] {
    let context = ValidationContext(schema: self, document: document, maximumErrors: maximumErrors)
    var handlers = Visitor()
    for rule in rules { rule.install(context, &handlers) }
    var walk = ValidationWalk(types: context.types, handlers: handlers)
    walk.context = context
    for handler in handlers.enterDocument { handler(document) }
    for definition in document.definitions {
      definition.visit(with: &walk)
    }
    for handler in handlers.leaveDocument { handler(document) }
    let places = ErrorPlaces(context.problems.lazy.flatMap(\.places), in: source)
    return context.problems.map { GraphQLError($0.message, locations: places.locations(of: $0.places)) }
  }
}
