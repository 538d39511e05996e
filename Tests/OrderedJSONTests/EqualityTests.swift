import OrderedJSON
import Testing

@Suite("Equality and equivalence")
struct EqualityTests {
  /// Texts that mean the same data, though not one of them equals another.
  static let equivalent: [[String]] = [
    [#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"{"a":1.0,"b":2e0}"#, #"{"b":0.2e1,"a":10E-1}"#],
    ["1", "1.0", "1.00", "1e0", "10e-1", "0.1e1", "0.001E+3"],
    ["0", "-0", "0.0", "-0.00", "0e5", "-0e-99999999999999999999"],
    [#"[{"a":[],"b":{}}]"#, #"[{"b":{},"a":[]}]"#],
    [#"{"a":1,"b":0,"a":2}"#, #"{"a":1,"a":2,"b":0}"#, #"{"b":0,"a":1,"a":2}"#],
    ["{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"\u{E9}\":1}"],
    ["1e999999999999999999999999", "10e999999999999999999999998", "0.1e1000000000000000000000000"],
  ]

  @Test("Same data in another order or spelling is equivalent and not equal", arguments: equivalent)
  func equivalentNotEqual(_ texts: [String]) throws {
    let values = try texts.map { try JSON.parse(text: $0) }
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() {
        #expect(left.isEquivalent(to: right))
        #expect((left == right) == (index == other), "\(left) \(right)")
      }
    }
  }

  /// Near twins: the two of each row must not be taken for one.
  static let different: [(String, String)] = [
    ("1", #""1""#), ("0", "false"), ("1", "true"), ("null", "false"), ("null", "\"\""), ("null", "0"), ("[]", "{}"),
    ("[]", "null"), ("{}", "null"), ("1", "[1]"), ("[[]]", "[]"), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"),
    ("[1,null]", "[1]"), (#"{"a":null}"#, "{}"), (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":1}"#, #"{"A":1}"#),
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), (#"{"a":1,"a":1}"#, #"{"a":1}"#),
    (#"{"a":1,"a":2,"b":3}"#, #"{"a":1,"b":2,"b":3}"#), (#"{"a":{"b":1},"c":{}}"#, #"{"a":{},"c":{"b":1}}"#),
    // Swift's own comparison of strings calls these the same.
    ("\"\u{E9}\"", "\"e\u{301}\""), ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}"), ("\"\u{212B}\"", "\"\u{C5}\""),
    ("\"\u{212B}\"", "\"A\u{30A}\""), ("\"\\r\\n\"", "\"\\n\""), ("\"a\"", "\"a\\u0000\""),
    ("1", "-1"), ("1", "1.0000000000000000000000000000001"), ("0.1", "0.10000000000000000555"),
    ("9007199254740993", "9007199254740992"), ("9007199254740993", "9007199254740992.0"),
    ("1e400", "2e400"), ("1e400", "1e401"), ("1e-400", "0"), ("1e-400", "-1e-400"),
    ("1e999999999999999999999999", "1e999999999999999999999998"), ("1e99999999999999999999", "1e-99999999999999999999"),
    ("100000000000000000000000000000000000000001", "100000000000000000000000000000000000000002"),
    (#""12345678abcdefgh""#, #""12345678abcdefgi""#), (#""12345678abcdefgh""#, #""12345678abcdefghi""#),
    (#""x2345678abcdefgh""#, #""12345678abcdefgh""#), ("\"\"", #""12345678""#),
  ]

  @Test("Near twins are neither equal nor equivalent", arguments: different)
  func differentData(_ first: String, _ second: String) throws {
    let left = try JSON.parse(text: first)
    let right = try JSON.parse(text: second)
    #expect(left != right)
    #expect(right != left)
    #expect(!left.isEquivalent(to: right))
    #expect(!right.isEquivalent(to: left))
    #expect(JSON.array([left]) != JSON.array([right]))
    #expect(JSON.object(["a": left]) != JSON.object(["a": right]))
    #expect(!JSON.object(["b": 0, "a": left]).isEquivalent(to: .object(["a": right, "b": 0])))
    #expect(left == left && left.isEquivalent(to: left))
  }

  @Test("Equal values have one hash, and sets tell different ones apart")
  func hashing() throws {
    let texts = Self.different.flatMap { [$0.0, $0.1] } + Self.equivalent.joined()
    let values = try texts.map { try JSON.parse(text: $0) }
    let again = try texts.map { try JSON.parse(text: $0) }
    #expect(Set(values + again).count == Set(texts.map { Array($0.utf8) }).count)
  }

  @Test("Members and objects compare as exactly as values do")
  func parts() {
    #expect(JSONObject.Member("\u{E9}", 1) != JSONObject.Member("e\u{301}", 1))
    #expect(JSONObject.Member("a", 1) != JSONObject.Member("a", 1.0))
    #expect(JSONObject.Member("a", 1) == JSONObject.Member("a", 1))
    #expect(["a": 1, "b": 2] as JSONObject != ["b": 2, "a": 1])
    #expect(["a": 1, "b": 2] as JSONObject == ["a": 1, "b": 2])
  }

  @Test("Strings are ordered and compared by their scalars")
  func scalars() {
    let ascending = ["", "a", "aa", "ab", "abcdefgh", "abcdefgha", "abcdefghb", "b", "e\u{301}", "é", "\u{FFFD}", "😀"]
    for (index, left) in ascending.enumerated() {
      for (other, right) in ascending.enumerated() {
        #expect(left.precedesByScalars(right) == (index < other), "\(left) \(right)")
        #expect(left.hasSameScalars(as: right) == (index == other), "\(left) \(right)")
      }
    }
  }
}

extension JSON {
  /// Whether both are the same JSON data.
  func isEquivalent(to other: JSON) -> Bool { JSON.differences(from: self, to: other, limit: 1).isEmpty }
}
