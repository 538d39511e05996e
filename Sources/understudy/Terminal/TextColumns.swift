import GraphQLLanguage

/// Texts cut and filled to columns of a terminal.
enum TextColumns {
  /// The columns that a text takes.
  static func count(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + $1.displayWidth } }

  /// A text with spaces behind it.
  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - count(text)))
  }

  /// The beginning of a text, with an ellipsis where it is cut.
  static func beginning(of text: String, columns: Int) -> String {
    guard count(text) > columns else { return text }
    return String(fitting(text, columns)) + "…"
  }

  /// The end of a text, with an ellipsis where it is cut: of the name of a test, the end tells it from others.
  static func end(of text: String, columns: Int) -> String {
    guard count(text) > columns else { return text }
    return "…" + String(fitting(String(text.reversed()), columns).reversed())
  }

  /// The first characters that leave a place for an ellipsis.
  private static func fitting(_ text: String, _ columns: Int) -> Substring {
    var room = columns - 1
    return text.prefix { character in
      room -= count(String(character))
      return room >= 0
    }
  }
}
