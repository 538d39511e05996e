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

  /// Makes the header and a line for each row, without empty columns.
  ///
  /// - Parameters:
  ///   - colors: the colors of the header.
  ///   - width: the width of the terminal, in columns; nil for lines of any length. Long texts are cut to fit; if that
  ///     is not enough, the first columns of numbers are left out.
  /// - Returns: the lines.
  func lines(colors: TextColors, fitting width: Int?) -> [String] {
    let all = [head] + rows
    var columns = head.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    var widths = head.indices.map { column in all.map { Self.width($0[column]) }.max() ?? 0 }
    func excess() -> Int {
      width.map { columns.reduce(2 * (columns.count - 1)) { $0 + widths[$1] } - $0 } ?? 0
    }
    while excess() > 0 {
      let texts = columns.filter { $0 < firstNumber && widths[$0] > Self.shortest }
      if let widest = texts.max(by: { widths[$0] < widths[$1] }) {
        widths[widest] -= 1
      } else if let number = columns.dropLast().firstIndex(where: { $0 >= firstNumber }) {
        columns.remove(at: number)
      } else {
        break
      }
    }
    let lines = all.map { row in
      var line = columns.map {
        Self.padded(Self.cut(row[$0], to: widths[$0]), to: widths[$0], isNumber: $0 >= firstNumber)
      }
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

  /// The columns that are left of every text.
  private static let shortest = 4

  private static func cut(_ text: String, to width: Int) -> String {
    guard Self.width(text) > width else { return text }
    var room = width - 1
    let start = text.prefix { character in
      room -= Self.width(String(character))
      return room >= 0
    }
    return start + "…"
  }

  private static func width(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + $1.displayWidth } }
}
