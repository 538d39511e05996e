package import GraphQLLanguage

/// The types and directives of a GraphQL API (specification section 3).
///
/// A value that never changes and is cheap to copy. Types refer to each other by name; the lookups here resolve
/// the names. Everything that was defined comes in the order of its definition.
package struct Schema: Sendable {
  let storage: Storage

  /// What the schema says about itself.
  package var description: String? { storage.description }
  /// Directives written on `schema { }`, in order.
  package var appliedDirectives: [Directive] { storage.appliedDirectives }
  /// The name of the root type of queries; nil if there is none, which only a lenient build allows.
  package var queryTypeName: String? { storage.queryTypeName }
  /// The name of the root type of mutations.
  package var mutationTypeName: String? { storage.mutationTypeName }
  /// The name of the root type of subscriptions.
  package var subscriptionTypeName: String? { storage.subscriptionTypeName }
  /// The types that the schema defines, in order; neither built-in scalars nor introspection types.
  package var types: [SchemaType] { storage.types }
  /// All types in the order in which the reference implementation lists them: those of `types`, each built-in
  /// scalar where the schema lists it, or else behind the first type that refers to it, and the introspection types
  /// last. A built-in scalar that the schema does not name is not one of them.
  package var allTypes: [SchemaType] { storage.allTypes }
  /// The directives that the schema defines, in order, then the built-in ones that it does not define itself.
  package var directives: [SchemaDirective] { storage.directives }
  /// The directives that introspection lists: all, or those that the introspection listed which the schema came from.
  package var listedDirectives: [SchemaDirective] {
    guard let names = storage.listedDirectiveNames else { return directives }
    return directives.filter { names.contains($0.name) }
  }
  /// What was odd, though not wrong enough to refuse the schema, in the order of the text.
  package var warnings: [SchemaProblem] { storage.warnings }

  /// The type of this name: defined, or one of introspection (`__Schema`), or a built-in scalar that the schema names.
  package func type(named name: String) -> SchemaType? { storage.typesByName[name] }

  /// The directive of this name, defined or built-in. `name` is without the at sign.
  package func directive(named name: String) -> SchemaDirective? {
    storage.directives.first { $0.name == name }
  }

  /// The type at which operations of a kind start; nil if the schema has none.
  package func rootType(of kind: OperationKind) -> SchemaType? { rootTypeName(of: kind).flatMap(type(named:)) }

  /// The name of the type at which operations of a kind start.
  package func rootTypeName(of kind: OperationKind) -> String? {
    switch kind {
    case .query: queryTypeName
    case .mutation: mutationTypeName
    case .subscription: subscriptionTypeName
    }
  }

  /// A schema of these parts. Nothing is checked; `init(sdl:)` and `init(introspection:)` check.
  ///
  /// A built-in scalar or an introspection type among the types is ours, and only listed; the built-in directives are added to the
  /// directives unless they are among them.
  package init(
    description: String? = nil, appliedDirectives: [Directive] = [], queryTypeName: String?,
    mutationTypeName: String? = nil, subscriptionTypeName: String? = nil, types: [SchemaType],
    directives: [SchemaDirective] = [], listedDirectiveNames: Set<String>? = nil, warnings: [SchemaProblem] = []
  ) {
    storage = Storage(
      description: description, appliedDirectives: appliedDirectives, queryTypeName: queryTypeName,
      mutationTypeName: mutationTypeName, subscriptionTypeName: subscriptionTypeName, types: types,
      directives: directives, listedDirectiveNames: listedDirectiveNames, warnings: warnings)
  }
}

extension Schema: Equatable {
  /// Whether two schemas say the same in the same order; warnings do not count.
  package static func == (left: Schema, right: Schema) -> Bool {
    if left.storage === right.storage { return true }
    return left.description == right.description && left.appliedDirectives == right.appliedDirectives
      && left.queryTypeName == right.queryTypeName && left.mutationTypeName == right.mutationTypeName
      && left.subscriptionTypeName == right.subscriptionTypeName && left.types == right.types
      && left.directives == right.directives
  }
}
