import OrderedJSON
import Testing

@Suite("The beginning of a value")
struct BeginningTests {
  private let long = String(repeating: "é\"\u{1F600}", count: 100_000)

  /// Values whose text is longer than a hundred characters, each in another way.
  private var values: [JSON] {
    [
      .string(long), .array(Array(repeating: 1, count: 100_000)), .array([.string(long), .string(long)]),
      .object(["a": .string(long), "b": 1]), .object(JSONObject([.init(long, 1), .init("b", 2)])),
      .number(JSONNumber(validated: String(repeating: "7", count: 100_000))),
      .object(["list": .array((0..<50_000).map { .object(["number": .int($0), "no": .null, "yes": true]) })]),
      (0..<500).reduce(JSON.array([])) { inner, _ in .array([inner, .object(["x": inner])].prefix(1).map { $0 }) },
      .array([.string(String(repeating: "x", count: 97)), 1]),
    ]
  }

  @Test("Up to the limit its text is that of the whole value")
  func sameText() {
    for value in values {
      let beginning = value.beginning(limit: 100)
      for limit in [1, 2, 3, 50, 98, 99, 100] { #expect(beginning.brief(limit: limit) == value.brief(limit: limit)) }
    }
  }

  @Test("It holds no more than about what is shown")
  func size() {
    for value in values { #expect(value.beginning(limit: 100).heldBytes < 20_000) }
    #expect(JSON.string(long).heldBytes > 700_000)
  }

  @Test("A short value is returned as it is")
  func short() {
    let value: JSON = ["a": [1, 2, "x"], "b": ["c": .null]]
    #expect(value.beginning(limit: 100) == value)
    #expect("short".beginning(limit: 5) == "short")
    #expect("short".beginning(limit: 4) == "shor…")
  }
}
