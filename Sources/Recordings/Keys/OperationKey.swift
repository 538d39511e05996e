package import OrderedJSON

/// The identity of a request: endpoint, operation, variables, caller and included headers, as one SHA-256.
///
/// Created by `DocumentKey.key(variables:identity:headers:rules:)`. Keys are equal if and only if their hashes are.
package struct OperationKey: Hashable, Sendable {
  /// The part for the endpoint and the document.
  package let document: DocumentKey
  /// The variables in canonical form: only declared ones, defaults filled in, coerced, names sorted at every level.
  package let variables: JSONObject
  package let identity: Caller
  /// The request headers that rules include, sorted, with names in lowercase.
  package let headers: [RecordedResponse.Header]
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
    // The compact JSON of a canonical value is unique and shows its own end, so it needs no length.
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
