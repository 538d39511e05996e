extension JSON {
  /// Prints the value as compact JSON in UTF-8, on one line without white space. Parsed values keep their order,
  /// repeated names, number texts and lone surrogates. Strings are escaped minimally.
  package func serialize() -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// Appends the output of `serialize()`, without a buffer of its own.
  package func append(to bytes: inout [UInt8]) {
    var printer = JSONPrinter(style: .compact)
    printer.print(self, to: &bytes)
  }

  /// Prints the value as JSON for people and version control: two spaces per level, one member or element per line,
  /// `{}` and `[]` if empty. `trailingNewline` adds a line feed at the end, as in files.
  package func serializePretty(trailingNewline: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    appendPretty(to: &bytes, trailingNewline: trailingNewline)
    return bytes
  }

  /// Appends the output of `serializePretty(trailingNewline:)`. `level` is the nesting level of the surrounding text;
  /// the first line is not indented.
  package func appendPretty(to bytes: inout [UInt8], level: Int = 0, trailingNewline: Bool = false) {
    var printer = JSONPrinter(style: .pretty, level: level)
    printer.print(self, to: &bytes)
    if trailingNewline { bytes.append(0x0A) }
  }

  package var compactText: String { String(decoding: serialize(), as: UTF8.self) }

  /// The pretty text, without a line feed at its end.
  package var prettyText: String { String(decoding: serializePretty(), as: UTF8.self) }

  /// Appends a JSON string in quotation marks, escaped as in `serialize()`.
  package static func appendString(_ text: String, to bytes: inout [UInt8]) {
    JSONPrinter.appendString(text, to: &bytes)
  }
}

extension JSON: CustomStringConvertible {
  package var description: String { compactText }
}

extension JSONNumber: CustomStringConvertible {
  package var description: String { text }
}
