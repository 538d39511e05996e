extension JSON {
  /// The value as compact JSON text in UTF-8, on one line without white space.
  ///
  /// What `parse` has read comes out with the same order, repeated names, number texts and lone surrogates; strings
  /// are escaped minimally.
  package func serialize() -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Appends what `serialize()` returns, without a buffer of its own.
  package func append(to bytes: inout [UInt8]) {
    var printer = JSONPrinter(style: .compact)
    printer.print(self, to: &bytes)
  }

  /// The value as JSON text for people and version control: two spaces a level, a member or element a line, `{}` and
  /// `[]` where empty. With `trailingNewline` a line feed ends the text, as files want it; not unless asked.
  package func serializePretty(trailingNewline: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    appendPretty(to: &bytes, trailingNewline: trailingNewline)
    return bytes
  }

  /// Appends what `serializePretty(trailingNewline:)` returns. `level` is how many levels deep the surrounding
  /// text already is (the first line is not indented); 0 unless said otherwise.
  package func appendPretty(to bytes: inout [UInt8], level: Int = 0, trailingNewline: Bool = false) {
    var printer = JSONPrinter(style: .pretty, level: level)
    printer.print(self, to: &bytes)
    if trailingNewline { bytes.append(0x0A) }
  }

  /// The compact text as a String.
  package var compactText: String { String(decoding: serialize(), as: UTF8.self) }

  /// The pretty text as a String, without a line feed at its end.
  package var prettyText: String { String(decoding: serializePretty(), as: UTF8.self) }

  /// Appends a string of JSON in quotation marks, escaped as in `serialize()`.
  package static func appendString(_ text: String, to bytes: inout [UInt8]) {
    JSONPrinter.appendString(text, to: &bytes)
  }
}

extension JSON: CustomStringConvertible {
  /// The compact JSON text.
  package var description: String { compactText }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as written.
  package var description: String { text }
}
