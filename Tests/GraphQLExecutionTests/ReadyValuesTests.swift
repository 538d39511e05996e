import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

/// A source that has the values of objects ready where all its leaf fields are there, and gives lists as objects.
private struct ReadySource: FieldSource {
  var scripted: ScriptedSource
  var readyCount = 0

  mutating func resolve(_ field: FieldCall, of object: JSON) throws(FieldFailure) -> Resolved<JSON> {
    let resolved = try scripted.resolve(field, of: object)
    guard case .list(let items) = resolved, scripted.schema.type(of: field.definition.type)?.kind == .object else {
      return resolved
    }
    var objects: [JSON] = []
    for item in items {
      guard case .object(let object, _) = item else { return resolved }
      objects.append(object)
    }
    return .objects(objects)
  }

  mutating func ready(
    _ selection: ReadySelection, of object: JSON, into members: inout [JSONObject.Member]
  ) -> Bool {
    for field in selection.fields {
      if case .leaf(let definition) = field.value, object[definition.name]?.numberValue == nil { return false }
    }
    for field in selection.fields {
      let value: JSON =
        switch field.value {
        case .constant(let value): value
        case .leaf(let definition): object[definition.name] ?? .null
        case .pending: .null
        }
      members.append(JSONObject.Member(field.responseKey, value))
    }
    readyCount += 1
    return true
  }
}

@Suite("Values that a source has ready")
struct ReadyValuesTests {
  private static let sdl = """
    type Query { items: [Item!]! loose: [Item] one: Item }
    type Item { a: Int b: Int! c(x: Int): Int items: [Item!] strict: Item! none: Int }
    """
  private static let root: JSON = [
    "items": [
      ["a": 1, "b": 2, "c": 3, "items": [["a": 4, "b": 5], ["a": 6, "b": 7]], "strict": ["a": 8, "b": 9]],
      ["a": 1, "b": 2, "c": ["!": "c fails"], "items": [], "strict": ["a": 10, "b": 11]],
      ["b": 12, "strict": ["b": ["!": "b fails"]]],
    ],
    "loose": [["a": 1, "b": 2, "strict": .null], .null, ["a": 3, "b": ["!": "no"]]],
    "one": ["a": 13, "b": 14, "strict": ["!": "strict fails"]],
  ]

  @Test(
    "are taken in the order of the response, and all else is as without them",
    arguments: [
      "{ items { a b } }", "{ items { b x: a __typename a } }", "{ items { a c(x: 1) b items { b a } } }",
      "{ items { items { a strict { b } } } }", "{ loose { a b } }", "{ loose { a strict { a } b } }",
      "{ one { a b strict { a } } }", "{ items { a strict { b } c } loose { __typename } }",
      "{ items { ...F } } fragment F on Item { a items { ...G } b } fragment G on Item { b }",
    ])
  func same(query: String) throws {
    let schema = try Schema(sdl: SourceText(Self.sdl))
    let text = SourceText(query)
    let request = ExecutionRequest(document: try parse(text), source: text)
    for limits in [ExecutionLimits.standard, ExecutionLimits(depth: 2), ExecutionLimits(values: 9)] {
      var plain = ScriptedSource(schema: schema)
      var ready = ReadySource(scripted: ScriptedSource(schema: schema))
      let expected = execute(request, schema: schema, root: Self.root, from: &plain, limits: limits)
      let found = execute(request, schema: schema, root: Self.root, from: &ready, limits: limits)
      #expect(found.response.compactText == expected.response.compactText, "\(limits)")
    }
  }

  @Test("are asked for once an object, not once a field")
  func once() throws {
    let schema = try Schema(sdl: SourceText(Self.sdl))
    let text = SourceText("{ items { a b strict { a b } } }")
    var source = ReadySource(scripted: ScriptedSource(schema: schema))
    _ = execute(
      ExecutionRequest(document: try parse(text), source: text), schema: schema, root: Self.root, from: &source)
    #expect(source.readyCount == 4)
    #expect(source.scripted.calls.filter { $0.hasPrefix("Item.a ") || $0.hasPrefix("Item.b ") }.count == 4)
  }
}
