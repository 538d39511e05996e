extension JSONNumber {
  package init(_ value: Int) {
    self.init(validated: String(value))
  }

  /// The shortest text that parses back to this Double, with a point or an exponent: `1.0`, `0.1`, `1e+16`. Nil for
  /// values that JSON cannot represent: not-a-number and the infinities.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(validated: value.description)
  }

  /// The number with exactly this text; nil if the text is not a JSON number (RFC 8259, section 6).
  package init?(text: String) {
    guard case .number(let number)? = try? JSON.parse(text: text), number.text.hasSameScalars(as: text) else {
      return nil
    }
    self = number
  }

  /// A valid JSON number that two numbers share if and only if they have the same value.
  ///
  /// Computed from all digits, never through Double. It has no fraction or exponent if that needs at most 20 zeros
  /// after the digits, else a fraction if that needs at most 7 zeros before them, else the form `d.ddde±x`. So it is
  /// never much longer than the number's own text:
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

  /// Indicates whether both have the same value (`1.0`, `1.00` and `1e0`; `-0` and `0`), exactly, for any number of
  /// digits and any exponent.
  package func isEquivalent(to other: JSONNumber) -> Bool {
    if text == other.text { return true }
    if isPlainInteger, other.isPlainInteger { return false }
    return Decimal(text) == Decimal(other.text)
  }

  /// The value if it is an integer in the range of Int, in any notation (`1e3` is 1000, `1.0` is 1).
  package var int: Int? {
    Int(text) ?? (isPlainInteger ? nil : Decimal(text).int)
  }

  /// The nearest Double; nil if the value is beyond the range of Double.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Indicates whether the text is an integer that is surely canonical, without a look at its digits. False for zero
  /// with a sign and for integers that end in many zeros.
  private var isPlainInteger: Bool {
    var copy = text
    return copy.withUTF8 { text in
      var zeros = 0
      for (index, byte) in text.enumerated() {
        guard byte.isDigit || (index == 0 && byte == UInt8(ascii: "-")) else { return false }
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
