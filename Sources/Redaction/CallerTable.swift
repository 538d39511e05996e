import Recordings

/// The users of credentials, as far as recorded answers show.
///
/// - A credential that an answer issues to a user belongs to the same user, such as a refreshed token.
/// - Credentials that answers to the same request with input issue belong to one user, who logged in twice.
/// - In named sessions, a mutation with input that repeats no issued value may log in another user, whatever credential
///   it carries: many clients keep sending the old one.
/// - Credentials in a list belong to different users.
struct CallerTable: Equatable, Sendable {
  private let rule: IdentityRule
  private let salt: RedactionSalt
  /// The owners of issued credentials, by placeholder.
  private var owners: [String: Caller] = [:]
  /// The users who logged in, by request.
  private var logins: [ContentHash: Caller] = [:]
  /// The users whose names are in recordings and stay.
  private var lasting: Set<Caller> = []
  /// The lasting parts of the first unknown credential outside named sessions.
  private var unnamed: [[UInt8]]?
  private var sessions: [CredentialScope: SessionCredentials] = [:]

  /// A placeholder that an answer issues.
  struct Handed: Hashable, Sendable {
    let pseudonym: String
    let isInList: Bool
  }

  init(rule: IdentityRule, salt: RedactionSalt) {
    self.rule = rule
    self.salt = salt
  }

  /// Registers the caller of a recorded request, whose name stays.
  mutating func note(_ caller: Caller) {
    let somebody = caller.withoutScheme
    lasting.insert(somebody)
    if case .known(let pseudonym, _) = somebody { owners[pseudonym] = somebody }
  }

  /// Registers the placeholders that an answer issued, in its order. `request` is the hash of operation and variables;
  /// nil if the request has no input, so that it does not identify a user.
  mutating func note(handed: [Handed], to caller: Caller, request: ContentHash?) {
    let caller = caller.withoutScheme
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

  /// Registers credentials issued to a caller whose request may have logged in another user. Each such request of this
  /// caller logs in the same user.
  mutating func note(loggedIn handed: [Handed], by caller: Caller, request: ContentHash) {
    let own = ContentHash(of: Array("\(request.hex) \(caller.withoutScheme)".utf8))
    note(handed: handed, to: .anonymous, request: own)
  }

  /// Renames a caller. Files are read in any order, so a name may be found after the first login.
  private mutating func rename(_ caller: Caller, to name: Caller) {
    owners = owners.mapValues { $0 == caller ? name : $0 }
    logins = logins.mapValues { $0 == caller ? name : $0 }
  }

  /// Returns the caller of a request. `pseudonym` is the placeholder of its credential, if an answer issued it.
  ///
  /// - Throws: outside named sessions, for a second unnamed credential that no answer issued; in one, past the limit.
  mutating func caller(
    of credential: Credential?, pseudonym: String?, in session: CredentialScope? = nil
  ) throws(IdentityError) -> Caller {
    guard let credential else { return .anonymous }
    let text = pseudonym ?? (Pseudonym.isOne(credential.bytes) ? credential.bytes.text : nil)
    if let text, let owner = owners[text] { return owner.sending(credential.scheme) }
    let parts = credential.parts
    let bytes = parts.map { self.byte(of: $0) }
    let byte = bytes.count == 1 ? bytes[0] : salt.byte(of: bytes)
    if let name = rule.names.first(where: { $0.byte == byte }) { return .authenticated(name: name.name) }
    if let session {
      let caller = sessions[session, default: SessionCredentials()].caller(of: credential, salt: salt)
      guard let caller else { throw IdentityError(.tooMany(SessionCredentials.limit)) }
      return caller
    }
    if let unnamed, unnamed.count != parts.count || !zip(unnamed, parts).allSatisfy({ isSame($0, $1) }) {
      throw IdentityError(.second(byte: byte, names: rule.names.map(\.name)))
    }
    unnamed = unnamed ?? parts
    return .authenticated(name: nil)
  }

  /// The unknown credentials of a session, in the order of first use; nil if it sent none.
  subscript(session: CredentialScope) -> SessionCredentials? {
    get { sessions[session] }
    set { sessions[session] = newValue }
  }

  /// The byte of a credential. A placeholder that an answer repeated contains it.
  private func byte(of credential: [UInt8]) -> UInt8 {
    Pseudonym.redactedByte(credential) ?? salt.byte(of: credential)
  }

  /// Indicates whether two credentials are equal. If one is a placeholder, only their bytes can be compared.
  private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard Pseudonym.redactedByte(one) != nil || Pseudonym.redactedByte(other) != nil else { return one == other }
    return byte(of: one) == byte(of: other)
  }
}

/// A credential whose user cannot be determined.
package struct IdentityError: Error, Hashable, Sendable, CustomStringConvertible {
  let reason: Reason

  enum Reason: Hashable {
    /// The second credential outside named sessions that no recorded answer issued. There, the order of first use
    /// depends on the order of the tests. With its byte for `endpoint.yaml`, and the names in that file.
    case second(byte: UInt8, names: [String])
    /// A named session sent more of them than this limit.
    case tooMany(Int)
  }

  init(_ reason: Reason) { self.reason = reason }

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
