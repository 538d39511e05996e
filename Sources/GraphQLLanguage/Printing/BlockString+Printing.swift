extension BlockString {
  /// Returns the block string with this value, including quotes and without indentation. The layout is graphql-js's:
  /// the value gets lines of its own where it reads better, or where it ends in a quotation mark or a backslash. With
  /// `isMinimal`, adds lines only where the value needs them.
  /// - Returns: nil if no block string has this value: it has a carriage return, blank lines at an end, or indentation
  ///   that parsing would remove.
  static func literal(of value: String, isMinimal: Bool = false) -> [UInt8]? {
    var literal: [UInt8] = [0x22, 0x22, 0x22]
    var value = value
    let isFaithful = value.withUTF8 { bytes in
      appendContent(of: bytes, isMinimal, to: &literal)
      return literal.withUnsafeBufferPointer { written in
        self.value(ofContent: UnsafeBufferPointer(rebasing: written[3...])).elementsEqual(bytes)
      }
    }
    if !isFaithful { return nil }
    literal.append(contentsOf: [0x22, 0x22, 0x22])
    return literal
  }

  private static func appendContent(
    of value: UnsafeBufferPointer<UInt8>, _ isMinimal: Bool, to literal: inout [UInt8]
  ) {
    let isSingleLine = !value.contains(0x0A)
    // Quotation marks are escaped in threes from the left, so the last one is escaped only if it completes a group.
    let quotes = value.reversed().prefix { $0 == 0x22 }.count
    let endsInTripleQuote = quotes > 0 && quotes.isMultiple(of: 3)
    let needsTrailingLine = (value.last == 0x22 && !endsInTripleQuote) || value.last == 0x5C
    // If all further lines are indented, an extra line end keeps that indentation from becoming the common one.
    let needsLeadingLine = !isSingleLine && everyFurtherLineIsIndented(in: value)
    let printsLines =
      !isMinimal
      && (!isSingleLine || isLong(value) || needsTrailingLine || needsLeadingLine || endsInTripleQuote)
    let startsIndented = isSingleLine && (value.first == 0x20 || value.first == 0x09)
    if (printsLines && !startsIndented) || needsLeadingLine { literal.append(0x0A) }
    appendEscaped(value, to: &literal)
    if printsLines || needsTrailingLine { literal.append(0x0A) }
  }

  private static func isLong(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.reduce(0) { $0 + UTF8Scan.utf16Width(ofLeadByte: $1) } > 70
  }

  private static func everyFurtherLineIsIndented(in value: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in value.indices.dropLast() where value[index] == 0x0A {
      if value[index + 1] != 0x20, value[index + 1] != 0x09, value[index + 1] != 0x0A { return false }
    }
    return true
  }

  private static func appendEscaped(_ value: UnsafeBufferPointer<UInt8>, to literal: inout [UInt8]) {
    var quotes = 0
    for byte in value {
      if byte == 0x22 {
        quotes += 1
        if quotes == 3 {
          literal.removeLast(2)
          literal.append(contentsOf: [0x5C, 0x22, 0x22, 0x22])
          quotes = 0
          continue
        }
      } else {
        quotes = 0
      }
      literal.append(byte)
    }
  }
}
