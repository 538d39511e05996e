extension Document {
  /// The operations, in the order of the text.
  package var operations: [OperationDefinition] {
    definitions.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
  }

  /// The fragments, in the order of the text.
  package var fragments: [FragmentDefinition] {
    definitions.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
  }

  /// The fragments by name; of two with one name, which validation forbids, the later one, as the reference has it.
  package var fragmentsByName: [String: FragmentDefinition] {
    Dictionary(fragments.map { ($0.name.text, $0) }, uniquingKeysWith: { _, later in later })
  }

  /// The operation that a request asks for (section 6.1, `GetOperation`).
  ///
  /// Without a name the document must have one operation; an empty name is a name that no operation has.
  /// - Throws: if there is none or more than one to choose from, in the reference's words.
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

  /// The document that holds this operation and the fragments that it reaches, in the order of the text; nothing
  /// else. A spread of a fragment that the document lacks stays a spread.
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

/// Why no operation of a document is the one that a request asks for, in the reference's words.
package enum OperationSelectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document has several operations and the request names none.
  case ambiguous
  /// The document has no operation of this name.
  case unknown(String)
  /// The document has no operation at all.
  case missing

  package var message: String {
    switch self {
    case .ambiguous: "Must provide operation name if query contains multiple operations."
    case .unknown(let name): "Unknown operation named \"\(name)\"."
    case .missing: "Must provide an operation."
    }
  }

  /// The error as a response reports it; it has no location.
  package var graphQLError: GraphQLError { GraphQLError(message) }

  package var description: String { message }
}
