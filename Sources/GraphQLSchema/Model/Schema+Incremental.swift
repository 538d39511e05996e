import GraphQLLanguage

extension Schema {
  /// Returns the schema with `@defer` and `@stream` (working draft "Defer And Stream Directives"), because many servers
  /// support them without declaring them. Introspection does not list the added ones.
  package func declaringIncrementalDelivery() -> Schema {
    let missing = SchemaDirective.incremental.filter { directive(named: $0.name) == nil }
    if missing.isEmpty { return self }
    return Schema(
      description: description, appliedDirectives: appliedDirectives, queryTypeName: queryTypeName,
      mutationTypeName: mutationTypeName, subscriptionTypeName: subscriptionTypeName, types: types,
      directives: directives + missing,
      listedDirectiveNames: storage.listedDirectiveNames ?? Set(directives.map(\.name)), warnings: warnings)
  }
}

extension SchemaDirective {
  /// The directives of incremental delivery.
  package static let incremental: [SchemaDirective] = [
    SchemaDirective(
      name: "defer", description: "Lets the fragment come later.",
      arguments: [isOn, label], locations: [.fragmentSpread, .inlineFragment]),
    SchemaDirective(
      name: "stream", description: "Lets the items of the list come one after the other.",
      arguments: [
        isOn, label,
        SchemaInputValue(
          name: "initialCount", description: "How many items come at first.", type: .nonNull(.named("Int")),
          defaultValue: .int("0", .none)),
      ], locations: [.field]),
  ]

  private static let isOn = SchemaInputValue(
    name: "if", description: "Whether it does.", type: .nonNull(.named("Boolean")),
    defaultValue: .boolean(true, .none))
  private static let label = SchemaInputValue(
    name: "label", description: "Says in the response which one it is.", type: .named("String"))
}
