/// On whose behalf a request came, as recordings tell callers apart. No credential is ever in it.
package enum Caller: Hashable, Sendable {
  /// The request carried no credential.
  case anonymous
  /// It carried one that no recorded answer handed out: the only one of its endpoint, or one with a name.
  case authenticated(name: String?)
  /// It carried one that a recorded answer handed out, or that belongs to the same somebody: its pseudonym. The scheme
  /// before the credential, such as `Bearer`, tells callers apart as well: a server that wants none may know nobody who
  /// sends one.
  case known(pseudonym: String, scheme: String? = nil)

  /// Reads what `description` writes; nil for anything else.
  package init?(_ text: String) {
    switch text {
    case "anonymous": self = .anonymous
    case "authenticated": self = .authenticated(name: nil)
    default:
      guard text.hasPrefix(Self.prefix) else { return nil }
      let rest = String(text.dropFirst(Self.prefix.count))
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
}

extension Caller {
  /// Whether a text of a recorded answer is a credential that it handed out, as far as its pseudonym tells.
  package static func isHandedOut(_ text: String) -> Bool { Pseudonym.isOne(Array(text.utf8)) }

  /// Who it is, however the credential was sent.
  var somebody: Caller {
    if case .known(let pseudonym, _) = self { .known(pseudonym: pseudonym) } else { self }
  }

  /// The same somebody, with a credential that is sent behind a scheme.
  func sending(_ scheme: String?) -> Caller {
    if case .known(let pseudonym, _) = self { .known(pseudonym: pseudonym, scheme: scheme) } else { self }
  }

  /// A few letters for people: a name, the beginning of a pseudonym; nil for nobody.
  package var brief: String? {
    switch self {
    case .anonymous: nil
    case .authenticated(nil): "authenticated"
    case .authenticated(let name?): name
    case .known(let pseudonym, _): pseudonym.count > 24 ? "\(pseudonym.prefix(20))…" : pseudonym
    }
  }
}

extension Caller: CustomStringConvertible {
  /// As the member `identity` of a recording has it.
  package var description: String {
    switch self {
    case .anonymous: "anonymous"
    case .authenticated(nil): "authenticated"
    case .authenticated(let name?): "\(Self.prefix)\(name)"
    case .known(let pseudonym, let scheme): "\(Self.prefix)\(scheme.map { "\($0) " } ?? "")\(pseudonym)"
    }
  }
}
