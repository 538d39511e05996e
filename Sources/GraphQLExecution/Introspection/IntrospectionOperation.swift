package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON

/// A query that selects only `__schema`, `__type` and `__typename` at its root, directly or in fragments (section 4).
package struct IntrospectionOperation: Sendable {
  package let document: Document
  /// The operation's name; nil if the document has only one operation.
  package let operationName: String?
  /// The response keys of `__schema`, in source order.
  package let schemaKeys: [String]

  /// Returns nil for an operation that selects anything else, or nothing.
  package init?(_ document: Document, operationName: String?) {
    guard let operation = try? document.operation(named: operationName), operation.kind == .query else { return nil }
    let fields = RootFields(of: operation, fragments: document.fragmentsByName).found
    let meta = [SchemaField.schema.name, SchemaField.type.name, SchemaField.typename.name]
    guard !fields.isEmpty, fields.allSatisfy({ meta.contains($0.name.text) }) else { return nil }
    self.document = document
    self.operationName = operationName
    var keys: [String] = []
    for field in fields where field.name.text == SchemaField.schema.name && !keys.contains(field.responseKey) {
      keys.append(field.responseKey)
    }
    schemaKeys = keys
  }

  /// Answers the operation from a schema, without validating the document.
  /// - Returns: data and errors; only errors if the variables do not match.
  package func answer(
    from schema: Schema, variables: JSONObject = JSONObject(), source: SourceText? = nil
  ) -> ExecutionResult {
    var nothing = NoFields()
    let request = ExecutionRequest(
      document: document, operationName: operationName, variables: variables, source: source)
    return execute(request, schema: schema, root: (), from: &nothing)
  }
}

/// An empty source: introspection resolves no fields of a service.
private struct NoFields: FieldSource {
  mutating func resolve(_: FieldCall, of _: Void) throws(FieldFailure) -> Resolved<Void> { .null }
}

/// The root fields of an operation, ignoring `@skip` and `@include`.
private struct RootFields {
  private(set) var found: [Field] = []

  init(of operation: OperationDefinition, fragments: [String: FragmentDefinition]) {
    var visited: Set<String> = []
    // A list instead of recursion, because a chain of fragments has no depth limit.
    var pending = [operation.selectionSet.selections[...]]
    while let last = pending.indices.last {
      guard let selection = pending[last].popFirst() else {
        pending.removeLast()
        continue
      }
      switch selection {
      case .field(let field): found.append(field)
      case .inlineFragment(let fragment): pending.append(fragment.selectionSet.selections[...])
      case .fragmentSpread(let spread):
        guard visited.insert(spread.name.text).inserted, let fragment = fragments[spread.name.text] else { continue }
        pending.append(fragment.selectionSet.selections[...])
      }
    }
  }
}
