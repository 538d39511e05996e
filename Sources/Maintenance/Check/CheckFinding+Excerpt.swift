import GraphQLLanguage
import Recordings

extension CheckFinding {
  /// The excerpt for a terminal: tabs stay, other controls are written out, and the caret moves with what is written
  /// out before it.
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

  /// The row of a caret, made to fit what the row above becomes; nil where it is no such row.
  private static func caret(_ row: String, below text: String) -> String? {
    let scalars = Array(row.unicodeScalars)
    guard scalars.last == "^", let bar = scalars.firstIndex(of: "|"),
      scalars.indices.allSatisfy({ $0 == bar || $0 == scalars.count - 1 || [" ", "\t"].contains(scalars[$0]) })
    else { return nil }
    var shown = ""
    var column = 0
    for scalar in text.unicodeScalars where column < scalars.count - 1 {
      let written = printable(String(scalar)).unicodeScalars.count
      // One column in the row as it is, and so many as it is written out.
      shown.unicodeScalars.append(contentsOf: scalars[column..<min(column + scalar.displayWidth, scalars.count - 1)])
      if written > 1 { shown += String(repeating: " ", count: written - 1) }
      column += scalar.displayWidth
    }
    shown.unicodeScalars.append(contentsOf: scalars[min(column, scalars.count - 1)...])
    return shown
  }
}
