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
