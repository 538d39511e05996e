import OrderedJSON

/// A stream of numbers that is the same for the same seed (splitmix64).
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension Generator {
  /// Any JSON value, with all that is awkward: repeated and empty names, lone surrogates, long numbers.
  mutating func json(depth: Int = 4) -> JSON {
    switch below(depth > 0 ? 10 : 6) {
    case 0: return .null
    case 1: return .bool(below(2) == 0)
    case 2, 3: return .number(number())
    case 4, 5: return .string(string())
    case 6, 7: return .array((0..<below(5)).map { _ in json(depth: depth - 1) })
    default: return .object(object(depth: depth - 1))
    }
  }

  private mutating func object(depth: Int) -> JSONObject {
    JSONObject((0..<below(6)).map { _ in JSONObject.Member(name(), json(depth: depth)) })
  }

  mutating func name() -> String {
    // Few enough for repetitions.
    below(4) == 0 ? string() : pick(["a", "b", "c", "name", "", "a b", "é", "e\u{301}", "__typename"])
  }

  mutating func string() -> String {
    let pieces = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\u{0}", "\u{1F}", "\n", "\t", "\u{7F}", "é", "e\u{301}", "€", "😀",
      "\u{2028}", scalar(0xFFFF), lone(0xD800), lone(0xDFFF), LoneSurrogates.encoded(scalar(0xFDD0)),
      scalar(0xF0000), "abcdefghijklmnop",
    ]
    var text = ""
    for _ in 0..<below(9) {
      let piece = pick(pieces)
      // A high half in front of a low one is a pair, which is spelled otherwise.
      if piece == lone(0xDFFF), text.hasSuffix(lone(0xD800)) { continue }
      text += piece
    }
    return text
  }

  mutating func number() -> JSONNumber {
    var text = below(2) == 0 ? "-" : ""
    text += below(3) == 0 ? "0" : digits(leading: "123456789")
    if below(2) == 0 { text += "." + digits(leading: "0123456789") }
    if below(3) == 0 { text += pick(["e", "E"]) + pick(["", "+", "-"]) + digits(leading: "0123456789") }
    return JSONNumber(validated: text)
  }

  private mutating func digits(leading: String) -> String {
    let first = pick(Array(leading))
    return String(first) + String((0..<below(pick([1, 4, 30]))).map { _ in pick(Array("0001234567899")) })
  }
}

/// A string of JSON that is this surrogate alone.
func lone(_ surrogate: UInt32) -> String {
  scalar(0xFDD0) + scalar(0xF0000 + surrogate - 0xD800)
}
