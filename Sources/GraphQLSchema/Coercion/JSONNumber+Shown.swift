import OrderedJSON

extension JSONNumber {
  /// The number in JavaScript's format, as in graphql-js: `1e+21`, `1e-7`. Digits beyond a Double's are kept.
  var shown: String {
    let canonical = canonicalText
    guard canonical.utf8.count > 7 || canonical.utf8.contains(UInt8(ascii: "e")) else { return canonical }
    guard let double, let nearest = JSONNumber(double), nearest.isEquivalent(to: self) else { return canonical }
    let (sign, digits, point) = Self.parts(canonical)
    // The limits of ECMAScript's Number::toString.
    if point > 21 || point < -5 { return sign + Self.scientific(digits, exponent: point - 1) }
    if point <= 0 { return "\(sign)0.\(Self.zeros(-point))\(digits)" }
    if point >= digits.count { return sign + digits + Self.zeros(point - digits.count) }
    return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
  }

  /// Returns the sign, the digits without zeros at either end, and the number of digits before the point.
  private static func parts(_ canonical: String) -> (sign: String, digits: String, point: Int) {
    let isNegative = canonical.hasPrefix("-")
    let halves = canonical.dropFirst(isNegative ? 1 : 0).split(separator: "e")
    let mantissa = halves[0].split(separator: ".")
    var point = mantissa[0].count + (halves.count > 1 ? Int(halves[1]) ?? 0 : 0)
    var digits = mantissa.joined()[...]
    while digits.count > 1, digits.hasPrefix("0") {
      digits = digits.dropFirst()
      point -= 1
    }
    while digits.count > 1, digits.hasSuffix("0") { digits = digits.dropLast() }
    return (isNegative ? "-" : "", String(digits), point)
  }

  private static func scientific(_ digits: String, exponent: Int) -> String {
    let fraction = digits.dropFirst()
    return "\(digits.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
  }

  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
}
