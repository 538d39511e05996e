import Recordings

/// Which credentials belong to whom, as far as recorded answers tell.
///
/// - What an answer to somebody hands out belongs to the same somebody: a refreshed token.
/// - What answers to the same request with input hand out is one somebody's: logging in twice.
/// - In named sessions, a mutation with input that repeats nothing handed out may log somebody else in, whatever
///   credential came with it: many clients go on sending the old one.
/// - What stands in a list belongs to several, each to its own.
struct CallerTable: Equatable, Sendable {
  private let rule: IdentityRule
  private let salt: RedactionSalt
  /// To whom what was handed out belongs, by pseudonym.
  private var owners: [String: Caller] = [:]
  /// Who logged in, by request.
  private var logins: [ContentHash: Caller] = [:]
  /// Those for whom recordings have a name already: it stays.
  private var lasting: Set<Caller> = []
  /// The first unknown credential outside named sessions, without the parts that change when it is renewed.
  private var unnamed: [UInt8]?
  /// The unknown credentials of each named session.
  private var sessions: [CredentialScope: SessionCredentials] = [:]

  /// A pseudonym that an answer hands out.
  struct Handed: Hashable, Sendable {
    let pseudonym: String
    let isInList: Bool
  }

  init(rule: IdentityRule, salt: RedactionSalt) {
    self.rule = rule
    self.salt = salt
  }

  /// Notes on whose behalf a recorded request came: from then on the pseudonym stands for itself.
  mutating func note(_ caller: Caller) {
    let somebody = caller.somebody
    lasting.insert(somebody)
    if case .known(let pseudonym, _) = somebody { owners[pseudonym] = somebody }
  }

  /// Notes what an answer handed out.
  ///
  /// - Parameters:
  ///   - handed: in the order of the answer.
  ///   - caller: who asked.
  ///   - request: the hash of operation and variables; nil where it has no input, so that it tells nobody from
  ///     another.
  mutating func note(handed: [Handed], to caller: Caller, request: ContentHash?) {
    let caller = caller.somebody
    for item in handed where item.isInList && owners[item.pseudonym] == nil {
      owners[item.pseudonym] = .known(pseudonym: item.pseudonym)
    }
    let own = handed.filter { !$0.isInList }
    guard let first = own.first else { return }
    var owner = own.compactMap { owners[$0.pseudonym] }.first
    if caller != .anonymous {
      owner = owner ?? caller
    } else if let request {
      let named = own.compactMap { owners[$0.pseudonym] }.first { lasting.contains($0) }
      if let other = logins[request], let named, !lasting.contains(other) { rename(other, to: named) }
      owner = logins[request] ?? owner
    }
    let found = owner ?? .known(pseudonym: first.pseudonym)
    if let request, caller == .anonymous { logins[request] = found }
    for item in own where owners[item.pseudonym] == nil { owners[item.pseudonym] = found }
  }

  /// Notes what an answer handed out to a caller whose request may have logged somebody else in: whoever that is, every
  /// such request of the caller is answered with theirs.
  mutating func note(loggedIn handed: [Handed], by caller: Caller, request: ContentHash) {
    let own = ContentHash(of: Array("\(request.hex) \(caller.somebody)".utf8))
    note(handed: handed, to: .anonymous, request: own)
  }

  /// Files are read in any order: the name under which requests were recorded may come after the first login.
  private mutating func rename(_ caller: Caller, to name: Caller) {
    owners = owners.mapValues { $0 == caller ? name : $0 }
    logins = logins.mapValues { $0 == caller ? name : $0 }
  }

  /// The caller of a request.
  ///
  /// - Parameters:
  ///   - credential: of the request; nil for none.
  ///   - pseudonym: its placeholder, if an answer issued it.
  ///   - session: the named session of the request; nil outside one.
  /// - Returns: the caller that the credential belongs to.
  /// - Throws: outside named sessions, for a second credential that no answer issued and that has no name; in one, past
  ///   the most that it may send.
  mutating func caller(
    of credential: Credential?, pseudonym: String?, in session: CredentialScope? = nil
  ) throws(IdentityError) -> Caller {
    guard let credential else { return .anonymous }
    let text = pseudonym ?? (Pseudonym.isOne(credential.bytes) ? credential.bytes.text : nil)
    if let text, let owner = owners[text] { return owner.sending(credential.scheme) }
    let lasting = credential.lasting
    let byte = byte(of: lasting)
    if let name = rule.names.first(where: { $0.byte == byte }) { return .authenticated(name: name.name) }
    if let session {
      let caller = sessions[session, default: SessionCredentials()].caller(of: credential, salt: salt)
      guard let caller else { throw IdentityError(.tooMany(SessionCredentials.limit)) }
      return caller
    }
    if let unnamed, !isSame(unnamed, lasting) {
      throw IdentityError(.second(byte: byte, names: rule.names.map(\.name)))
    }
    unnamed = unnamed ?? lasting
    return .authenticated(name: nil)
  }

  /// Drops the credentials of a session that has ended.
  mutating func forget(_ session: CredentialScope) { sessions[session] = nil }

  /// What stands for a client's secret in an answer that echoed it has the byte of the secret.
  private func byte(of credential: [UInt8]) -> UInt8 {
    Pseudonym.redactedByte(credential) ?? salt.byte(of: credential)
  }

  /// Whether two credentials are one, as far as can be told where one is what an answer echoed.
  private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard Pseudonym.redactedByte(one) != nil || Pseudonym.redactedByte(other) != nil else { return one == other }
    return byte(of: one) == byte(of: other)
  }
}

/// A credential whose user cannot be told.
package struct IdentityError: Error, Hashable, Sendable, CustomStringConvertible {
  let reason: Reason

  enum Reason: Hashable {
    /// The second one outside named sessions that no recorded answer issued: there the order of first use depends on
    /// the order in which tests run. With the byte that identifies it in `endpoint.yaml`, and the names in that file.
    case second(byte: UInt8, names: [String])
    /// One named session sent more than this number of them.
    case tooMany(Int)
  }

  init(_ reason: Reason) { self.reason = reason }

  /// The problem, its cause, and the ways out.
  package var description: String {
    switch reason {
    case .second(let byte, let names):
      let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      let known = names.isEmpty ? "" : "\nNames so far: \(RecordingError.list(names))."
      return """
        A second unknown credential was sent outside a named session.
        No recorded answer issued it, so Understudy cannot tell which user it belongs to.
        Give each test a session of its own: send the header "X-Understudy-Session: NAME" with its requests.
        Or get the credential from a recorded login.
        Or name it in endpoint.yaml: identity: { names: { NAME: "\(digits)" } }\(known)
        """
    case .tooMany(let limit):
      return """
        This session has sent \(limit) different credentials that no recorded answer issued, which is the limit.
        Give each test a session of its own: send the header "X-Understudy-Session: NAME" with its requests.
        Or reset the session: POST /__understudy/sessions/NAME/reset.
        """
    }
  }
}
