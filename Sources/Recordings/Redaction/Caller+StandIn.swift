extension Caller {
  /// A header field by which a request is taken for this caller's: with a pseudonym in the place of the credential. Nil
  /// for nobody, who sends none.
  ///
  /// One that no answer handed out is told by a byte (`RedactionSalt`); one without a name gets a byte that is none's.
  ///
  /// - Parameter rule: where requests carry their credential.
  /// - Returns: the field, its name in lower case; nil too for a name that the rule does not know.
  package func standIn(by rule: IdentityRule) -> RecordedResponse.Header? {
    let credential: String
    switch self {
    case .anonymous: return nil
    case .known(let pseudonym, let scheme): credential = (scheme.map { "\($0) " } ?? "") + pseudonym
    case .authenticated(let name?):
      guard let byte = rule.names.first(where: { $0.name == name })?.byte else { return nil }
      credential = Pseudonym.redacted(name: "authorization", byte: byte)
    case .authenticated(nil):
      let taken = Set(rule.names.map(\.byte))
      guard let free = (UInt8.min...UInt8.max).first(where: { !taken.contains($0) }) else { return nil }
      credential = Pseudonym.redacted(name: "authorization", byte: free)
    }
    switch rule.sources.first {
    case .header(let name)?: return .init(name: name, value: credential)
    case .cookie(let name)?: return .init(name: "cookie", value: "\(name)=\(credential)")
    case nil: return nil
    }
  }
}
