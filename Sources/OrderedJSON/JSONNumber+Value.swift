extension JSONNumber {
  /// The integer in decimal digits.
  package init(_ value: Int) {
    self.init(validated: String(value))
  }

  /// The shortest text that reads back as this Double, with a point or an exponent: `1.0`, `0.1`, `1e+16`.
  /// Nil for what JSON has no text for: not-a-number and the infinities.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(validated: value.description)
  }

  /// The number with this very text; nil if the text is not a JSON number (RFC 8259, section 6).
  package init?(text: String) {
    guard case .number(let number)? = try? JSON.parse(text: text), number.text.hasSameScalars(as: text) else {
      return nil
    }
    self = number
  }

  /// A text that two numbers share if and only if they have the same value; itself a valid JSON number.
  ///
  /// Found with all digits, never through Double. Without a fraction or exponent where that needs no more than 20
  /// zeros behind the digits, else with a fraction where that needs no more than 7 zeros in front of them, else as
  /// `d.ddde±x`; so it is never much longer than the number's own text:
  ///
  /// | value | canonical text |
  /// |---|---|
  /// | `-0.0` | `0` |
  /// | `1.00`, `1e0`, `0.1E+1` | `1` |
  /// | `1e3` | `1000` |
  /// | `613835182.14269805` | `613835182.14269805` |
  /// | `0.00000010` | `0.0000001` |
  /// | `0.00000001` | `1e-8` |
  /// | `1e999999999` | `1e999999999` |
  package var canonicalText: String {
    isPlainInteger ? text : Decimal(text).canonicalText
  }

  /// Whether both have the same value: `1.0`, `1.00` and `1e0`; `-0` and `0`. Exact for any number of digits and
  /// any exponent.
  package func isEquivalent(to other: JSONNumber) -> Bool {
    if text == other.text { return true }
    if isPlainInteger, other.isPlainInteger { return false }
    return Decimal(text) == Decimal(other.text)
  }

  /// The value if it is an integer that an Int can hold, however it is written (`1e3` is 1000, `1.0` is 1).
  package var int: Int? {
    Int(text) ?? (isPlainInteger ? nil : Decimal(text).int)
  }

  /// The nearest Double; nil if the value is beyond the range of Double.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Whether the text is canonical at a glance: an integer that needs no look at its digits. Says no to zero with a
  /// sign, and to integers that end in many zeros.
  private var isPlainInteger: Bool {
    var copy = text
    return copy.withUTF8 { text in
      var zeros = 0
      for (index, byte) in text.enumerated() {
        guard isDigit(byte) || (index == 0 && byte == UInt8(ascii: "-")) else { return false }
        zeros = byte == UInt8(ascii: "0") ? zeros + 1 : 0
      }
      return zeros <= 20 && !(zeros == 1 && text.count == 2 && text[0] == UInt8(ascii: "-"))
    }
  }
}

extension Decimal {
  fileprivate var int: Int? {
    guard !digits.isEmpty else { return 0 }
    guard case .small(let power) = exponent, power >= digits.count - 1, power < 19 else { return nil }
    return Int(canonicalText)
  }
}
