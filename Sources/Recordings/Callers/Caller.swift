/// The user on whose behalf a request is sent, as recordings distinguish users. It never contains a credential.
package enum Caller: Hashable, Sendable {
  case anonymous
  /// A credential that no recorded answer issued: the only one of its endpoint, or one with a name.
  case authenticated(name: String?)
  /// A credential that a recorded answer issued, or another one of the same user: its placeholder. The scheme before
  /// the credential, such as `Bearer`, also distinguishes callers, because a server may reject a credential with the
  /// wrong one.
  case known(pseudonym: String, scheme: String? = nil)
  /// A user of a named session, identified by a JSON Web Token that no recorded answer issued: one salted byte of its
  /// issuer and subject. `number` is 1, or more for users of one session that share the byte.
  case user(byte: UInt8, number: Int = 1)
  /// A user of a named session, identified by any other credential that no recorded answer issued: its position in the
  /// order of first use, from 2. The first is `authenticated(name: nil)`.
  case numbered(Int)

  /// Parses the form of `description`; nil for anything else.
  package init?(_ text: String) {
    switch text {
    case "anonymous": self = .anonymous
    case "authenticated": self = .authenticated(name: nil)
    default:
      guard text.hasPrefix(Self.prefix) else { return nil }
      let rest = String(text.dropFirst(Self.prefix.count))
      if let counted = Self.counted(rest) {
        self = counted
        return
      }
      let core = Credential(rest)
      if let core, Pseudonym.isOne(core.bytes) {
        self = .known(pseudonym: core.bytes.text, scheme: core.scheme)
      } else if IdentityRule.isName(rest) {
        self = .authenticated(name: rest)
      } else {
        return nil
      }
    }
  }

  private static let prefix = "authenticated as "

  /// Parses `user 3f`, `user 3f-2` and `caller 2`, which cannot be names because they contain a space.
  private static func counted(_ text: String) -> Caller? {
    guard text.hasPrefix("user ") || text.hasPrefix("caller ") else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 else { return nil }
    let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
    let caller: Caller?
    switch (words[0], parts.count) {
    case ("user", 1): caller = UInt8(parts[0], radix: 16).map { .user(byte: $0) }
    case ("user", 2):
      caller = UInt8(parts[0], radix: 16).flatMap { byte in Int(parts[1]).map { .user(byte: byte, number: $0) } }
    case ("caller", 1): caller = Int(parts[0]).map { .numbered($0) }
    default: caller = nil
    }
    // Each caller has one text, so other forms of the numbers are rejected.
    guard let caller, caller.isValid, caller.brief == text else { return nil }
    return caller
  }

  private var isValid: Bool {
    switch self {
    case .user(_, let number): number >= 1
    case .numbered(let number): number >= 2
    case .anonymous, .authenticated, .known: true
    }
  }
}

extension Caller {
  /// Indicates whether a text in a recorded answer is the placeholder of a credential.
  package static func isIssued(_ text: String) -> Bool { Pseudonym.isOne(Array(text.utf8)) }

  /// The user, regardless of the credential's scheme.
  package var withoutScheme: Caller {
    if case .known(let pseudonym, _) = self { .known(pseudonym: pseudonym) } else { self }
  }

  /// The same user with the scheme of a credential.
  package func sending(_ scheme: String?) -> Caller {
    if case .known(let pseudonym, _) = self { .known(pseudonym: pseudonym, scheme: scheme) } else { self }
  }

  /// A short text for people: a name, the start of a placeholder; nil if anonymous.
  package var brief: String? {
    switch self {
    case .anonymous: nil
    case .authenticated(nil): "authenticated"
    case .authenticated(let name?): name
    case .known(let pseudonym, _): pseudonym.count > 24 ? "\(pseudonym.prefix(20))…" : pseudonym
    case .user(let byte, let number):
      "user \(byte < 16 ? "0" : "")\(String(byte, radix: 16))\(number > 1 ? "-\(number)" : "")"
    case .numbered(let number): "caller \(number)"
    }
  }
}

extension Caller: CustomStringConvertible {
  /// The value of `identity` in a recording.
  package var description: String {
    switch self {
    case .anonymous: "anonymous"
    case .authenticated(nil): "authenticated"
    case .authenticated(let name?): "\(Self.prefix)\(name)"
    case .known(let pseudonym, let scheme): "\(Self.prefix)\(scheme.map { "\($0) " } ?? "")\(pseudonym)"
    case .user, .numbered: "\(Self.prefix)\(brief ?? "")"
    }
  }
}
