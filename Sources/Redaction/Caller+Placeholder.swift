package import Recordings

extension Caller {
  /// A header field, its name in lowercase, that identifies a request as this caller's, with a placeholder as the
  /// credential. Nil for an anonymous caller, and for a name that the rule does not have.
  ///
  /// A credential that no answer issued is identified by one byte (`RedactionSalt`). A caller that is known by the
  /// order of first use gets a byte that no name has.
  package func placeholder(by rule: IdentityRule) -> RecordedResponse.Header? {
    let credential: String
    switch self {
    case .anonymous: return nil
    case .known(let pseudonym, let scheme): credential = (scheme.map { "\($0) " } ?? "") + pseudonym
    case .user(let byte, let number):
      credential = Pseudonym.redacted(name: Self.user + (number > 1 ? "-\(number)" : ""), byte: byte)
    case .authenticated(let name?):
      guard let byte = rule.names.first(where: { $0.name == name })?.byte else { return nil }
      credential = Pseudonym.redacted(name: Self.unknown, byte: byte)
    case .authenticated(nil):
      guard let byte = Self.freeByte(1, rule) else { return nil }
      credential = Pseudonym.redacted(name: Self.unknown, byte: byte)
    case .numbered(let number):
      guard let byte = Self.freeByte(number, rule) else { return nil }
      credential = Pseudonym.redacted(name: Self.unknown, byte: byte)
    }
    switch rule.sources.first {
    case .header(let name)?: return .init(name: name, value: credential)
    case .cookie(let name)?: return .init(name: "cookie", value: "\(name)=\(credential)")
    case nil: return nil
    }
  }

  private static let unknown = "authorization"
  private static let user = "authorization-user"

  /// The byte for the caller with this number, which no name has.
  private static func freeByte(_ number: Int, _ rule: IdentityRule) -> UInt8? {
    let taken = Set(rule.names.map(\.byte))
    return (UInt8.min...UInt8.max).lazy.filter { !taken.contains($0) }.dropFirst(number - 1).first
  }

  /// Parses the credential that `placeholder(by:)` creates for a `user`; nil for anything else.
  init?(userPlaceholder credential: [UInt8]) {
    guard let byte = Pseudonym.redactedByte(credential) else { return nil }
    let name = Pseudonym.redacted(name: Self.user, byte: byte)
    if credential.text == name {
      self = .user(byte: byte)
      return
    }
    // The number is before the byte.
    let prefix = name.dropLast(2)
    guard credential.text.hasPrefix(prefix), let number = Int(credential.text.dropFirst(prefix.count).dropLast(3)),
      number > 1
    else { return nil }
    self = .user(byte: byte, number: number)
  }
}
