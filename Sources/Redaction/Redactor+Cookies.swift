import GraphQLLanguage
import OrderedJSON
import Recordings

extension Redactor {
  /// The `Set-Cookie` lines of an answer that identify a user, in order, with placeholders for their values. `date` is
  /// the answer's `Date` header.
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

  /// Indicates whether a cookie is recorded. Cookies in a rule always are. Without such a rule, those of a named
  /// session are recorded if a recorded answer set them before or if they look like a session cookie.
  ///
  /// A query of an anonymous client does not start a session. Many servers set a guest cookie on every first answer,
  /// and pages send several queries at once, so timing would decide which cookie a client sends next.
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

  /// Registers the users of the cookies that a recorded answer issues. If the body answers one field, they also own the
  /// credentials in it.
  mutating func learn(cookiesOf response: RecordedResponse, answering request: RedactedRequest) {
    let found = response.setCookies.compactMap { line -> CallerTable.Handed? in
      guard let cookie = SetCookie(line), identity.hasCookie(cookie.name) || !identity.namesCookies,
        let placeholder = Credential.issued(cookie.value)
      else { return nil }
      issuedCookies[Array(cookie.name.utf8), default: []].insert(placeholder)
      return CallerTable.Handed(pseudonym: placeholder, isInList: false)
    }
    guard !found.isEmpty else { return }
    let fields = response.body.json?["data"]?.objectValue?.members ?? []
    let inBody = fields.count == 1 ? Self.handed(in: fields[0].value).filter { !$0.isInList } : []
    // A login with an app's key. The cookie of a user may change with any answer.
    if identity.sources.count > 1, request.operation.kind == .mutation, request.mayBeApp, request.hasSecret,
      let input = request.input
    {
      callers.note(loggedIn: inBody + found, by: request.caller, request: input)
    } else {
      callers.note(handed: inBody + found, to: request.caller, request: request.input)
    }
  }
}

extension IdentityRule {
  /// Indicates whether a cookie of this name contains a credential. Names are case-sensitive (RFC 6265, section 5.3).
  func hasCookie(_ name: String) -> Bool {
    sources.contains { source in
      if case .cookie(let cookie) = source { cookie.hasSameScalars(as: name) } else { false }
    }
  }
}

extension RedactedRequest {
  /// True if the request may be a login: a mutation, or a query that contains a secret such as a password.
  fileprivate var mayLogIn: Bool { operation.kind != .query || hasSecret }

  fileprivate var hasSecret: Bool {
    let marker = "\(Pseudonym.textMarker)redacted-"
    return JSON.object(variables).compactText.contains(marker) || document.printed().contains(marker)
  }

  /// The hash of the whole input: `input(of:)` of the root fields that have arguments. Nil if none has.
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
