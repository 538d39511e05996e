import GraphQLLanguage
import OrderedJSON
package import Recordings

/// Takes the secrets of an endpoint out of what is about to be written: requests, answers, texts.
///
/// It works on copies: what goes to the client and to the upstream is not touched. It is a value that learns: what an
/// answer handed out is known in later requests and answers, bare, behind `Bearer `, inside of texts, percent-encoded
/// and in Base64; what the client sent before any answer did keeps the text that stands for it. Recorders keep one for each endpoint for as long as they run; replay keeps one as well, filled by
/// `adopt`, and asks it for the same redacted requests, so that they get the keys they were recorded under. What is
/// redacted already stays as it is.
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
  /// The placeholders that recorded answers set as cookies, by the cookie's name.
  var issuedCookies: [[UInt8]: Set<String>] = [:]

  /// - Parameters:
  ///   - endpoint: its name, which counts in pseudonyms.
  ///   - salt: of the endpoint.
  ///   - rules: what `endpoint.yaml` says; nothing unless said.
  ///   - identity: where credentials are; the header `Authorization` unless said.
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

  /// The caller of a request with these headers.
  ///
  /// - Parameters:
  ///   - headers: of the request, in any case.
  ///   - session: the named session of the request. In it, unknown credentials are told apart, and cookies that a
  ///     recorded answer set identify the caller. Nil outside a named session.
  /// - Returns: the caller.
  /// - Throws: outside a named session, for a second credential that no answer issued and that has no name in
  ///   `endpoint.yaml`.
  package mutating func caller(
    headers: [(name: String, value: String)], session: CredentialScope? = nil
  ) throws(IdentityError) -> Caller {
    var credential = identity.credential(in: headers)
    if let credential { note(credential) }
    if credential == nil, session != nil { credential = issuedCookie(in: headers) }
    let known = credential.flatMap { secrets.replacement(of: $0.bytes) }
    return try callers.caller(
      of: credential, pseudonym: known?.isIssued == true ? known?.text : nil, in: session)
  }

  /// Drops what is known of the unknown credentials of a session that has ended or started over.
  package mutating func forgetSession(_ session: CredentialScope) { callers.forget(session) }

  /// A credential is a secret wherever an answer repeats it; so is the password in one for Basic (RFC 7617).
  private mutating func note(_ credential: Credential) {
    guard !Pseudonym.isOne(credential.bytes) else { return }
    let salt = salt
    note(credential.bytes, byte: salt.byte(of: credential.bytes), isInHeader: true)
    guard let decoded = Base64.decodeLenient(credential.bytes), let colon = decoded.firstIndex(of: UInt8(ascii: ":")),
      decoded.allSatisfy({ $0 >= 0x20 }), colon + 1 < decoded.count
    else { return }
    let password = Array(decoded[(colon + 1)...])
    note(password, byte: salt.byte(of: password), isInHeader: true)
  }

  /// A text for people, or for the name of a file: whatever is known or looks like a secret is replaced.
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

  /// Learns from a recording: who asked, and what its answers hand out. Before any of them, `adopt(callers:)` is to be
  /// told of all identities that recordings name.
  package mutating func adopt(_ response: RecordedResponse, to request: RedactedRequest) {
    for answer in response.body.answers { learn(answer, answering: request) }
    learn(cookiesOf: response, answering: request)
  }

  /// Notes what an answer hands out, each field at the root by itself: two log-ins in one request are two.
  mutating func learn(_ json: JSON, answering request: RedactedRequest) {
    for member in json.objectValue?.members ?? [] {
      let isData = member.name == RedactionRule.Root.data.rawValue
      for field in isData ? member.value.objectValue?.members ?? [] : [member] {
        let found = Self.handed(in: field.value)
        let input = isData && !found.isEmpty ? request.input(of: field.name) : nil
        if !found.isEmpty, let input, request.mayLogInAnother(at: field.name) {
          callers.note(loggedIn: found, by: request.caller, request: input)
        } else {
          callers.note(handed: found, to: request.caller, request: input)
        }
      }
    }
  }

  /// Notes the identities that recordings name.
  package mutating func adopt(callers all: some Sequence<Caller>) {
    for caller in all { callers.note(caller) }
  }

  /// The pseudonyms of an answer, in its order.
  static func handed(in root: JSON) -> [CallerTable.Handed] {
    var found: [CallerTable.Handed] = []
    var open = [(value: root, isInList: false)]
    while let (value, isInList) = open.popLast() {
      switch value {
      case .string(let text):
        let bytes = Array(text.utf8)
        guard bytes.count >= 12 else { continue }
        let core = Array(bytes[CredentialScheme.core(of: bytes)])
        guard Pseudonym.isOne(core), !Pseudonym.isRedacted(core.text) else { continue }
        found.append(.init(pseudonym: core.text, isInList: isInList))
      case .array(let elements): open += elements.reversed().map { ($0, true) }
      case .object(let object): open += object.members.reversed().map { ($0.value, isInList) }
      case .null, .bool, .number: break
      }
    }
    return found
  }
}
