extension Document {
  package var operations: [OperationDefinition] {
    definitions.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
  }

  package var fragments: [FragmentDefinition] {
    definitions.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
  }

  /// The fragments by name. Of two with one name, which validation rejects, the later one wins, as in graphql-js.
  package var fragmentsByName: [String: FragmentDefinition] {
    Dictionary(fragments.map { ($0.name.text, $0) }, uniquingKeysWith: { _, later in later })
  }

  /// Returns the operation that a request selects (section 6.1, `GetOperation`).
  ///
  /// Without a name, the document must have exactly one operation. An empty name matches no operation.
  /// - Throws: if no operation matches or several do, with graphql-js's message.
  package func operation(named name: String?) throws(OperationSelectionError) -> OperationDefinition {
    var chosen: OperationDefinition?
    for case .operation(let operation) in definitions {
      if let name {
        if operation.name?.text == name { chosen = operation }
      } else {
        if chosen != nil { throw .ambiguous }
        chosen = operation
      }
    }
    if let chosen { return chosen }
    if let name { throw .unknown(name) }
    throw .missing
  }

  /// Returns a document with only this operation and the fragments that it reaches. Unknown spreads are kept.
  package func separated(operation: OperationDefinition) -> Document {
    let reached = FragmentReach(of: self, from: operation.selectionSet)
    var isTaken = false
    let kept = definitions.filter { definition in
      switch definition {
      case .operation(let candidate):
        if isTaken || candidate != operation { return false }
        isTaken = true
        return true
      case .fragment(let fragment):
        return reached.contains(fragment.name.text)
      case .schema, .type, .directive:
        return false
      }
    }
    return Document(definitions: kept, place: place)
  }
}

/// The reason that a request's operation cannot be selected, with graphql-js's message.
package enum OperationSelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document has several operations and the request names none.
  case ambiguous
  /// The document has no operation of this name.
  case unknown(String)
  /// The document has no operations.
  case missing

  package var message: String {
    switch self {
    case .ambiguous: "Must provide operation name if query contains multiple operations."
    case .unknown(let name): "Unknown operation named \"\(name)\"."
    case .missing: "Must provide an operation."
    }
  }

  /// The error for a response; it has no location.
  package var graphQLError: GraphQLError { GraphQLError(message) }

  package var description: String { message }
}
