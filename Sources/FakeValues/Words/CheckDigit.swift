/// Digits at the end of a number that reveal a typing error.
enum CheckDigit {
  /// Returns the last digit of an EAN-13, ISBN-13 or UPC-A, for the digits before it (weights 1 and 3 from the right).
  static func ean(_ digits: [UInt8]) -> UInt8 {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() { sum += Int(digit) * (index.isMultiple(of: 2) ? 3 : 1) }
    return UInt8((10 - sum % 10) % 10)
  }

  /// Returns the two check digits of an IBAN (ISO 13616): 98 less the remainder by 97 of the account, the country and
  /// 00.
  static func iban(country: String, account: String) -> String {
    padded(98 - remainder97(account + country + "00"), 2)
  }

  /// Returns a German account number. Bank code 00000000 belongs to no bank.
  static func iban(_ draw: inout Draw) -> String {
    let account = "00000000" + draw.digits(10)
    return "DE\(iban(country: "DE", account: account))\(account)"
  }

  /// Returns the remainder by 97 of a number in which letters are 10 to 35.
  static func remainder97(_ text: String) -> Int {
    var remainder = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: remainder = (remainder * 10 + Int(byte) - 0x30) % 97
      case 0x41...0x5A: remainder = (remainder * 100 + Int(byte) - 0x37) % 97
      default: continue
      }
    }
    return remainder
  }

  /// Returns a number of `length` digits: the prefix, digits from the draw, and the check digit that `check` computes.
  static func number(
    _ prefix: String, length: Int, _ draw: inout Draw, _ check: ([UInt8]) -> UInt8
  ) -> String {
    var digits = prefix.utf8.map { $0 - 0x30 }
    while digits.count < length - 1 { digits.append(UInt8(draw.below(10))) }
    digits.append(check(digits))
    return text(digits)
  }

  /// Returns an EAN-13 or ISBN-13 with `number` in its last digits, at least six, before the right check digit; nil for
  /// other texts, and for a number of more than eight digits.
  static func numbered(_ text: String, _ number: Int) -> String? {
    let digits = text.utf8.map { $0 &- 0x30 }
    let end = padded(number, 6).utf8.map { $0 - 0x30 }
    guard digits.count == 13, digits.allSatisfy({ $0 < 10 }), ean(Array(digits.prefix(12))) == digits[12],
      end.count <= 8
    else { return nil }
    let changed = Array(digits.prefix(12 - end.count)) + end
    return Self.text(changed + [ean(changed)])
  }

  private static func text(_ digits: some Sequence<UInt8>) -> String {
    String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
  }
}
