/// Which credentials belong to whom, as far as recorded answers tell.
///
/// - What an answer to somebody hands out belongs to the same somebody: a refreshed token.
/// - What answers to the same request with input hand out is one somebody's: logging in twice.
/// - What stands in a list belongs to several, each to its own.
struct CallerTable: Sendable {
  private let rule: IdentityRule
  private let salt: RedactionSalt
  /// To whom what was handed out belongs, by pseudonym.
  private var owners: [String: Caller] = [:]
  /// Who logged in, by request.
  private var logins: [ContentHash: Caller] = [:]
  /// Those for whom recordings have a name already: it stays.
  private var lasting: Set<Caller> = []
  /// The credential without a name that came first, as far as it lasts.
  private var unnamed: [UInt8]?

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

  /// Files are read in any order: the name under which requests were recorded may come after the first login.
  private mutating func rename(_ caller: Caller, to name: Caller) {
    owners = owners.mapValues { $0 == caller ? name : $0 }
    logins = logins.mapValues { $0 == caller ? name : $0 }
  }

  /// Who sends a request.
  ///
  /// - Parameters:
  ///   - credential: of the request; nil for none.
  ///   - pseudonym: what stands for it, where an answer handed it out.
  /// - Returns: the one it belongs to.
  /// - Throws: for a second credential that no answer handed out and that has no name.
  mutating func caller(of credential: Credential?, pseudonym: String?) throws(IdentityError) -> Caller {
    guard let credential else { return .anonymous }
    let text = pseudonym ?? (Pseudonym.isOne(credential.bytes) ? credential.bytes.text : nil)
    if let text, let owner = owners[text] { return owner.sending(credential.scheme) }
    let lasting = credential.lasting
    let byte = byte(of: lasting)
    if let name = rule.names.first(where: { $0.byte == byte }) { return .authenticated(name: name.name) }
    if let unnamed, !isSame(unnamed, lasting) { throw IdentityError(byte: byte, names: rule.names.map(\.name)) }
    unnamed = unnamed ?? lasting
    return .authenticated(name: nil)
  }

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

/// A second credential that no recorded answer handed out, so that nothing tells whose it is.
package struct IdentityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The byte that tells it from others in `endpoint.yaml`.
  package let byte: UInt8
  /// The names that there are.
  package let names: [String]

  /// What came, why it is not enough, and the line that helps.
  package var description: String {
    let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
    let known = names.isEmpty ? "" : " Names so far: \(RecordingError.list(names))."
    return "A second credential came that no recorded answer handed out, and nothing tells whose it is. Give it a name "
      + "in endpoint.yaml: identity: { names: { NAME: \"\(digits)\" } }, or log in through a recorded operation.\(known)"
  }
}
