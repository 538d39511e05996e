/// A GraphQL text with a name for messages.
///
/// Places are byte offsets into the UTF-8. Lines and columns are computed only when an error needs them.
package struct SourceText: Hashable, Sendable {
  /// The text's name in messages: a file's name or `GraphQL request`.
  package let name: String
  /// The text's bytes. Invalid UTF-8 is not repaired; the lexer reports it as a syntax error.
  package let utf8: [UInt8]

  /// The default name is graphql-js's.
  package init(_ text: String, name: String = "GraphQL request") {
    self.init(utf8: Array(text.utf8), name: name)
  }

  package init(utf8: [UInt8], name: String = "GraphQL request") {
    self.name = name
    self.utf8 = utf8
  }

  /// Returns the line and column, both from 1, of a byte offset.
  ///
  /// A line ends with LF, CR or CRLF (section 2.1.4 "Line Terminators"). A column counts UTF-16 code units, as in
  /// graphql-js. Offsets outside the text are clamped.
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

  /// Returns the lines and columns of places, in order, without those that are in no text.
  package func locations(of places: [Place]) -> [SourceLocation] {
    places.compactMap { $0.start < 0 ? nil : location(at: Int($0.start)) }
  }
}
