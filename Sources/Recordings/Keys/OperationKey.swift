package import OrderedJSON

/// What makes two requests the same: endpoint, operation, variables, identity and counted headers, as one SHA-256.
///
/// Made by `DocumentKey.key(variables:identity:headers:rules:)`. Equal keys have equal hashes and the other way round.
package struct OperationKey: Hashable, Sendable {
  /// The part that the endpoint and the document make.
  package let document: DocumentKey
  /// The variables in canonical form: declared ones only, defaults filled in, coerced, names sorted at every level.
  package let variables: JSONObject
  package let identity: Caller
  /// The request's headers that a rule counts: names in lower case, sorted; none unless a rule names some.
  package let headers: [RecordedResponse.Header]
  /// The hash of everything.
  package let hash: ContentHash

  init(document: DocumentKey, variables: JSONObject, identity: Caller, headers: [RecordedResponse.Header] = []) {
    self.document = document
    self.variables = variables
    self.identity = identity
    self.headers = headers
    var bytes: [UInt8] = [DocumentKey.version, UInt8(ascii: "o")]
    bytes.reserveCapacity(256)
    document.hash.append(to: &bytes)
    bytes.appendPart(identity.description.utf8)
    // Compact JSON of a canonical value is one text for one value, and shows where it ends: it needs no length.
    JSON.object(variables).append(to: &bytes)
    for header in headers {
      bytes.appendPart(header.name.utf8)
      bytes.appendPart(header.value.utf8)
    }
    hash = ContentHash(of: bytes)
  }

  package static func == (left: OperationKey, right: OperationKey) -> Bool { left.hash == right.hash }
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
