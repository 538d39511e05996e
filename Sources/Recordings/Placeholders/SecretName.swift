import OrderedJSON
import Synchronization

/// Determines whether the name of a field, an argument or a variable makes its value a secret.
///
/// Case, underscores, dashes and camel case are ignored: `api_key`, `apiKey`, `APIKey` and `API-KEY` are one name. The
/// end of a name decides (`refreshToken`, but not `tokenCount`), without suffixes that change nothing
/// (`passwordConfirmation`, `token2`).
package enum SecretName {
  /// The certainty of a name.
  package enum Strength: Hashable, Sendable {
    /// Any text is a secret: `password`, `accessToken`, `clientSecret`.
    case sure
    /// Ordinary data may have this name, too, so the value has to look like a secret: `session`, `authorization`.
    case likely
    /// A code of digits: `pin`, `cvv`.
    case digits
  }

  /// The strength of a name; nil if it does not name a secret.
  package static func strength(of name: String) -> Strength? {
    guard name.utf8.count <= 200 else { return nil }
    if let strength = known.withLock({ $0[name] }) { return strength }
    let strength = strength(of: words(of: name))
    known.withLock { known in
      if known.count == knownLimit { known.removeAll(keepingCapacity: true) }
      known[name] = .some(strength)
    }
    return strength
  }

  /// The results for the last names, since requests repeat the names of their variables: at most half a megabyte.
  private static let known = Mutex<[String: Strength?]>([:])
  private static let knownLimit = 2_000

  /// Indicates whether a text with this name is a secret. Empty texts are not.
  package static func makesSecret(_ value: [UInt8], named name: String) -> Bool {
    strength(of: name).map { makesSecret(value, $0) } ?? false
  }

  /// Indicates whether a text with a name of this strength is a secret. Empty texts are not.
  package static func makesSecret(_ value: [UInt8], _ strength: Strength) -> Bool {
    guard !value.isEmpty else { return false }
    switch strength {
    case .sure: return true
    case .likely: return Randomness.looksRandom(value)
    case .digits: return isCode(value)
    }
  }

  /// Indicates whether a text is a code instead of words: short, and at least half digits. Clients may send invalid
  /// codes, such as with a space or a letter, which are just as secret.
  private static func isCode(_ value: [UInt8]) -> Bool {
    let digits = value.count(where: \.isDigit)
    return value.count <= 24 && digits >= 3 && digits * 2 >= value.count
  }

  /// Indicates whether a segment of a path is a secret because of the one before it: `/token/abc12345`. Short ones, and
  /// those without a digit, are ids and words.
  package static func makesSecret(segment: some StringProtocol, after name: some StringProtocol) -> Bool {
    segment.utf8.count >= 8 && segment.utf8.contains(where: \.isDigit) && strength(of: String(name)) == .sure
  }

  /// Indicates whether a number with this name is a secret. `tokens: 512` is a count; `pin: 1234` is a secret.
  package static func makesNumberSecret(named name: String) -> Bool {
    guard let strength = strength(of: name), strength != .likely else { return false }
    guard let last = withoutTails(words(of: name)).last else { return false }
    return !counted.contains { last.hasSuffix($0) }
  }

  private static func withoutTails(_ all: [String]) -> ArraySlice<String> {
    var words = all[...]
    while let last = words.last, words.count > 1, tails.contains(last) || last.utf8.allSatisfy(\.isDigit) {
      words.removeLast()
      // `tokenBase64`, `token_b64`
      if last == "64", words.count > 1, words.last == "base" || words.last == "b" { words.removeLast() }
    }
    return words
  }

  private static func strength(of all: [String]) -> Strength? {
    let words = withoutTails(all)
    guard let first = words.first, let last = words.last else { return nil }
    if words.count > 1, questions.contains(first) { return nil }
    if words.count > 1, last == "token" || last == "tokens" {
      if pages.contains(words[words.endIndex - 2]) { return nil }
    }
    for count in 1...3 where words.count >= count {
      let end = words.suffix(count).joined()
      if sure.contains(end) { return .sure }
      if likely.contains(end) { return .likely }
      if digits.contains(end) { return .digits }
    }
    // `accesstoken`: names in lowercase run together.
    for head in runTogether where last.hasSuffix(head) && prefixes.contains(String(last.dropLast(head.count))) {
      return .sure
    }
    return nil
  }

  /// The words of a name, in lowercase: `APIKeyOfUser_2` is `api`, `key`, `of`, `user`, `2`.
  package static func words(of name: String) -> [String] {
    name.identifierWords(isGraphQL: false).map { $0.lowercased() }
  }

  private static let sure: Set<String> = [
    "token", "password", "passwd", "pwd", "passphrase", "passcode", "secret", "apikey", "apitoken", "accesskey",
    "privatekey", "secretkey", "signingkey", "encryptionkey", "masterkey", "jwt", "otp", "totp", "bearer",
    "authkey", "authcode", "mfacode", "otpcode", "totpcode", "recoverycode", "backupcode", "accesskeyid",
    "connectionstring", "oauth", "passwords", "secrets", "apikeys", "privatekeys", "credential",
    "tokens", "passphrases", "passcodes", "secretkeys", "signingkeys", "encryptionkeys", "accesskeys", "authkeys",
    "jwts",
    "otps", "recoverycodes", "backupcodes", "otpcodes", "connectionstrings",
  ]

  private static let likely: Set<String> = [
    "session", "sessionid", "sessionkey", "sid", "authorization", "auth", "authentication", "credentials",
    "cookie", "cookies", "setcookie", "licensekey", "csrf", "xsrf", "jsessionid", "phpsessid", "codeverifier",
    "assertion", "samlresponse", "hmac",
  ]

  private static let digits: Set<String> = ["pin", "pincode", "cvv", "cvc", "securitycode", "pins", "cvvs"]

  /// The last words of names under which a number is a count or an id.
  private static let counted = ["token", "s", "oauth", "bearer", "credential"]

  /// Suffixes that do not change whether a name is that of a secret.
  private static let tails: Set<String> = [
    "value", "string", "text", "hash", "digest", "confirmation", "confirm", "repeat", "again", "raw", "plain",
    "encrypted", "header",
  ]

  /// First words of flags, limits and counts, which are not secrets.
  private static let questions: Set<String> = [
    "is", "has", "needs", "requires", "can", "should", "must", "show", "allow", "allows", "use", "uses", "max", "min",
    "total", "num", "number",
  ]

  /// Words before `token` that make it a position in a list, a design or a text.
  private static let pages: Set<String> = [
    "next", "prev", "previous", "page", "paging", "pagination", "continuation", "continue", "cursor", "sync", "after",
    "before", "start", "end", "scroll", "delta", "offset", "design", "color", "colour", "syntax", "placeholder",
    "completion", "prompt", "input", "output",
  ]

  private static let runTogether = ["token", "password", "secret", "apikey", "sessionid", "tokens", "apikeys"]

  private static let prefixes: Set<String> = [
    "access", "refresh", "auth", "id", "session", "user", "bearer", "api", "csrf", "xsrf", "new", "old", "my",
    "client", "app", "device", "push", "reset", "login", "jwt", "admin", "db", "oauth", "webhook", "secret", "x",
  ]
}
