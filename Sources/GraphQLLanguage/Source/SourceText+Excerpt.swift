extension SourceText {
  /// The place in words and in the text: `GraphQL request:1:10`, the line with its neighbours, and a caret.
  ///
  /// Lines longer than 120 columns, as minified documents have, are shown in pieces of 80. There is no newline at
  /// the end.
  package func excerpt(at location: SourceLocation) -> String {
    let heading = "\(name):\(location.line):\(location.column)\n"
    let lines = linesAround(location.line)
    let rows: [Row]
    if lines.current.utf16.count > Self.longestWholeLine {
      rows = minifiedRows(lines.current, at: location)
    } else {
      rows = [
        Row("\(location.line - 1) |", lines.previous),
        Row("\(location.line) |", lines.current),
        Row("|", Self.caret(column: location.column)),
        Row("\(location.line + 1) |", lines.next),
      ]
    }
    return heading + Self.aligned(rows)
  }

  /// The excerpts of several locations, one under the other with an empty line between.
  package func excerpts(at locations: [SourceLocation]) -> String {
    locations.map(excerpt(at:)).joined(separator: "\n\n")
  }

  private static let longestWholeLine = 120
  private static let pieceLength = 80

  /// One line of the excerpt; a row without text does not exist and is left out.
  private struct Row {
    var prefix: String
    var text: String?

    init(_ prefix: String, _ text: String?) {
      self.prefix = prefix
      self.text = text
    }
  }

  private static func caret(column: Int) -> String {
    String(repeating: " ", count: max(column - 1, 0)) + "^"
  }

  private static func aligned(_ rows: [Row]) -> String {
    let existing = rows.filter { $0.text != nil }
    let width = existing.map(\.prefix.utf8.count).max() ?? 0
    return existing.map { row in
      let padding = String(repeating: " ", count: width - row.prefix.utf8.count)
      let text = row.text ?? ""
      return padding + row.prefix + (text.isEmpty ? "" : " " + text)
    }.joined(separator: "\n")
  }

  private func minifiedRows(_ line: String, at location: SourceLocation) -> [Row] {
    let pieces = Self.pieces(of: line)
    // The reference divides the column itself and so puts column 80 into the second piece; this points at it.
    let index = (location.column - 1) / Self.pieceLength
    let column = (location.column - 1) % Self.pieceLength + 1
    var rows = pieces.prefix(index + 1).enumerated().map { Row($0 == 0 ? "\(location.line) |" : "|", $1) }
    rows.append(Row("|", Self.caret(column: column)))
    if index + 1 < pieces.count { rows.append(Row("|", pieces[index + 1])) }
    return rows
  }

  /// The line in pieces of 80 columns; a character of two code units is never split.
  private static func pieces(of line: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var columns = 0
    var nextCut = pieceLength
    for scalar in line.unicodeScalars {
      if columns >= nextCut {
        pieces.append(piece)
        piece = ""
        nextCut += pieceLength
      }
      piece.unicodeScalars.append(scalar)
      columns += scalar.value > 0xFFFF ? 2 : 1
    }
    pieces.append(piece)
    return pieces
  }

  /// A line, counted from 1, and its neighbours as far as there are any.
  private func linesAround(_ wanted: Int) -> (previous: String?, current: String, next: String?) {
    var previous: String?
    var current = ""
    var number = 1
    var start = 0
    var index = 0
    while true {
      let atEnd = index >= utf8.count
      guard atEnd || utf8[index] == 0x0A || utf8[index] == 0x0D else {
        index += 1
        continue
      }
      if number >= wanted - 1 {
        let text = String(decoding: utf8[start..<index], as: UTF8.self)
        if number == wanted - 1 { previous = text }
        if number == wanted { current = text }
        if number == wanted + 1 { return (previous, current, text) }
      }
      if atEnd { return (previous, current, nil) }
      index += utf8[index] == 0x0D && index + 1 < utf8.count && utf8[index + 1] == 0x0A ? 2 : 1
      number += 1
      start = index
    }
  }
}
