package import GraphQLLanguage

/// The types and directives of a GraphQL API (section 3). Immutable and cheap to copy.
///
/// Types refer to each other by name; the methods here resolve the names. Lists are in order of definition.
package struct Schema: Sendable {
  let storage: Storage

  package var description: String? { storage.description }
  package var appliedDirectives: [Directive] { storage.appliedDirectives }
  /// The name of the query root type; nil if it is missing, which is an error.
  package var queryTypeName: String? { storage.queryTypeName }
  package var mutationTypeName: String? { storage.mutationTypeName }
  package var subscriptionTypeName: String? { storage.subscriptionTypeName }
  /// The types that the schema defines, without built-in scalars and introspection types.
  package var types: [SchemaType] { storage.types }
  /// All types in graphql-js's order: `types`, with each built-in scalar in its place in the schema or after the first
  /// type that refers to it, then introspection types. Built-in scalars that are not referenced are omitted.
  package var allTypes: [SchemaType] { storage.allTypes }
  /// The directives that the schema defines, then the built-in ones that it does not redefine.
  package var directives: [SchemaDirective] { storage.directives }
  /// The directives that introspection lists: all, or those of the introspection result that the schema came from.
  package var listedDirectives: [SchemaDirective] {
    guard let names = storage.listedDirectiveNames else { return directives }
    return directives.filter { names.contains($0.name) }
  }
  /// The problems that do not make the schema unusable, in source order.
  package var warnings: [SchemaProblem] { storage.warnings }

  /// The type of this name, including introspection types (`__Schema`) and referenced built-in scalars.
  package func type(named name: String) -> SchemaType? { storage.typesByName[name] }

  /// The directive of this name, without the at sign.
  package func directive(named name: String) -> SchemaDirective? {
    storage.directives.first { $0.name == name }
  }

  /// The root type of a kind of operation; nil if the schema has none.
  package func rootType(of kind: OperationKind) -> SchemaType? { rootTypeName(of: kind).flatMap(type(named:)) }

  package func rootTypeName(of kind: OperationKind) -> String? {
    switch kind {
    case .query: queryTypeName
    case .mutation: mutationTypeName
    case .subscription: subscriptionTypeName
    }
  }

  /// Makes a schema of these parts without checks; `init(sdl:)` and `init(introspection:)` check.
  ///
  /// Built-in scalars and introspection types are replaced by ours. Missing built-in directives are added.
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
  /// Compares the schemas in order; ignores warnings.
  package static func == (left: Schema, right: Schema) -> Bool {
    if left.storage === right.storage { return true }
    return left.description == right.description && left.appliedDirectives == right.appliedDirectives
      && left.queryTypeName == right.queryTypeName && left.mutationTypeName == right.mutationTypeName
      && left.subscriptionTypeName == right.subscriptionTypeName && left.types == right.types
      && left.directives == right.directives
  }
}
