extension SourceText {
  /// Returns `GraphQL request:1:10`, the line with its neighbors, and a caret. There is no trailing newline.
  ///
  /// Lines beyond 120 columns, as in minified documents, are shown in pieces of 80, and very long ones only in part.
  package func excerpt(at location: SourceLocation) -> String { excerpt(at: location, SourceLines(self)) }

  /// Returns the excerpt, using lines that are already known.
  package func excerpt(at location: SourceLocation, _ lines: SourceLines) -> String {
    let heading = "\(name):\(location.line):\(location.column)\n"
    let line = lines.line(location.line) ?? []
    let rows: [Row]
    if Self.isLong(line) {
      rows = minifiedRows(line, at: location)
    } else {
      rows = [
        Row("\(location.line - 1) |", Self.text(lines.line(location.line - 1))),
        Row("\(location.line) |", Self.text(line)),
        Row("|", Self.caret(column: location.column, below: line)),
        Row("\(location.line + 1) |", Self.text(lines.line(location.line + 1))),
      ]
    }
    return heading + Self.aligned(rows)
  }

  private static let longestWholeLine = 120
  private static let pieceLength = 80
  /// The maximum number of pieces shown of one line, up to the place.
  private static let mostPieces = 40

  private static func text(_ line: ArraySlice<UInt8>?) -> String? { line.map { String(decoding: $0, as: UTF8.self) } }

  private static func isLong(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count > longestWholeLine else { return false }
    var columns = 0
    for byte in line where columns <= longestWholeLine { columns += UTF8Scan.utf16Width(ofLeadByte: byte) }
    return columns > longestWholeLine
  }

  /// One line of the excerpt. A row without text is skipped.
  private struct Row {
    var prefix: String
    var text: String?

    init(_ prefix: String, _ text: String?) {
      self.prefix = prefix
      self.text = text
    }
  }

  /// Returns the caret, indented to its character: by a tab for each tab, else by spaces of the same width.
  private static func caret(column: Int, below line: ArraySlice<UInt8>) -> String {
    var units = 0
    var padding = ""
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      guard units < column - 1 else { break }
      units += scalar.value > 0xFFFF ? 2 : 1
      padding += scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.displayWidth)
    }
    return padding + String(repeating: " ", count: max(column - 1 - units, 0)) + "^"
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

  private func minifiedRows(_ line: ArraySlice<UInt8>, at location: SourceLocation) -> [Row] {
    // graphql-js divides the column without subtracting 1, which puts column 80 into the second piece. This does not.
    let index = (location.column - 1) / Self.pieceLength
    let column = (location.column - 1) % Self.pieceLength + 1
    let pieces = Self.pieces(of: line, upTo: index + 1)
    var shown = Array(pieces.prefix(index + 1).enumerated())
    // graphql-js shows all pieces. For a line of megabytes that repeats the whole line for each error.
    if shown.count > Self.mostPieces { shown.removeSubrange(1..<(shown.count - Self.mostPieces + 1)) }
    var rows = shown.map { Row($0 == 0 ? "\(location.line) |" : "|", String(decoding: $1, as: UTF8.self)) }
    if let first = shown.dropFirst().first, first.offset > 1 { rows.insert(Row("|", "…"), at: 1) }
    rows.append(Row("|", Self.caret(column: column, below: index < pieces.count ? pieces[index] : [])))
    if index + 1 < pieces.count { rows.append(Row("|", String(decoding: pieces[index + 1], as: UTF8.self))) }
    return rows
  }

  /// Splits the line into pieces of 80 columns up to this index. Characters of two code units stay whole.
  private static func pieces(of line: ArraySlice<UInt8>, upTo last: Int) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    var columns = 0
    var nextCut = pieceLength
    for index in line.indices {
      let width = UTF8Scan.utf16Width(ofLeadByte: line[index])
      if width > 0, columns >= nextCut {
        pieces.append(line[start..<index])
        if pieces.count > last { return pieces }
        start = index
        nextCut += pieceLength
      }
      columns += width
    }
    pieces.append(line[start...])
    return pieces
  }
}
