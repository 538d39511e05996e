import GraphQLLanguage
import OrderedJSON
import Recordings

extension Redactor {
  /// The request or answer that contains a secret, which determines the placeholder.
  struct Side {
    let request: RedactedRequest
    let isResponse: Bool
    /// The number of the session; nil if sessions are not distinguished.
    var session: Int?
    var operation: String { request.operation.name?.text ?? "" }
  }

  /// The maximum depth of JSON texts inside JSON texts.
  private static let nesting = 3

  /// Replaces the secrets in a string. `isSecret` is true if a name or a rule makes the whole string a secret, `keeps`
  /// if a rule keeps it. `name` and `path` are its place.
  mutating func redacted(
    _ text: String, isSecret: Bool, keeps: Bool, name: String, path: @autoclosure () -> [JSONPath.Step], side: Side,
    nesting: Int = 0
  ) -> String {
    guard !text.isEmpty, isSecret || !keeps, isSecret || SecretFinder.mayHold(text.utf8) else { return text }
    let bytes = Array(text.utf8)
    if isSecret {
      let core = CredentialScheme.core(of: bytes)
      guard !core.isEmpty else { return text }
      let value = replacement(of: Array(bytes[core]), name: name, path: path(), side: side)
      return (bytes[..<core.lowerBound] + Array(value.utf8) + bytes[core.upperBound...]).text
    }
    var text = text
    if nesting < Self.nesting, let inner = innerJSON(bytes) {
      let place = RedactionPlace(names: [], coordinates: [], labels: [name])
      let redacted = walk(
        inner, at: place, path: path(), effect: nil, fields: nil, side: side, nesting: nesting + 1)
      if redacted != inner { text = redacted.compactText }
    }
    // Repeated, because a replacement may be a part of another secret.
    for _ in 0..<8 {
      let bytes = Array(text.utf8)
      let found = finder.found(in: bytes)
      if found.isEmpty { break }
      text = replaced(bytes, found, path: path(), side: side)
    }
    return text
  }

  private func innerJSON(_ bytes: [UInt8]) -> JSON? {
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["), bytes.count > 8 else {
      return nil
    }
    return try? JSON.parse(bytes, limits: JSONLimits(depth: 64, bytes: 1 << 20))
  }

  private mutating func replaced(
    _ bytes: [UInt8], _ found: [SecretFinder.Found], path: [JSONPath.Step], side: Side
  ) -> String {
    var result: [UInt8] = []
    var copied = 0
    for item in found {
      result += bytes[copied..<item.range.lowerBound]
      copied = item.range.upperBound
      let written = Array(bytes[item.range])
      guard item.isEncoded else {
        result += replacement(of: written, name: Pseudonym.unnamed, path: path, side: side).utf8
        continue
      }
      // Decoded, so that it gets the same placeholder as the same secret elsewhere.
      let value = PercentEncoding.decoded(written)
      let core = item.kind == .named ? CredentialScheme.core(of: value) : 0..<value.count
      let text = replacement(of: Array(value[core]), name: Pseudonym.unnamed, path: path, side: side)
      result += PercentEncoding.encoded(Array(value[..<core.lowerBound]) + Array(text.utf8))
    }
    return (result + bytes[copied...]).text
  }

  /// Returns the placeholder of one secret.
  mutating func replacement(
    of secret: [UInt8], name: String, path: [JSONPath.Step], side: Side
  ) -> String {
    if Pseudonym.isOne(secret) {
      // A client may send a placeholder of its own secret that an answer repeated. It counts as the secret itself.
      guard !side.isResponse, let byte = Pseudonym.redactedByte(secret) else { return secret.text }
      return Pseudonym.redacted(name: name, byte: byte)
    }
    guard !side.isResponse else {
      let (endpoint, path) = (endpoint, JSONPath(path))
      return secrets.handOut(
        secret,
        at: SecretOrigin(
          endpoint: endpoint, operation: side.operation,
          variables: side.request.recordedVariables ?? side.request.variables, caller: side.request.caller,
          literals: side.request.literals(on: path), path: path),
        session: side.session)
    }
    if let known = secrets.replacement(of: secret), known.isIssued { return known.text }
    let byte = salt.byte(of: secret)
    note(secret, byte: byte)
    // The name is that of this place, not of the first place, because replay must compute it from one request.
    let text = Pseudonym.redacted(name: name, byte: byte)
    collisions.note(salt.hash(of: secret), as: text, named: name)
    return text
  }

  /// Registers a secret that only the client knows. In answers and inside texts, its placeholder has only the byte and
  /// no name, so that the place where it was sent first does not matter.
  mutating func note(_ secret: [UInt8], byte: @autoclosure () -> UInt8, isInHeader: Bool = false) {
    secrets.note(secret, as: Pseudonym.redacted(name: Pseudonym.unnamed, byte: byte()), isOpen: isInHeader)
  }

  /// Replaces all known secrets in a value, including in member names.
  func withoutKnown(_ root: JSON) -> JSON {
    func replaced(_ text: String) -> String {
      guard text.utf8.count >= SecretNeedles.shortest else { return text }
      return secrets.replacing(in: Array(text.utf8))?.text ?? text
    }
    return root.rewritten(
      scalars: { value in value.stringValue.map { .string(replaced($0)) } ?? value },
      objects: { object in JSONObject(object.members.map { .init(replaced($0.name), $0.value) }) })
  }
}
