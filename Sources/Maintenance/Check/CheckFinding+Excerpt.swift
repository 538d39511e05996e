import GraphQLLanguage
import Recordings

extension CheckFinding {
  /// The excerpt for a terminal. Tabs stay, other control characters are escaped, and the caret moves accordingly.
  var printableExcerpt: [String] {
    excerpt.indices.map { index in
      if index > 0, let caret = Self.caret(excerpt[index], below: excerpt[index - 1]) { return caret }
      return Self.printable(excerpt[index])
    }
  }

  private static func printable(_ row: some StringProtocol) -> String {
    row.split(separator: "\t", omittingEmptySubsequences: false).map { RecordingError.printable(String($0)) }
      .joined(separator: "\t")
  }

  /// Returns the row of a caret, aligned with the escaped row above; nil for other rows.
  private static func caret(_ row: String, below text: String) -> String? {
    let scalars = Array(row.unicodeScalars)
    guard scalars.last == "^", let bar = scalars.firstIndex(of: "|"),
      scalars.indices.allSatisfy({ $0 == bar || $0 == scalars.count - 1 || [" ", "\t"].contains(scalars[$0]) })
    else { return nil }
    var shown = ""
    var column = 0
    for scalar in text.unicodeScalars where column < scalars.count - 1 {
      let written = printable(String(scalar)).unicodeScalars.count
      // The original columns, then spaces for the extra columns of an escaped character.
      shown.unicodeScalars.append(contentsOf: scalars[column..<min(column + scalar.displayWidth, scalars.count - 1)])
      if written > 1 { shown += String(repeating: " ", count: written - 1) }
      column += scalar.displayWidth
    }
    shown.unicodeScalars.append(contentsOf: scalars[min(column, scalars.count - 1)...])
    return shown
  }
}
