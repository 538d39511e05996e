import GraphQLLanguage

/// Cuts and pads texts to columns of a terminal.
enum TextColumns {
  /// Returns the width of a text, in columns.
  static func count(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + $1.displayWidth } }

  /// Returns a text padded with spaces.
  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - count(text)))
  }

  /// Returns the beginning of a text, with an ellipsis if it is cut.
  static func beginning(of text: String, columns: Int) -> String {
    guard count(text) > columns else { return text }
    return String(fitting(text, columns)) + "…"
  }

  /// Returns the end of a text, with an ellipsis if it is cut. Names of tests differ at their ends.
  static func end(of text: String, columns: Int) -> String {
    guard count(text) > columns else { return text }
    return "…" + String(fitting(String(text.reversed()), columns).reversed())
  }

  /// Returns the first characters that leave room for an ellipsis.
  private static func fitting(_ text: String, _ columns: Int) -> Substring {
    var room = columns - 1
    return text.prefix { character in
      room -= count(String(character))
      return room >= 0
    }
  }
}
