package import GraphQLLanguage
package import OrderedJSON

/// What of an operation key depends on the endpoint and the document alone: made once for a document's text, then
/// used for every request that sends it.
package struct DocumentKey: Hashable, Sendable {
  /// The version of the canonical form that is hashed. Another number gives every recording another name.
  static let version: UInt8 = 1

  /// The endpoint's name. It counts.
  package let endpoint: String
  package let kind: OperationKind
  /// The operation's name; nil where it has none.
  package let name: String?
  /// The hash of the endpoint and of the operation's canonical text.
  package let hash: ContentHash
  /// Whether its answer may come in parts (`@defer`, `@stream`).
  package let mayComeInParts: Bool
  /// How the operation's variables are brought into canonical form.
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

  /// The key of a request that sends this operation.
  ///
  /// - Parameters:
  ///   - given: the variables as the request has them; nil for absent or `null`, which are the same as `{}`.
  ///   - identity: on whose behalf the request came.
  ///   - headers: of the request those that a rule counts (`EndpointRules.counted(_:of:)`), the spelling of an
  ///     answer in parts (`headers(_:spelling:)`), and an unusual media type (`headers(_:mediaType:)`).
  ///   - rules: what is said of variables; a value that does not count by itself stands as its placeholder.
  /// - Returns: the key, which is the same for every spelling of the same request.
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
