/// Writes nodes as readable text, in the layout of graphql-js's `print`: two spaces a level, argument lists beyond 80
/// columns with one argument a line. Parsing the text gives an equal tree.
struct Printer {
  private(set) var bytes: [UInt8] = []
  /// The indentation of the next line, in levels of two spaces.
  var level = 0

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func newline() {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
  }

  /// Writes braces with one element a line between them; nothing for no elements.
  mutating func block<Element>(_ elements: [Element], _ write: (inout Printer, Element) -> Void) {
    if elements.isEmpty { return }
    self.write("{")
    lines(elements, write)
    self.write("}")
  }

  /// Writes one element a line, one level deeper, with line ends before, between and after.
  private mutating func lines<Element>(_ elements: [Element], _ write: (inout Printer, Element) -> Void) {
    level += 1
    for element in elements {
      newline()
      write(&self, element)
    }
    level -= 1
    newline()
  }

  mutating func separated<Element>(
    _ elements: [Element], by separator: String, _ write: (inout Printer, Element) -> Void
  ) {
    var isFirst = true
    for element in elements {
      if !isFirst { self.write(separator) }
      isFirst = false
      write(&self, element)
    }
  }

  /// Writes elements in parentheses: on one line, or one a line if an element has several lines. Skips an empty list.
  mutating func parenthesised<Element>(_ elements: [Element], _ write: (inout Printer, Element) -> Void) {
    parenthesised(elements, write) { printer, start in printer.bytes[start...].contains(0x0A) }
  }

  /// Writes arguments in parentheses: on one line, or one a line if the line from `lineStart` exceeds 80 columns.
  mutating func parenthesised(_ arguments: [Argument], lineStart: Int) {
    parenthesised(arguments, { $0.write($1) }) { printer, _ in printer.width(from: lineStart) > 80 }
  }

  /// Writes variables in parentheses: on one line, or one a line if any has a description.
  mutating func parenthesised(_ variables: [VariableDefinition]) {
    parenthesised(variables, { $0.write($1) }) { _, _ in variables.contains { $0.description != nil } }
  }

  private mutating func parenthesised<Element>(
    _ elements: [Element], _ write: (inout Printer, Element) -> Void, breaks: (Printer, Int) -> Bool
  ) {
    if elements.isEmpty { return }
    let start = bytes.count
    self.write("(")
    separated(elements, by: ", ", write)
    self.write(")")
    if breaks(self, start) {
      bytes.removeLast(bytes.count - start)
      self.write("(")
      lines(elements, write)
      self.write(")")
    }
  }

  /// The number of UTF-16 code units written since `start`, without the indentation of further lines.
  private func width(from start: Int) -> Int {
    var width = 0
    for byte in bytes[start...] {
      width += UTF8Scan.utf16Width(ofLeadByte: byte)
      if byte == 0x0A { width -= 2 * level }
    }
    return width
  }

  /// Writes a string in its original form, or as a plain string if no block string has its value.
  mutating func write(_ string: StringValue) {
    guard string.isBlock, let literal = BlockString.literal(of: string.value) else {
      StringLiteral.append(string.value, to: &bytes)
      return
    }
    for byte in literal {
      if byte == 0x0A { newline() } else { bytes.append(byte) }
    }
  }

  mutating func write(description: StringValue?) {
    guard let description else { return }
    write(description)
    newline()
  }
}
