/// The language and customs of a world's names, places and texts. An English world is international: its people have
/// names and addresses from everywhere. Codes, e-mail addresses and enum values are ASCII in all locales.
package enum FakeLocale: String, CaseIterable, Sendable {
  case en, de, ja

  /// Finds the locale of a tag: `de`, `de-DE`, `ja_JP.UTF-8`; only the language matters.
  package init(tag: String) throws(UnknownLocale) {
    let language = tag.prefix { $0 != "-" && $0 != "_" && $0 != "." && $0 != "@" }.lowercased()
    guard let locale = FakeLocale(rawValue: language) else { throw UnknownLocale(tag: tag) }
    self = locale
  }

  package var languageName: String {
    switch self {
    case .en: "English"
    case .de: "German"
    case .ja: "Japanese"
    }
  }
}

/// A locale without names and texts was requested.
package struct UnknownLocale: Error, Equatable, CustomStringConvertible {
  package let tag: String

  package var description: String {
    let known = FakeLocale.allCases.map { "\($0.rawValue) (\($0.languageName))" }.joined(separator: ", ")
    return "There are no fakes for the locale \"\(tag)\". There are: \(known)."
  }
}
