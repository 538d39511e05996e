/// Writes nodes as text for people, laid out as the reference's `print` does: two spaces a level, argument lists of
/// more than 80 columns one argument a line.
///
/// Parsing the text gives the tree that was printed.
struct Printer {
  private(set) var bytes: [UInt8] = []
  /// How deep the next line is indented, in levels of two spaces.
  var level = 0

  /// Text without line ends.
  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func newline() {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
  }

  /// `{`, one element a line, `}`; nothing for no elements.
  mutating func block<Element>(_ elements: [Element], _ write: (inout Printer, Element) -> Void) {
    if elements.isEmpty { return }
    self.write("{")
    lines(elements, write)
    self.write("}")
  }

  /// One element a line, one level deeper, with line ends before, between and after.
  private mutating func lines<Element>(_ elements: [Element], _ write: (inout Printer, Element) -> Void) {
    level += 1
    for element in elements {
      newline()
      write(&self, element)
    }
    level -= 1
    newline()
  }

  /// Elements on one line with a separator between.
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

  /// Elements between parentheses on one line; or, if an element has several lines of its own, one a line. Nothing
  /// for no elements.
  mutating func parenthesised<Element>(_ elements: [Element], _ write: (inout Printer, Element) -> Void) {
    parenthesised(elements, write) { printer, start in printer.bytes[start...].contains(0x0A) }
  }

  /// Arguments between parentheses on one line; or, if the line from `lineStart` on has more than 80 columns, one
  /// a line.
  mutating func parenthesised(_ arguments: [Argument], lineStart: Int) {
    parenthesised(arguments, { $0.write($1) }) { printer, _ in printer.width(from: lineStart) > 80 }
  }

  /// Variables between parentheses on one line; or, if one is described, one a line.
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

  /// How many UTF-16 code units were written since `start`, indentation of further lines not counted.
  private func width(from start: Int) -> Int {
    var width = 0
    for byte in bytes[start...] {
      width += UTF8Scan.utf16Width(ofLeadByte: byte)
      if byte == 0x0A { width -= 2 * level }
    }
    return width
  }

  /// A string in the form it was written in; a plain one where no block string has its value.
  mutating func write(_ string: StringValue) {
    guard string.isBlock, let literal = BlockString.literal(of: string.value) else {
      StringLiteral.append(string.value, to: &bytes)
      return
    }
    for byte in literal {
      if byte == 0x0A { newline() } else { bytes.append(byte) }
    }
  }

  /// A description, and the line end after it.
  mutating func write(description: StringValue?) {
    guard let description else { return }
    write(description)
    newline()
  }
}
