import GraphQLLanguage
import Recordings

/// Rows of text in aligned columns.
struct TextTable {
  private let head: [String]
  private let rows: [[String]]
  private let firstNumber: Int

  /// The columns from `firstNumber` on are right-aligned.
  init(head: [String], rows: [[String]], firstNumber: Int) {
    self.head = head
    self.rows = rows.map { row in row.map(RecordingError.printable) }
    self.firstNumber = firstNumber
  }

  /// The header and a line for each row, without empty columns.
  func lines(colors: TextColors) -> [String] {
    let columns = head.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let all = [head] + rows
    let widths = head.indices.map { column in all.map { Self.width($0[column]) }.max() ?? 0 }
    let lines = all.map { row in
      var line = columns.map { Self.padded(row[$0], to: widths[$0], isNumber: $0 >= firstNumber) }
        .joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    return [colors.bold(lines[0])] + lines.dropFirst()
  }

  private static func padded(_ text: String, to width: Int, isNumber: Bool) -> String {
    let space = String(repeating: " ", count: max(0, width - Self.width(text)))
    return isNumber ? space + text : text + space
  }

  private static func width(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + $1.displayWidth } }
}
