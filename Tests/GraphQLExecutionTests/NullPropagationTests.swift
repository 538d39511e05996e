import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Errors and null")
struct NullPropagationTests {
  private static let sdl = """
    type Query { a: A must: A! list: [A] listOfMust: [A!] mustList: [A]! both: [A!]! deep: [[A!]] text: String! }
    type A { x: Int! y: Int a: A must: A! n: [Int!]! m: [Int!] k: [Int] }
    """

  /// A query over a root, and the response: the data, and for each error its path and message.
  struct Case: CustomTestStringConvertible, Sendable {
    var query: String
    var root: JSON
    var data: String
    var errors: [String]
    var testDescription: String { "\(query) \(root)" }

    init(_ query: String, _ root: JSON, _ data: String, _ errors: String...) {
      self.query = query
      self.root = root
      self.data = data
      self.errors = errors
    }
  }

  @Test("Null travels up to where it is allowed", arguments: cases)
  func propagation(expected: Case) throws {
    let response = try JSON.parse(text: try run(expected.query, Self.sdl, root: expected.root).response)
    #expect(response["data"]?.compactText == expected.data)
    let errors = (response["errors"]?.arrayValue ?? []).map { error in
      "\(error["path"] ?? .null) \(error["message"]?.stringValue ?? "")"
    }
    #expect(errors == expected.errors)
  }

  private static let null = "Cannot return null for non-nullable field"
  private static let failure: JSON = ["!": "no"]

  static let cases = [
    Case("{ a { y } }", ["a": .null], "{\"a\":null}"),
    Case("{ a { y } }", ["a": ["y": failure]], "{\"a\":{\"y\":null}}", "[\"a\",\"y\"] no"),
    Case("{ a { y x } }", ["a": ["y": 1]], "{\"a\":null}", "[\"a\",\"x\"] \(null) A.x."),
    Case("{ a { x } }", ["a": ["x": failure]], "{\"a\":null}", "[\"a\",\"x\"] no"),
    Case("{ must { x } a { y } }", ["must": [:]], "null", "[\"must\",\"x\"] \(null) A.x."),
    Case("{ must { y } }", [:], "null", "[\"must\"] \(null) Query.must."),
    Case("{ text }", ["text": failure], "null", "[\"text\"] no"),
    Case(
      "{ a { a { must { must { x } } } y } }", ["a": ["y": 1, "a": ["must": ["must": [:]]]]],
      "{\"a\":{\"a\":null,\"y\":1}}", "[\"a\",\"a\",\"must\",\"must\",\"x\"] \(null) A.x."),
    Case(
      "{ list { x } }", ["list": [["x": 1], [:], .null]], "{\"list\":[{\"x\":1},null,null]}",
      "[\"list\",1,\"x\"] \(null) A.x."),
    Case(
      "{ listOfMust { x } }", ["listOfMust": [["x": 1], [:]]], "{\"listOfMust\":null}",
      "[\"listOfMust\",1,\"x\"] \(null) A.x."),
    Case(
      "{ listOfMust { x } }", ["listOfMust": [.null]], "{\"listOfMust\":null}",
      "[\"listOfMust\",0] \(null) Query.listOfMust."),
    Case("{ mustList { x } }", ["mustList": .null], "null", "[\"mustList\"] \(null) Query.mustList."),
    Case(
      "{ mustList { x } }", ["mustList": [failure, ["x": 1]]], "{\"mustList\":[null,{\"x\":1}]}", "[\"mustList\",0] no"),
    Case("{ both { x } }", ["both": [["x": 1], [:]]], "null", "[\"both\",1,\"x\"] \(null) A.x."),
    Case(
      "{ deep { x } }", ["deep": [[["x": 1]], [[:], ["x": 2]], .null]], "{\"deep\":[[{\"x\":1}],null,null]}",
      "[\"deep\",1,0,\"x\"] \(null) A.x."),
    Case("{ a { n } }", ["a": ["n": [1, .null]]], "{\"a\":null}", "[\"a\",\"n\",1] \(null) A.n."),
    Case(
      "{ a { m k } }", ["a": ["m": [1, .null], "k": [.null, 2]]], "{\"a\":{\"m\":null,\"k\":[null,2]}}",
      "[\"a\",\"m\",1] \(null) A.m."),
    Case(
      "{ a { y } list { y } }", ["a": ["y": failure], "list": [["y": failure], ["y": 1]]],
      "{\"a\":{\"y\":null},\"list\":[{\"y\":null},{\"y\":1}]}", "[\"a\",\"y\"] no", "[\"list\",0,\"y\"] no"),
    Case("{ a { one: x two: x } }", ["a": [:]], "{\"a\":null}", "[\"a\",\"one\"] \(null) A.x."),
  ]

  @Test("After a failure that null cannot absorb, the object's other fields are not asked for")
  func stopping() throws {
    let result = try run("{ a { x y a { y } } list { y } }", Self.sdl, root: ["a": [:], "list": []])
    #expect(result.calls == ["Query.a at a", "A.x at a.x", "Query.list at list"])
  }

  @Test("An error stands at every appearance of its field, by line and column")
  func locations() throws {
    let result = try run("{ a { y }\n  ... on Query { a {\n y } } }", Self.sdl, root: ["a": ["y": ["!": "no"]]])
    #expect(
      result.response == """
        {"errors":[{"message":"no","locations":[{"line":1,"column":7},{"line":3,"column":2}],"path":["a","y"]}],\
        "data":{"a":{"y":null}}}
        """)
  }

  @Test(
    "An argument that does not fit is the field's error",
    arguments: [
      (
        "{ f(x: null) }", "Argument \"x\" of non-null type \"Int!\" must not be null.", 8
      ),
      ("{ f }", "Argument \"x\" of required type \"Int!\" was not provided.", 3),
      ("{ f(x: \"s\") }", "Argument \"x\" has invalid value \"s\".", 8),
    ])
  func arguments(query: String, message: String, column: Int) throws {
    let result = try run("\(query)", "type Query { f(x: Int!): Int }", root: ["f": 1])
    let error: JSON = [
      "message": .string(message), "locations": [["line": 1, "column": .int(column)]], "path": ["f"],
    ]
    #expect(result.response == JSON.object(["errors": [error], "data": ["f": .null]]).compactText)
    #expect(result.calls == [])
  }

  @Test("Without the document's text errors have no places")
  func noSource() throws {
    let schema = try Schema(sdl: SourceText("type Query { a: Int! }"))
    var source = ScriptedSource(schema: schema)
    let request = ExecutionRequest(document: try parse(SourceText("{ a }")))
    let result = execute(request, schema: schema, root: [:], from: &source)
    #expect(result.errors == [GraphQLError("Cannot return null for non-nullable field Query.a.", path: [.key("a")])])
    #expect(result.data == .null)
  }
}
