import Recordings

/// Tells cookies that identify a user from cookies that hold a preference or belong to the infrastructure.
enum SessionCookie {
  /// How a word is found in a cookie's name.
  enum Place: Hashable, Sendable {
    /// The word stands by itself: `sid` in `connect.sid`.
    case alone
    /// The word may be part of a longer one: `sess` in `PHPSESSID`.
    case within
  }

  /// Whether a cookie's name and attributes say that it identifies a user: its name does, or scripts cannot read it.
  static func isOne(_ cookie: SetCookie) -> Bool {
    guard !has(otherWords, cookie.name) else { return false }
    return cookie.isHTTPOnly || has(sessionWords, cookie.name)
  }

  /// Whether a cookie's value can tell one user from another. `logged_in=true` cannot.
  static func tellsUsersApart(_ value: String) -> Bool { !flags.contains(value.lowercased()) }

  /// Whether the name has one of the words. Case does not count.
  private static func has(_ table: [(word: String, place: Place)], _ name: String) -> Bool {
    let words = SecretName.words(of: name)
    let whole = name.lowercased()
    return table.contains { word, place in
      switch place {
      case .alone: words.contains(word)
      case .within: whole.contains(word)
      }
    }
  }

  /// Words of cookies that identify a user.
  static let sessionWords: [(word: String, place: Place)] = [
    ("sess", .within),  // session, PHPSESSID, JSESSIONID, asp.net_SessionId
    ("token", .within),  // access_token, refreshToken, next-auth.session-token
    ("auth", .alone), ("oauth", .alone), ("authorization", .alone), (".aspxauth", .within),
    ("jwt", .within), ("sid", .alone), ("ssid", .alone), ("login", .alone), ("remember", .alone),
  ]

  /// Words of cookies that identify nobody, whatever else their names say.
  static let otherWords: [(word: String, place: Place)] = [
    // Protection against forged requests.
    ("csrf", .within), ("xsrf", .within), ("antiforgery", .within), ("nonce", .alone),
    // Consent.
    ("consent", .within), ("gdpr", .within), ("ccpa", .within), ("optanon", .within),
    // Analytics.
    ("analytics", .within), ("tracking", .within), ("ga", .alone), ("gid", .alone), ("gcl", .alone), ("fbp", .alone),
    ("hj", .alone), ("utm", .within), ("mixpanel", .within), ("amplitude", .within), ("amp", .alone), ("ajs", .alone),
    ("optimizely", .within), ("intercom", .within), ("segment", .alone), ("experiment", .within), ("variant", .alone),
    // Preferences.
    ("locale", .within), ("language", .within), ("lang", .alone), ("i18n", .within), ("theme", .within),
    ("timezone", .within), ("tz", .alone), ("currency", .alone), ("flash", .alone), ("redirect", .within),
    // Load balancers and protection against bots.
    ("cf", .alone), ("cfuvid", .alone), ("cfduid", .alone), ("awsalb", .within), ("awselb", .within),
    ("arraffinity", .within), ("bigip", .within), ("affinity", .within), ("incap", .alone), ("visid", .alone),
    ("nlbi", .alone), ("ak", .alone), ("bm", .alone), ("abck", .alone), ("datadome", .within), ("route", .alone),
  ]

  /// Values that many users share.
  static let flags: Set<String> = ["", "0", "1", "true", "false", "yes", "no", "on", "off"]
}
