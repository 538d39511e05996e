import OrderedJSON
import Testing

@Suite("Numbers by value")
struct NumberTests {
  static let canonicalTexts: [(String, String)] = [
    ("0", "0"), ("-0", "0"), ("0.000", "0"), ("-0e5", "0"), ("0e-999999999999999999999", "0"),
    ("1", "1"), ("-1", "-1"), ("1.0", "1"), ("1.00", "1"), ("1e0", "1"), ("0.1E+1", "1"), ("10e-1", "1"),
    ("1e3", "1000"), ("1000", "1000"), ("1.5e3", "1500"), ("12.340", "12.34"), ("-12.340", "-12.34"),
    ("613835182.14269805", "613835182.14269805"), ("6.1383518214269805e8", "613835182.14269805"),
    ("0.5", "0.5"), ("5e-1", "0.5"), ("0.00000010", "0.0000001"), ("1e-7", "0.0000001"), ("1e-8", "1e-8"),
    ("0.00000001", "1e-8"), ("0.000000012", "1.2e-8"), ("-123.45e-10", "-1.2345e-8"),
    ("1e20", "100000000000000000000"), ("100000000000000000000", "100000000000000000000"), ("1e21", "1e21"),
    ("1000000000000000000000", "1e21"), ("1.5e21", "1500000000000000000000"), ("1.5e22", "1.5e22"),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
    ("123456789012345678901234567890.0", "123456789012345678901234567890"),
    ("1e999999999", "1e999999999"), ("1e-999999999", "1e-999999999"), ("12e999999999", "1.2e1000000000"),
    ("1e+0000000000000000000000003", "1000"), ("1e-0000000000000000000000003", "0.001"),
    ("1e99999999999999999", "1e99999999999999999"), ("1e100000000000000000", "1e100000000000000000"),
    ("10e99999999999999999", "1e100000000000000000"), ("0.1e100000000000000001", "1e100000000000000000"),
    ("0.1e100000000000000000", "1e99999999999999999"), ("10e-100000000000000000", "1e-99999999999999999"),
    ("0.1e-99999999999999999", "1e-100000000000000000"), ("1e9223372036854775807", "1e9223372036854775807"),
    ("10e9223372036854775807", "1e9223372036854775808"), ("0.01e-9999999999999999999", "1e-10000000000000000001"),
    ("99.9e9999999999999999999", "9.99e10000000000000000000"),
  ]

  @Test("Each value has one canonical text", arguments: canonicalTexts)
  func canonical(_ text: String, _ canonical: String) throws {
    let number = try #require(JSONNumber(text: text))
    #expect(number.canonicalText == canonical)
    let again = try #require(JSONNumber(text: canonical))
    #expect(again.canonicalText == canonical)
    #expect(number.isEquivalent(to: again) && again.isEquivalent(to: number))
  }

  @Test("The canonical text is never much longer than the number's own")
  func bounded() throws {
    for text in ["1e999999999", "1e-999999999", "123e20", "0.1e-6", "9e18446744073709551616"] {
      let number = try #require(JSONNumber(text: text))
      #expect(number.canonicalText.utf8.count <= text.utf8.count + 24)
    }
  }

  @Test("Shifting the point and the exponent against each other keeps the value, changing a digit does not")
  func laws() throws {
    var generator = Generator(seed: 11)
    for _ in 0..<500 {
      let digits =
        String(generator.below(9) + 1)
        + String(
          (0..<generator.below(30)).map { _ in
            generator.pick(Array("0123456789"))
          })
      let shift = generator.below(40)
      let sign = generator.pick(["", "-"])
      let power = generator.pick([0, 1, -7, 25, 400, -99_999, 99_999_999_999_999_999, -99_999_999_999_999_999])
      let plain = JSONNumber(validated: "\(sign)\(digits)e\(power)")
      let right = JSONNumber(validated: sign + digits + String(repeating: "0", count: shift) + "E\(power - shift)")
      let left = JSONNumber(
        validated: "\(sign)0." + String(repeating: "0", count: shift) + digits + "00e\(power + shift + digits.count)")
      #expect(plain.canonicalText == right.canonicalText)
      #expect(plain.canonicalText == left.canonicalText)
      #expect(plain.isEquivalent(to: left) && left.isEquivalent(to: right))
      let other = JSONNumber(validated: "\(sign)\(digits)1e\(power)")
      #expect(!plain.isEquivalent(to: other))
      #expect(plain.canonicalText != other.canonicalText)
      let higher = JSONNumber(validated: "\(sign)\(digits)e\(power + 1)")
      #expect(!plain.isEquivalent(to: higher))
      let negated = JSONNumber(validated: "\(sign.isEmpty ? "-" : "")\(digits)e\(power)")
      #expect(plain.canonicalText != negated.canonicalText)
    }
  }

  @Test("Two numbers are equivalent just when their canonical texts are the same")
  func equivalence() {
    var generator = Generator(seed: 12)
    let numbers = (0..<150).map { _ in generator.number() }
    for left in numbers {
      for right in numbers {
        #expect(left.isEquivalent(to: right) == (left.canonicalText == right.canonicalText))
      }
    }
  }

  static let integers: [(String, Int?)] = [
    ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1.0", 1), ("1e3", 1000), ("1.5e1", 15), ("0e99", 0),
    ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775807.0", .max),
    ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1e19", nil), ("1e999999999999999999999", nil),
    ("0.5", nil), ("1.5", nil), ("1e-1", nil), ("100000000000000000000000", nil), ("10e-1", 1),
    ("1e18", 1_000_000_000_000_000_000),
  ]

  @Test("An Int comes out exactly or not at all", arguments: integers)
  func ints(_ text: String, _ int: Int?) {
    #expect(JSONNumber(text: text)?.int == int)
  }

  @Test("A Double comes out as the nearest one, or not at all")
  func doubles() {
    #expect(JSONNumber(text: "613835182.14269805")?.double == 613835182.14269805)
    #expect(JSONNumber(text: "1e3")?.double == 1000)
    #expect(JSONNumber(text: "1e-999")?.double == 0)
    #expect(JSONNumber(text: "1e999")?.double == nil)
    #expect(JSONNumber(text: "-1e999")?.double == nil)
  }

  @Test("Numbers are made of Ints and Doubles")
  func making() {
    #expect(JSONNumber(42).text == "42")
    #expect(JSONNumber(Int.min).text == "-9223372036854775808")
    #expect(JSONNumber(1.0)?.text == "1.0")
    #expect(JSONNumber(0.1)?.text == "0.1")
    #expect(JSONNumber(1e16)?.text == "1e+16")
    #expect(JSONNumber(Double.leastNonzeroMagnitude)?.text == "5e-324")
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(-Double.infinity) == nil)
    for double in [0.1, 1e16, -0.0, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude, 1e-7, 123456.789] {
      #expect(JSONNumber(double).flatMap { JSONNumber(text: $0.text) }?.double == double)
    }
  }

  @Test(
    "Only the text of one JSON number makes a number",
    arguments: ["", " 1", "1 ", "+1", "01", "1.", ".5", "1e", "0x1", "NaN", "[1]", "\"1\"", "true", "1,2", "１"])
  func invalid(_ text: String) {
    #expect(JSONNumber(text: text) == nil)
  }
}
