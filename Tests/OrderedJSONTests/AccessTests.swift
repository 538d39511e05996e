import OrderedJSON
import Testing

@Suite("Access, literals and sorting")
struct AccessTests {
  let value: JSON = ["data": ["list": [1, 2.5, "x", true, .null]], "a": 1, "b": 2, "a": 3]

  @Test("Literals keep order and repeated names")
  func literals() {
    #expect(value.compactText == #"{"data":{"list":[1,2.5,"x",true,null]},"a":1,"b":2,"a":3}"#)
    #expect(([:] as JSON).objectValue?.isEmpty == true)
    #expect(([] as JSON).arrayValue?.isEmpty == true)
    #expect(("a\(1)" as JSON).stringValue == "a1")
    #expect(Double.infinity == JSON(floatLiteral: .infinity).numberValue?.double ?? .infinity)
    #expect(JSON(floatLiteral: .infinity).isNull)
  }

  @Test("Subscripts find, or give nil")
  func subscripts() {
    #expect(value["data"]?["list"]?[0] == 1)
    #expect(value["data"]?["list"]?[4] == .null)
    #expect(value["data"]?["list"]?[5] == nil)
    #expect(value["data"]?["list"]?[-1] == nil)
    #expect(value["data"]?["nothing"] == nil)
    #expect(value["a"] == 3)
    #expect(value[0] == nil)
    #expect(("text" as JSON)["a"] == nil)
    #expect(([1] as JSON)["0"] == nil)
  }

  @Test("Each kind of value answers to its own accessor only")
  func kinds() {
    let values: [JSON] = [.null, true, 1, "x", [], [:]]
    #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    #expect(values.map { $0.boolValue != nil } == [false, true, false, false, false, false])
    #expect(values.map { $0.intValue != nil } == [false, false, true, false, false, false])
    #expect(values.map { $0.numberValue != nil } == [false, false, true, false, false, false])
    #expect(values.map { $0.stringValue != nil } == [false, false, false, true, false, false])
    #expect(values.map { $0.arrayValue != nil } == [false, false, false, false, true, false])
    #expect(values.map { $0.objectValue != nil } == [false, false, false, false, false, true])
    #expect(values.map(\.kindDescription) == ["null", "a boolean", "a number", "a string", "an array", "an object"])
    #expect((1.5 as JSON).intValue == nil)
    #expect((2.0 as JSON).intValue == 2)
    #expect((false as JSON).boolValue == false)
  }

  @Test("Setting a member replaces it in place, appends it, or removes it")
  func setting() {
    var object: JSONObject = ["a": 1, "b": 2, "c": 3]
    object["b"] = 20
    #expect(object == ["a": 1, "b": 20, "c": 3])
    object["d"] = .null
    #expect(object == ["a": 1, "b": 20, "c": 3, "d": .null])
    object["a"] = nil
    #expect(object == ["b": 20, "c": 3, "d": .null])
    object["nothing"] = nil
    #expect(object.count == 3)
    object["\u{E9}"] = 1
    object["e\u{301}"] = 2
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  @Test("Setting a repeated member leaves one, removing it leaves none")
  func settingRepeated() {
    var object: JSONObject = ["x": 0, "a": 1, "b": 2, "a": 3, "c": 4, "a": 5]
    var removed = object
    #expect(object["a"] == 5)
    object["a"] = 6
    #expect(object == ["x": 0, "a": 6, "b": 2, "c": 4])
    removed["a"] = nil
    #expect(removed == ["x": 0, "b": 2, "c": 4])
  }

  @Test("Names, counts and repetitions")
  func names() {
    let object: JSONObject = ["b": 1, "a": 2, "b": 3, "c": 4, "a": 5, "b": 6, "\u{E9}": 7, "e\u{301}": 8]
    #expect(
      object.names.elementsEqual(["b", "a", "b", "c", "a", "b", "\u{E9}", "e\u{301}"]) { $0.hasSameScalars(as: $1) })
    #expect(object.count == 8)
    #expect(!object.isEmpty)
    #expect(object.value(of: "b", occurrence: 1) == 3)
    #expect(object.value(of: "b", occurrence: 3) == nil)
    #expect(object.value(of: "b", occurrence: -1) == nil)
  }

  @Test("Sorting is by scalars, stable, and deep only when asked")
  func sorting() {
    let object: JSONObject = ["b": ["z": 1, "y": 2], "é": 0, "a": 1, "Z": 2, "a": 0, "": 3]
    #expect(object.sortedByName() == ["": 3, "Z": 2, "a": 1, "a": 0, "b": ["z": 1, "y": 2], "é": 0])
    let deep: JSON = ["b": [["z": 1, "y": [:]], 2], "a": 1.0]
    #expect(deep.sortedMembers() == ["a": 1.0, "b": [["y": [:], "z": 1], 2]])
    #expect((3 as JSON).sortedMembers() == 3)
    #expect(([] as JSON).sortedMembers() == [])
  }

  @Test(
    "Everything is visited in the order of the text, outermost first, with its place; what has no place is left out")
  func walking() {
    let value: JSON = ["a": [1, ["b": "x"], [], [:]], "a": .null, "c": ["d": true]]
    #expect(
      value.paths.map { "\($0.place): \($0.value.compactText)" } == [
        #"(root): {"a":[1,{"b":"x"},[],{}],"a":null,"c":{"d":true}}"#, #"a: [1,{"b":"x"},[],{}]"#, "a[0]: 1",
        #"a[1]: {"b":"x"}"#, #"a[1].b: "x""#, "a[2]: []", "a[3]: {}", "a: null", #"c: {"d":true}"#, "c.d: true",
      ])
    #expect(("x" as JSON).paths.map(\.value) == ["x"])
    let some = value.walk(at: [Int]()) { slot, slots in slot.name == "c" ? nil : slots + [slot.index, slot.count] }
    #expect(
      some.map(\.place) == [
        [], [0, 3], [0, 3, 0, 4], [0, 3, 1, 4], [0, 3, 1, 4, 0, 1], [0, 3, 2, 4], [0, 3, 3, 4], [1, 3],
      ])
  }

  /// Removes, replaces, keeps and enters by name, and counts how deep it is.
  private struct Sample: JSONRewriter {
    func decide(_ slot: JSONSlot, in object: JSONObject?, at depth: Int) -> JSONRewrite<Int> {
      switch slot.name {
      case "gone": .remove
      case "new": .replace(["depth": .int(depth), "siblings": .int(object?.count ?? -1), "gone": 1])
      case "same": .keep
      default: .enter(depth + 1)
      }
    }
  }

  @Test("A rewriter decides about values from the outside; what it puts in is not visited")
  func decisions() {
    let value: JSON = [
      "gone": 1, "a": [["new": 1, "gone": 2], 3, []], "same": ["gone": 4], "gone": 5, "b": ["gone": 6], "new": .null,
    ]
    #expect(
      Sample().rewritten(value, at: 0) == [
        "a": [["new": ["depth": 2, "siblings": 2, "gone": 1]], 3, []], "same": ["gone": 4], "b": [:],
        "new": ["depth": 0, "siblings": 6, "gone": 1],
      ])
    #expect(Sample().rewritten(7, at: 0) == 7)
    #expect(Sample().rewritten([], at: 0) == [])
  }

  @Test("Every scalar is visited in the order of the text, and replaced; objects are replaced once their members are")
  func rewriting() {
    let value: JSON = ["a": [1, ["b": "x"], [], [:]], "c": .null, "d": true]
    #expect(Array(value.scalars) == [1, "x", .null, true])
    #expect(Array(("x" as JSON).scalars) == ["x"])
    #expect(Array(([[:], []] as JSON).scalars).isEmpty)
    let loud = value.rewritten(
      scalars: { $0.stringValue.map { .string($0.uppercased()) } ?? $0 },
      objects: { object in JSONObject(object.members.map { .init($0.name + "!", $0.value) }) })
    #expect(loud == ["a!": [1, ["b!": "X"], [], [:]], "c!": .null, "d!": true])
    #expect(("x" as JSON).rewritten(scalars: { _ in 1 }) == 1)
    #expect(([:] as JSON).rewritten(objects: { _ in ["a": 1] }) == ["a": 1])
  }
}
