import RegularExpressions
import Testing

/// Patterns and texts at random, compared with the standard library's `Regex`, whose search goes by trial. Without `\b`: it
/// finds none beside a digit, or with its other setting one at the ends of an empty text.
@Suite("Regular expressions, compared with the standard library's")
struct ComparisonTests {
  private struct Generator {
    var state: UInt64

    mutating func number(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    mutating func pattern(depth: Int) -> String {
      (0...number(3)).map { _ in part(depth: depth) }.joined()
    }

    private mutating func part(depth: Int) -> String {
      let atoms = ["a", "b", "1", "é", ".", "[ab]", "[^a]", "\\d", "\\w", "\\s", "[a-c1]", "\\W", "_", "B"]
      if depth > 0, number(3) == 0 {
        let inner = "\(pattern(depth: depth - 1))\(number(2) == 0 ? "|\(pattern(depth: depth - 1))" : "")"
        return "(\(number(2) == 0 ? "?:" : "")\(inner))\(repetition())"
      }
      switch number(12) {
      case 0: return "^"
      case 1: return "$"
      default: return atoms[number(atoms.count)] + repetition()
      }
    }

    private mutating func repetition() -> String { ["", "", "", "*", "+", "?", "{2}", "{1,2}", "*?"][number(9)] }

    mutating func text() -> String {
      let letters = ["a", "b", "1", "é", "_", " ", "B", "\n"]
      return (0..<number(7)).map { _ in letters[number(letters.count)] }.joined()
    }
  }

  @Test("Both find the same", arguments: [false, true])
  func equal(ignoresCase: Bool) throws {
    var random = Generator(state: ignoresCase ? 7 : 11)
    for _ in 0..<1_500 {
      let pattern = random.pattern(depth: 2)
      let expected = try Regex(pattern).matchingSemantics(.unicodeScalar).ignoresCase(ignoresCase)
      let expression = try RegularExpression(pattern, ignoresCase: ignoresCase)
      for _ in 0..<8 {
        let text = random.text()
        let isFound = try expected.firstMatch(in: text) != nil
        #expect(expression.occurs(in: text) == isFound, "\(pattern) in \(text.debugDescription)")
      }
    }
  }
}
