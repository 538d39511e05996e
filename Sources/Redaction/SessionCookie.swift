import Recordings

/// Distinguishes cookies that identify a user from cookies for preferences and infrastructure.
enum SessionCookie {
  /// The way a word is matched in a cookie's name.
  enum Place: Hashable, Sendable {
    /// A whole word: `sid` in `connect.sid`.
    case alone
    /// A part of the name: `sess` in `PHPSESSID`.
    case within
  }

  /// Indicates whether a cookie identifies a user: its name says so, or scripts cannot read it.
  static func isOne(_ cookie: SetCookie) -> Bool {
    guard !has(otherWords, cookie.name) else { return false }
    return cookie.isHTTPOnly || has(sessionWords, cookie.name)
  }

  /// Indicates whether a cookie's value can distinguish users. `logged_in=true` cannot.
  static func tellsUsersApart(_ value: String) -> Bool { !flags.contains(value.lowercased()) }

  /// Indicates whether the name contains one of the words, in any case.
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

  static let sessionWords: [(word: String, place: Place)] = [
    ("sess", .within),  // session, PHPSESSID, JSESSIONID, asp.net_SessionId
    ("token", .within),  // access_token, refreshToken, next-auth.session-token
    ("auth", .alone), ("oauth", .alone), ("authorization", .alone), (".aspxauth", .within),
    ("jwt", .within), ("sid", .alone), ("ssid", .alone), ("login", .alone), ("remember", .alone),
  ]

  /// Words of cookies that do not identify a user, whatever else is in the name.
  static let otherWords: [(word: String, place: Place)] = [
    // CSRF protection.
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
    // Load balancers and bot protection.
    ("cf", .alone), ("cfuvid", .alone), ("cfduid", .alone), ("awsalb", .within), ("awselb", .within),
    ("arraffinity", .within), ("bigip", .within), ("affinity", .within), ("incap", .alone), ("visid", .alone),
    ("nlbi", .alone), ("ak", .alone), ("bm", .alone), ("abck", .alone), ("datadome", .within), ("route", .alone),
  ]

  /// Values that many users share.
  static let flags: Set<String> = ["", "0", "1", "true", "false", "yes", "no", "on", "off"]
}
