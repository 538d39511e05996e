package import GraphQLLanguage
package import OrderedJSON

/// The part of an operation key that depends only on the endpoint and the document. It is computed once per document
/// text.
package struct DocumentKey: Hashable, Sendable {
  /// The version of the canonical form that is hashed. A different number renames every recording.
  static let version: UInt8 = 1

  /// The endpoint's name, which is part of the key.
  package let endpoint: String
  package let kind: OperationKind
  package let name: String?
  /// The hash of the endpoint and of the operation's canonical text.
  package let hash: ContentHash
  /// True if its answer may come in parts (`@defer`, `@stream`).
  package let mayComeInParts: Bool
  /// The conversion of the operation's variables to canonical form.
  let variables: VariableCoercion

  package init(endpoint: String, operation: CanonicalOperation) {
    self.endpoint = endpoint
    kind = operation.kind
    name = operation.name
    mayComeInParts = Self.mayComeInParts(operation.text)
    variables = VariableCoercion(operation.operation.variables)
    var bytes: [UInt8] = [Self.version, UInt8(ascii: "d")]
    bytes.reserveCapacity(endpoint.utf8.count + operation.text.count + 18)
    bytes.appendPart(endpoint.utf8)
    bytes.appendPart(operation.text)
    hash = ContentHash(of: bytes)
  }

  /// Returns the key of a request for this operation, which is the same for all forms of the same request.
  ///
  /// - Parameters:
  ///   - given: the variables as sent; nil if absent or `null`, which equal `{}`.
  ///   - identity: the caller.
  ///   - headers: the headers that rules include (`EndpointRules.counted(_:of:)`), the delivery format of an answer in
  ///     parts (`headers(_:accept:)`), and an unusual media type (`headers(_:mediaType:)`).
  ///   - rules: the rules for variables, which replace values that are not matched with placeholders.
  /// - Returns: the key.
  package func key(
    variables given: JSONObject?, identity: Caller, headers: [RecordedResponse.Header] = [],
    rules: EndpointRules = .none
  ) -> OperationKey {
    let canonical = variables.canonical(given ?? JSONObject(), nullIsAbsent: rules.nullIsAbsent(in: name))
    return OperationKey(
      document: self, variables: rules.keyed(canonical, of: name), identity: identity, headers: headers)
  }

  package static func == (left: DocumentKey, right: DocumentKey) -> Bool { left.hash == right.hash }
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
