// Numbers compare by value with all their digits and any exponent, so neither Double nor Int is enough. Every nonzero
// number has exactly one form ±D × 10^x with D = d.ddd…, whose first and last digits are not zero. The exponent may
// itself exceed Int (`1e99999999999999999999`), so it can be digits.

/// A decomposed number: sign, digits, exponent. Two numbers have the same value if and only if these are equal.
struct Decimal: Hashable, Sendable {
  var isNegative = false

  /// The significant digits as ASCII, without zeros at either end; empty for zero.
  var digits: [UInt8] = []

  /// The power of ten of the first digit.
  var exponent = Exponent.small(0)

  /// An exponent; `small` whenever it fits, so that each exponent has one representation.
  enum Exponent: Hashable, Sendable {
    /// A magnitude below 10^17.
    case small(Int)
    /// Any other, as ASCII digits without leading zeros.
    case huge(isNegative: Bool, digits: [UInt8])
  }

  /// - Parameter text: a valid JSON number.
  init(_ text: String) {
    var copy = text
    self = copy.withUTF8 { Decimal($0) }
  }

  private init(_ text: UnsafeBufferPointer<UInt8>) {
    var end = 0
    while end < text.count, text[end] | 0x20 != UInt8(ascii: "e") { end += 1 }
    var power = 0
    var isBehindPoint = false
    for byte in text[..<end] {
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else if byte == UInt8(ascii: ".") {
        isBehindPoint = true
      } else if digits.isEmpty && byte == UInt8(ascii: "0") {
        if isBehindPoint { power -= 1 }
      } else {
        if !isBehindPoint { power += 1 }
        digits.append(byte)
      }
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    guard !digits.isEmpty else {
      isNegative = false
      return
    }
    exponent = Exponent(text[min(end + 1, text.count)...], adding: power - 1)
  }
}

extension Decimal.Exponent {
  private static var smallDigits: Int { 17 }

  /// The exponent written as `text` (empty for 0) plus `offset`, which is at most the length of a text.
  init(_ text: Slice<UnsafeBufferPointer<UInt8>>, adding offset: Int) {
    var digits = text
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    digits = digits.drop { $0 == UInt8(ascii: "0") }
    if digits.count <= Self.smallDigits {
      let magnitude = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      self.init(small: (isNegative ? -magnitude : magnitude) + offset)
    } else {
      // The offset is too small to change the sign.
      self.init(isNegative: isNegative, Self.sum(Array(digits), isNegative ? -offset : offset))
    }
  }

  private init(small value: Int) {
    let digits = Array(String(value.magnitude).utf8)
    self = digits.count <= Self.smallDigits ? .small(value) : .huge(isNegative: value < 0, digits: digits)
  }

  private init(isNegative: Bool, _ magnitude: [UInt8]) {
    if magnitude.count <= Self.smallDigits {
      let value = magnitude.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      self = .small(isNegative ? -value : value)
    } else {
      self = .huge(isNegative: isNegative, digits: magnitude)
    }
  }

  /// Adds `offset`, whose magnitude is smaller, to the digits, digit by digit from the right.
  private static func sum(_ digits: [UInt8], _ offset: Int) -> [UInt8] {
    var result = digits
    var carry = offset
    var index = result.count - 1
    while carry != 0, index >= 0 {
      let value = Int(result[index] - 0x30) + carry
      // Rounded down, so that the remaining digit is 0 to 9.
      carry = value >= 0 ? value / 10 : (value - 9) / 10
      result[index] = 0x30 + UInt8(value - carry * 10)
      index -= 1
    }
    if carry > 0 { result.insert(contentsOf: String(carry).utf8, at: 0) }
    return Array(result.drop { $0 == UInt8(ascii: "0") })
  }

  /// The exponent in decimal digits, with a minus sign if it is negative.
  var text: String {
    switch self {
    case .small(let value): String(value)
    case .huge(let isNegative, let digits): (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }
  }
}

extension Decimal {
  var canonicalText: String {
    guard let first = digits.first else { return "0" }
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    if case .small(let power) = exponent, power < digits.count + 20, power >= -7 {
      appendPlain(power, to: &text)
    } else {
      text.append(first)
      if digits.count > 1 {
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: digits.dropFirst())
      }
      text.append(UInt8(ascii: "e"))
      text.append(contentsOf: exponent.text.utf8)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func appendPlain(_ power: Int, to text: inout [UInt8]) {
    if power < 0 {
      text.append(contentsOf: "0.".utf8)
      text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -power - 1))
      text.append(contentsOf: digits)
    } else if power + 1 >= digits.count {
      text.append(contentsOf: digits)
      text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: power + 1 - digits.count))
    } else {
      text.append(contentsOf: digits[...power])
      text.append(UInt8(ascii: "."))
      text.append(contentsOf: digits[(power + 1)...])
    }
  }
}
