import GraphQLLanguage
import OrderedJSON
import Recordings

extension Redactor {
  /// The cookies that identify a user, as they are recorded: with placeholders for their values, in their order.
  ///
  /// - Parameters:
  ///   - lines: the lines `Set-Cookie` of an answer.
  ///   - date: its header `Date`.
  ///   - side: what it answers.
  /// - Returns: the lines, those of other cookies left out.
  mutating func redacted(setCookies lines: [String], date: String?, _ side: Side) -> [String] {
    lines.compactMap { line in
      guard let cookie = SetCookie(line), isRecorded(cookie, date, side.request) else { return nil }
      if cookie.isDeletion(at: date) { return cookie.deletion }
      guard let credential = Credential(cookie.value) else { return cookie.line(value: "") }
      let path: [JSONPath.Step] = [.name(RecordedResponse.setCookie), .name(cookie.name)]
      let value = replacement(of: credential.bytes, name: cookie.name, path: path, side: side)
      return cookie.line(value: value)
    }
  }

  /// Whether a cookie is recorded. A rule's cookies always are. Without such a rule, those of named sessions are that
  /// look like a session cookie.
  ///
  /// A query that an anonymous client sends does not start a session. Many servers set a guest cookie on every first
  /// answer, and pages send several queries at once: which of the cookies a client sends next depends on timing.
  private func isRecorded(_ cookie: SetCookie, _ date: String?, _ request: RedactedRequest) -> Bool {
    if identity.hasCookie(cookie.name) { return true }
    guard request.session != nil, !identity.namesCookies else { return false }
    guard issuedCookies[Array(cookie.name.utf8)] != nil || SessionCookie.isOne(cookie) else { return false }
    if cookie.isDeletion(at: date) { return true }
    return SessionCookie.tellsUsersApart(cookie.value) && (request.caller != .anonymous || request.mayLogIn)
  }

  /// The cookie of a request that a recorded answer set; the first one by name if there are several.
  func issuedCookie(in headers: [(name: String, value: String)]) -> Credential? {
    guard !issuedCookies.isEmpty, !identity.namesCookies else { return nil }
    let issued = IdentityRule.cookies(in: headers).compactMap { cookie -> (name: String, credential: Credential)? in
      guard let placeholders = issuedCookies[Array(cookie.name.utf8)], let credential = Credential(cookie.value),
        placeholders.contains(secrets.replacement(of: credential.bytes)?.text ?? credential.bytes.text)
      else { return nil }
      return (cookie.name, credential)
    }
    return issued.min { $0.name.precedesByScalars($1.name) }?.credential
  }

  /// Notes whose the cookies are that a recorded answer hands out: like anything else that it hands out, and as one with
  /// the body's where that answers one field.
  mutating func learn(cookiesOf response: RecordedResponse, answering request: RedactedRequest) {
    let found = response.setCookies.compactMap { line -> CallerTable.Handed? in
      guard let cookie = SetCookie(line), identity.hasCookie(cookie.name) || !identity.namesCookies,
        let credential = Credential(cookie.value), Pseudonym.isOne(credential.bytes),
        !Pseudonym.isRedacted(credential.bytes.text)
      else { return nil }
      issuedCookies[Array(cookie.name.utf8), default: []].insert(credential.bytes.text)
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
  /// Whether the request may be a login: a mutation, or a query with a secret such as a password in it.
  fileprivate var mayLogIn: Bool {
    guard operation.kind == .query else { return true }
    let marker = "\(Pseudonym.textMarker)redacted-"
    return JSON.object(variables).compactText.contains(marker) || document.printed().contains(marker)
  }

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
