import GraphQLLanguage
import OrderedJSON
package import Recordings

/// Removes the secrets of an endpoint from requests, answers and texts that are about to be written.
///
/// It works on copies; clients and the upstream get the originals. It is a value that learns. A secret that an answer
/// issued is found in later requests and answers: bare, after `Bearer `, inside texts, percent-encoded and in Base64. A
/// secret that the client sent before any answer did keeps its placeholder. Redacted values are unchanged. A recorder
/// keeps one redactor per endpoint while it runs. Replay keeps one, too, filled by `adopt`, so that requests get the
/// keys that they were recorded with.
///
///     var redactor = Redactor(endpoint: "rocket-reserver", salt: salt)
///     let caller = try redactor.caller(headers: headers)
///     let sent = try redactor.request(document, operationName: nil, variables: variables, caller: caller)
///     // … the upstream answers …
///     let kept = try redactor.response(response, to: sent)
package struct Redactor: Equatable, Sendable {
  package let endpoint: String
  let salt: RedactionSalt
  let rules: RedactionRules
  let identity: IdentityRule
  let finder: SecretFinder
  var secrets = SecretTable()
  var callers: CallerTable
  var collisions = PlaceholderCollisions()
  /// The placeholders that recorded answers set as cookies, by the cookie's name.
  var issuedCookies: [[UInt8]: Set<String>] = [:]

  /// The endpoint's name is part of every placeholder. `identity` has the places of credentials.
  package init(
    endpoint: String, salt: RedactionSalt, rules: RedactionRules = RedactionRules(),
    identity: IdentityRule = IdentityRule()
  ) {
    self.endpoint = endpoint
    self.salt = salt
    self.rules = rules
    self.identity = identity
    finder = SecretFinder(findsCards: rules.cards)
    callers = CallerTable(rule: identity, salt: salt)
  }

  /// Returns the caller of a request with these headers, whose names may be in any case. In a named session, unknown
  /// credentials are distinguished, and cookies that a recorded answer set identify the caller.
  ///
  /// - Throws: outside a named session, for a second credential that no answer issued and that has no name in
  ///   `endpoint.yaml`; in one, for too many unknown credentials.
  package mutating func caller(
    headers: [(name: String, value: String)], session: CredentialScope? = nil
  ) throws(IdentityError) -> Caller {
    try sender(headers: headers, session: session).caller
  }

  /// Returns the caller of a request, as `caller` does, and the placeholder of its credential, if an answer issued it.
  package mutating func sender(
    headers: [(name: String, value: String)], session: CredentialScope? = nil
  ) throws(IdentityError) -> (caller: Caller, credential: String?) {
    let credentials = identity.credentials(in: headers)
    for credential in credentials { note(credential) }
    // An issued one belongs to one user. Others may identify the user only together: the key of an app, a user's token.
    var credential =
      credentials.count > 1
      ? credentials.first { isIssued($0) } ?? Credential(joining: credentials) : credentials.first
    if credential == nil, session != nil { credential = issuedCookie(in: headers) }
    let known = credential.flatMap { secrets.replacement(of: $0.bytes) }
    let issued = known?.isIssued == true ? known?.text : nil
    let caller = try callers.caller(of: credential, pseudonym: issued, in: session)
    let sent = issued ?? credential.flatMap { Pseudonym.isOne($0.bytes) ? $0.bytes.text : nil }
    return (caller, sent)
  }

  /// Indicates whether a recorded answer issued a credential, or it is the placeholder of one.
  private func isIssued(_ credential: Credential) -> Bool {
    if let known = secrets.replacement(of: credential.bytes) { return known.isIssued }
    return Pseudonym.isOne(credential.bytes) && Pseudonym.redactedByte(credential.bytes) == nil
  }

  /// Drops the unknown credentials of a session that has ended or restarted.
  package mutating func forgetSession(_ session: CredentialScope) { callers[session] = nil }

  /// The unknown credentials of a session, whose order distinguishes its users; nil if it sent none.
  package subscript(credentialsOf session: CredentialScope) -> SessionCredentials? {
    get { callers[session] }
    set { callers[session] = newValue }
  }

  /// Registers a credential, which is a secret wherever an answer repeats it, and the password in Basic credentials
  /// (RFC 7617). Random tokens are no Basic credentials, even if they decode to bytes with a colon.
  private mutating func note(_ credential: Credential) {
    guard !Pseudonym.isOne(credential.bytes) else { return }
    let salt = salt
    note(credential.bytes, byte: salt.byte(of: credential.bytes), isInHeader: true)
    guard (credential.scheme ?? "Basic") == "Basic", let decoded = Base64.decodeLenient(credential.bytes),
      let colon = decoded.firstIndex(of: UInt8(ascii: ":")), decoded.allSatisfy({ $0 >= 0x20 }),
      colon + 1 < decoded.count, String(validating: decoded, as: UTF8.self) != nil
    else { return }
    let password = Array(decoded[(colon + 1)...])
    note(password, byte: salt.byte(of: password), isInHeader: true)
  }

  /// Redacts a text for people or for a file name, by known secrets and by their form.
  package func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let known = secrets.replacing(in: bytes) ?? bytes
    var result: [UInt8] = []
    var copied = 0
    for match in finder.found(in: known) {
      result += known[copied..<match.range.lowerBound]
      result += Pseudonym.redacted(name: Pseudonym.unnamed, byte: salt.byte(of: known[match.range])).utf8
      copied = match.range.upperBound
    }
    return (result + known[copied...]).text
  }

  /// Learns from a recording: its caller, and the credentials that its answers issue. Call `adopt(callers:)` first,
  /// with all identities in the recordings.
  package mutating func adopt(_ response: RecordedResponse, to request: RedactedRequest) {
    for answer in response.body.answers { learn(answer, answering: request) }
    learn(cookiesOf: response, answering: request)
  }

  /// Registers the credentials that an answer issues, separately for each root field: two logins in one request are
  /// two.
  mutating func learn(_ json: JSON, answering request: RedactedRequest) {
    if HTTPExchange.isOne(request.operation), case .field(let root)? = request.operation.selectionSet.selections.first {
      return learn(Self.handed(in: json), of: root.name.text, input: request.input(of: root.name.text), request)
    }
    for member in json.objectValue?.members ?? [] {
      let isData = member.name == RedactionRule.Root.data.rawValue
      for field in isData ? member.value.objectValue?.members ?? [] : [member] {
        let found = Self.handed(in: field.value)
        let input = isData && !found.isEmpty ? request.input(of: field.name) : nil
        learn(found, of: field.name, input: input, request)
      }
    }
  }

  private mutating func learn(
    _ found: [CallerTable.Handed], of field: String, input: ContentHash?, _ request: RedactedRequest
  ) {
    if !found.isEmpty, let input, request.mayLogInAnother(at: field, sources: identity.sources.count) {
      callers.note(loggedIn: found, by: request.caller, request: input)
    } else {
      callers.note(handed: found, to: request.caller, request: input)
    }
  }

  /// Registers the identities in the recordings.
  package mutating func adopt(callers all: some Sequence<Caller>) {
    for caller in all { callers.note(caller) }
  }

  /// The issued placeholders in an answer, in its order.
  static func handed(in root: JSON) -> [CallerTable.Handed] {
    Credential.issued(in: root).map { CallerTable.Handed(pseudonym: $0.placeholder, isInList: $0.isInList) }
  }
}
