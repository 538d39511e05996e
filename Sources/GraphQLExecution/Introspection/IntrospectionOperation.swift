package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON

/// An operation that asks for nothing but the schema: `__schema`, `__type` and `__typename` at the query root, under
/// whatever alias, in whatever fragments (specification section 4).
package struct IntrospectionOperation: Sendable {
  /// The document that it stands in.
  package let document: Document
  /// Nil where the document has no other operation.
  package let operationName: String?
  /// The response keys under which `__schema` is asked for, in the order of the text.
  package let schemaKeys: [String]

  /// Nil for an operation that also asks for anything else, and for one that asks for nothing.
  ///
  /// - Parameters:
  ///   - document: the request's document.
  ///   - operationName: the operation that is meant; nil if there is one only.
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

  /// Answers the operation from a schema. The document is not validated.
  ///
  /// - Parameters:
  ///   - schema: what is asked about.
  ///   - variables: as they came.
  ///   - source: the document's text, for the places of errors.
  /// - Returns: data and errors; without data if the variables do not fit.
  package func answer(
    from schema: Schema, variables: JSONObject = JSONObject(), source: SourceText? = nil
  ) -> ExecutionResult {
    var nothing = NoFields()
    let request = ExecutionRequest(
      document: document, operationName: operationName, variables: variables, source: source)
    return execute(request, schema: schema, root: (), from: &nothing)
  }
}

/// Introspection asks no field of a source.
private struct NoFields: FieldSource {
  mutating func resolve(_: FieldCall, of _: Void) throws(FieldFailure) -> Resolved<Void> { .null }
}

/// The fields of an operation's root, whatever their conditions say.
private struct RootFields {
  private(set) var found: [Field] = []

  init(of operation: OperationDefinition, fragments: [String: FragmentDefinition]) {
    var visited: Set<String> = []
    // A list of its own, because a chain of fragments has no bound.
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
