/// A GraphQL text with a name to call it by in messages.
///
/// The text is kept as UTF-8, and every place in it is a byte offset. Lines and columns are worked out only
/// when somebody asks, which is when something is wrong.
package struct SourceText: Hashable, Sendable {
  /// What messages call the text: a file's name, or `GraphQL request`.
  package let name: String
  /// The text's bytes. Bytes that are not UTF-8 are a syntax error where they stand, not repaired here.
  package let utf8: [UInt8]

  /// - Parameters:
  ///   - text: the whole text.
  ///   - name: what messages call it; `GraphQL request` unless said otherwise, as in the reference.
  package init(_ text: String, name: String = "GraphQL request") {
    self.init(utf8: Array(text.utf8), name: name)
  }

  /// - Parameters:
  ///   - utf8: the whole text's bytes.
  ///   - name: what messages call it; `GraphQL request` unless said otherwise.
  package init(utf8: [UInt8], name: String = "GraphQL request") {
    self.name = name
    self.utf8 = utf8
  }

  /// The line and column, both from 1, of a byte offset.
  ///
  /// A line ends with LF, CR or CRLF (section 2.1.4 "Line Terminators"). A column counts UTF-16 code units, as the
  /// reference does. An offset behind the end counts as the end, one before the start as the start.
  package func location(at offset: Int) -> SourceLocation {
    let end = min(max(offset, 0), utf8.count)
    var line = 1
    var lineStart = 0
    var index = 0
    while index < end {
      let byte = utf8[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index < utf8.count, utf8[index] == 0x0A { index += 1 }
      line += 1
      lineStart = index
    }
    var column = 1
    index = lineStart
    while index < end {
      column += UTF8Scan.utf16Width(ofLeadByte: utf8[index])
      index += 1
    }
    return SourceLocation(line: line, column: column)
  }

  /// The lines and columns of places, in their order, without those that stand in no text.
  package func locations(of places: [Place]) -> [SourceLocation] {
    places.compactMap { $0.start < 0 ? nil : location(at: Int($0.start)) }
  }
}
