import OrderedJSON
import Testing

@Suite("Differences by path")
struct DifferenceTests {
  static let cases: [(String, String, [String])] = [
    (
      #"{"data":{"name":"Canada"}}"#, #"{"data":{"name":"Kanada"}}"#,
      [#"data.name: expected "Canada", found "Kanada""#]
    ),
    (#"{"a":[{"b":1}]}"#, #"{"a":[{"b":2}]}"#, ["a[0].b: expected 1, found 2"]),
    (#"{"a":1,"b":2}"#, #"{"b":2}"#, ["a: missing, expected 1"]),
    (#"{"b":2}"#, #"{"a":[1],"b":2}"#, ["a: unexpected, found [1]"]),
    ("[1,2,3]", "[1]", ["[1]: missing, expected 2", "[2]: missing, expected 3"]),
    ("[1]", "[1,{}]", ["[1]: unexpected, found {}"]),
    ("1", "2", ["(root): expected 1, found 2"]),
    ("[]", "{}", ["(root): expected [], found {}"]),
    (
      #"{"a b":{"":1,"0":2}}"#, #"{"a b":{"":2,"0":3}}"#,
      [#"["a b"][""]: expected 1, found 2"#, #"["a b"]["0"]: expected 2, found 3"#]
    ),
    (#"{"a\"\n":1}"#, #"{"a\"\n":2}"#, [#"["a\"\n"]: expected 1, found 2"#]),
    (#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#, ["a(2): expected 2, found 3"]),
    (#"{"a":1,"a":2}"#, #"{"a":1}"#, ["a(2): missing, expected 2"]),
    (#"{"a":1}"#, #"{"a":1,"b":0,"a":2}"#, ["a(2): unexpected, found 2", "b: unexpected, found 0"].reversed()),
    (#"{"a":1}"#, #"{"a":"1"}"#, [#"a: expected 1, found "1""#]),
    (#"{"a":null}"#, "{}", ["a: missing, expected null"]),
    (
      #"{"z":1,"a":2,"m":3}"#, #"{"m":0,"a":0,"z":0}"#,
      ["z: expected 1, found 0", "a: expected 2, found 0", "m: expected 3, found 0"]
    ),
    (#"{"a":1.0,"b":[]}"#, #"{"b":[],"a":1}"#, []),
  ]

  @Test("A difference says where and what, in words", arguments: cases)
  func wording(_ expected: String, _ actual: String, _ lines: [String]) throws {
    let differences = JSON.differences(from: try JSON.parse(text: expected), to: try JSON.parse(text: actual))
    #expect(differences.map(\.description) == lines)
  }

  @Test("Long values are cut in words, and whole in the difference")
  func long() {
    let long = JSON.array(Array(repeating: 1234, count: 100))
    let difference = JSON.differences(from: ["a": long], to: ["a": 0])
    #expect(difference == [JSONDifference(path: ["a"], kind: .changed(expected: long, actual: 0))])
    #expect(difference.first?.description == "a: expected " + long.brief(limit: 80) + ", found 0")
    #expect(difference.first?.description.contains("…") == true)
  }

  @Test("No more than the limit are listed")
  func limit() {
    let expected = JSON.array(Array(repeating: 1, count: 300))
    let actual = JSON.array(Array(repeating: 2, count: 300))
    #expect(JSON.differences(from: expected, to: actual).count == 100)
    #expect(JSON.differences(from: expected, to: actual, limit: 3).map(\.path) == [[0], [1], [2]])
    #expect(JSON.differences(from: expected, to: actual, limit: 0).isEmpty)
  }

  @Test("Turned around, missing is unexpected and the values change places")
  func turned() throws {
    var generator = Generator(seed: 21)
    for _ in 0..<200 {
      let expected = generator.json()
      let actual = generator.mutated(expected)
      let there = Set(JSON.differences(from: expected, to: actual, limit: .max))
      let back = Set(JSON.differences(from: actual, to: expected, limit: .max).map(turn))
      #expect(there == back)
    }
  }

  @Test("A path leads to what it was made for, and nowhere else")
  func paths() throws {
    let value = try JSON.parse(text: #"{"data":{"list":[{"name":"x"}],"a":1,"a":2},"":0}"#)
    #expect(value[path: []] == value)
    #expect(value[path: ["data", "list", 0, "name"]] == "x")
    #expect(value[path: [""]] == 0)
    #expect(value[path: ["data", "a"]] == 2)
    #expect(value[path: ["data", .repeatedName("a", occurrence: 0)]] == 1)
    #expect(value[path: ["data", .repeatedName("a", occurrence: 1)]] == 2)
    #expect(value[path: ["data", .repeatedName("a", occurrence: 2)]] == nil)
    #expect(value[path: ["data", "list", 1]] == nil)
    #expect(value[path: ["data", "list", "0"]] == nil)
    #expect(value[path: ["data", 0]] == nil)
    #expect(JSONPath(["data"]).appending(3).description == "data[3]")
    #expect(["\u{E9}"] as JSONPath != ["e\u{301}"])
    #expect([0] as JSONPath != ["0"])
    #expect(["a"] as JSONPath != [.repeatedName("a", occurrence: 0)])
  }

  private func turn(_ difference: JSONDifference) -> JSONDifference {
    let kind: JSONDifference.Kind
    switch difference.kind {
    case .missing(let value): kind = .unexpected(actual: value)
    case .unexpected(let value): kind = .missing(expected: value)
    case .changed(let expected, let actual): kind = .changed(expected: actual, actual: expected)
    }
    return JSONDifference(path: difference.path, kind: kind)
  }
}
