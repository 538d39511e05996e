import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Coercion of variables")
struct VariableCoercionTests {
  private static let sdl = """
    type Query { a: Int }
    enum Size { SMALL LARGE }
    scalar Any
    input Filter { code: String! limit: Int = 10 sizes: [Size!] inner: Filter any: Any }
    input Pick @oneOf { id: ID name: String }
    """

  private func coerce(_ definitions: String, _ variables: String) throws -> Result<String, RequestErrors> {
    let source = SourceText("query (\(definitions)) { a }")
    let operation = try parse(source).operations[0]
    let given = try #require(JSON.parse(text: variables).objectValue)
    let schema = try schema(Self.sdl)
    do throws(RequestErrors) {
      return .success(JSON.object(try schema.coerceVariables(given, of: operation, source: source)).compactText)
    } catch {
      return .failure(error)
    }
  }

  @Test("Values that fit", arguments: accepted)
  func accepts(definitions: String, variables: String, values: String) throws {
    #expect(try coerce(definitions, variables) == .success(values))
  }

  @Test("Values that do not fit, in the reference's words", arguments: rejected)
  func rejects(definitions: String, variables: String, messages: [String]) throws {
    guard case .failure(let error) = try coerce(definitions, variables) else {
      Issue.record("accepted")
      return
    }
    #expect(error.errors.map(\.message) == messages)
    #expect(error.errors.allSatisfy { $0.path == nil && $0.locations.count == 1 })
  }

  static let accepted: [(String, String, String)] = [
    ("$a: Int", "{}", "{}"), ("$a: Int", "{\"a\": null}", "{\"a\":null}"), ("$a: Int", "{\"b\": 1}", "{}"),
    ("$a: Int = 5", "{}", "{\"a\":5}"), ("$a: Int = 5", "{\"a\": null}", "{\"a\":null}"),
    ("$a: Int! = 5", "{}", "{\"a\":5}"), ("$b: ID, $a: Int", "{\"a\": 1, \"b\": 2}", "{\"b\":\"2\",\"a\":1}"),
    ("$a: [Int]", "{\"a\": 1}", "{\"a\":[1]}"), ("$a: [Int]", "{\"a\": [1, null]}", "{\"a\":[1,null]}"),
    ("$a: [[Int]]", "{\"a\": 1}", "{\"a\":[[1]]}"), ("$a: [[Int]]", "{\"a\": [1, [2]]}", "{\"a\":[[1],[2]]}"),
    ("$a: [Int]", "{\"a\": []}", "{\"a\":[]}"), ("$a: Size", "{\"a\": \"LARGE\"}", "{\"a\":\"LARGE\"}"),
    ("$a: Any", "{\"a\": {\"z\": [1.0]}}", "{\"a\":{\"z\":[1.0]}}"),
    ("$a: Filter", "{\"a\": {\"code\": \"x\"}}", "{\"a\":{\"code\":\"x\",\"limit\":10}}"),
    (
      "$a: Filter", "{\"a\": {\"limit\": null, \"code\": \"x\", \"sizes\": \"SMALL\"}}",
      "{\"a\":{\"code\":\"x\",\"limit\":null,\"sizes\":[\"SMALL\"]}}"
    ),
    (
      "$a: Filter = {code: \"y\", inner: {code: \"z\", limit: 1}}", "{}",
      "{\"a\":{\"code\":\"y\",\"limit\":10,\"inner\":{\"code\":\"z\",\"limit\":1}}}"
    ),
    ("$a: Pick", "{\"a\": {\"id\": 5}}", "{\"a\":{\"id\":\"5\"}}"),
  ]

  static let rejected: [(String, String, [String])] = [
    ("$code: ID!", "{}", ["Variable \"$code\" of required type \"ID!\" was not provided."]),
    ("$code: ID!", "{\"code\": null}", ["Variable \"$code\" of non-null type \"ID!\" must not be null."]),
    (
      "$x: Int", "{\"x\": \"a\"}",
      ["Variable \"$x\" got invalid value \"a\"; Int cannot represent non-integer value: \"a\""]
    ),
    (
      "$x: Filter", "{\"x\": {\"code\": 5}}",
      ["Variable \"$x\" got invalid value 5 at \"x.code\"; String cannot represent a non string value: 5"]
    ),
    (
      "$x: Filter", "{\"x\": {\"code\": \"c\", \"inner\": {\"sizes\": [\"SMALL\", \"BIG\"]}}}",
      [
        "Variable \"$x\" got invalid value { sizes: [\"SMALL\", \"BIG\"] } at \"x.inner\"; "
          + "Field \"code\" of required type \"String!\" was not provided.",
        "Variable \"$x\" got invalid value \"BIG\" at \"x.inner.sizes[1]\"; "
          + "Value \"BIG\" does not exist in \"Size\" enum.",
      ]
    ),
    (
      "$x: [Int!]", "{\"x\": [1, null]}",
      ["Variable \"$x\" got invalid value null at \"x[1]\"; Expected non-nullable type \"Int!\" not to be null."]
    ),
    (
      "$x: Filter", "{\"x\": \"s\"}",
      ["Variable \"$x\" got invalid value \"s\"; Expected type \"Filter\" to be an object."]
    ),
    (
      "$x: Filter", "{\"x\": {\"code\": \"c\", \"limt\": 1}}",
      [
        "Variable \"$x\" got invalid value { code: \"c\", limt: 1 }; Field \"limt\" is not defined by type \"Filter\". "
          + "Did you mean \"limit\"?"
      ]
    ),
    (
      "$x: Size", "{\"x\": \"SMAL\"}",
      [
        "Variable \"$x\" got invalid value \"SMAL\"; Value \"SMAL\" does not exist in \"Size\" enum. "
          + "Did you mean the enum value \"SMALL\"?"
      ]
    ),
    (
      "$x: Pick", "{\"x\": {}}",
      ["Variable \"$x\" got invalid value {}; Exactly one key must be specified for OneOf type \"Pick\"."]
    ),
    (
      "$x: Pick", "{\"x\": {\"id\": 1, \"name\": \"n\"}}",
      [
        "Variable \"$x\" got invalid value { id: 1, name: \"n\" }; "
          + "Exactly one key must be specified for OneOf type \"Pick\"."
      ]
    ),
    (
      "$x: Pick", "{\"x\": {\"id\": null}}",
      ["Variable \"$x\" got invalid value null at \"x.id\"; Field \"id\" must be non-null."]
    ),
    (
      "$x: Pick", "{\"x\": {\"id\": true}}",
      ["Variable \"$x\" got invalid value true at \"x.id\"; ID cannot represent value: true"]
    ),
    (
      "$x: Query", "{}",
      ["Variable \"$x\" expected value of type \"Query\" which cannot be used as an input type."]
    ),
    (
      "$x: [Nothing!]", "{}",
      ["Variable \"$x\" expected value of type \"[Nothing!]\" which cannot be used as an input type."]
    ),
    (
      "$x: Int!, $y: Int!", "{\"y\": 1.5}",
      [
        "Variable \"$x\" of required type \"Int!\" was not provided.",
        "Variable \"$y\" got invalid value 1.5; Int cannot represent non-integer value: 1.5",
      ]
    ),
  ]

  @Test("An error stands where the variable is defined")
  func places() throws {
    guard case .failure(let error) = try coerce("$x: Int!, $y: Query", "{}") else {
      Issue.record("accepted")
      return
    }
    #expect(
      error.errors.map(\.locations) == [[SourceLocation(line: 1, column: 8)], [SourceLocation(line: 1, column: 22)]])
  }

  @Test("After fifty errors there is one more that says so")
  func limit() throws {
    let items = Array(repeating: "\"a\"", count: 80).joined(separator: ", ")
    guard case .failure(let error) = try coerce("$x: [Int]", "{\"x\": [\(items)]}") else {
      Issue.record("accepted")
      return
    }
    #expect(error.errors.count == 51)
    #expect(
      error.errors.last?.message == "Too many errors processing variables, error limit reached. Execution aborted.")
  }

  @Test("Values may not nest without bound")
  func depth() throws {
    let nested =
      String(repeating: "{\"code\":\"c\",\"inner\":", count: 250) + "null" + String(repeating: "}", count: 250)
    guard case .failure(let error) = try coerce("$x: Filter", "{\"x\": \(nested)}") else {
      Issue.record("accepted")
      return
    }
    #expect(error.errors.count == 1)
    #expect(error.errors[0].message.hasSuffix("; Value nests more than 100 levels deep."))
  }
}
