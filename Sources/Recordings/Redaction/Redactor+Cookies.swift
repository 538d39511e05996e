import GraphQLLanguage
import OrderedJSON

extension Redactor {
  /// The cookies that a rule makes the identity, as they are recorded: pseudonyms for their values, in their order.
  ///
  /// - Parameters:
  ///   - lines: the lines `Set-Cookie` of an answer.
  ///   - date: its header `Date`.
  ///   - side: what it answers.
  /// - Returns: the lines, those of other cookies left out.
  mutating func redacted(setCookies lines: [String], date: String?, _ side: Side) -> [String] {
    lines.compactMap { line in
      guard let cookie = SetCookie(line), identity.hasCookie(cookie.name) else { return nil }
      if cookie.isDeletion(at: date) { return cookie.deletion }
      guard let credential = Credential(cookie.value) else { return cookie.line(value: "") }
      let path: [JSONPath.Step] = [.name(RecordedResponse.setCookie), .name(cookie.name)]
      let value = replacement(of: credential.bytes, name: cookie.name, path: path, side: side)
      return cookie.line(value: value)
    }
  }

  /// Notes whose the cookies are that a recorded answer hands out: like anything else that it hands out, and as one with
  /// the body's where that answers one field.
  mutating func learn(cookiesOf response: RecordedResponse, answering request: RedactedRequest) {
    let found = response.setCookies.compactMap { line -> CallerTable.Handed? in
      guard let cookie = SetCookie(line), identity.hasCookie(cookie.name), let credential = Credential(cookie.value),
        Pseudonym.isOne(credential.bytes), !Pseudonym.isRedacted(credential.bytes.text)
      else { return nil }
      return CallerTable.Handed(pseudonym: credential.bytes.text, isInList: false)
    }
    guard !found.isEmpty else { return }
    let fields = response.body.json?["data"]?.objectValue?.members ?? []
    let inBody = fields.count == 1 ? Self.handed(in: fields[0].value).filter { !$0.isInList } : []
    callers.note(handed: inBody + found, to: request.caller, request: request.input)
  }
}

extension IdentityRule {
  /// Whether a cookie of this name holds a credential. Case counts (RFC 6265, section 5.3).
  func hasCookie(_ name: String) -> Bool {
    sources.contains { source in
      if case .cookie(let cookie) = source { cookie.hasSameScalars(as: name) } else { false }
    }
  }
}

extension RedactedRequest {
  /// The hash of all that was asked: `input(of:)` of the fields at the root that have arguments. nil where none has.
  var input: ContentHash? {
    var keys: [String] = []
    for case .field(let field) in operation.selectionSet.selections where !keys.contains(field.responseKey) {
      keys.append(field.responseKey)
    }
    let inputs = keys.compactMap { input(of: $0)?.hex }.sorted()
    guard inputs.count > 1 else { return keys.lazy.compactMap { input(of: $0) }.first }
    return ContentHash(of: Array(inputs.joined(separator: " ").utf8))
  }
}
