import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Coercion of literals and arguments")
struct LiteralCoercionTests {
  private static let sdl = """
    type Query { a(id: ID!, limit: Int = 10, pick: Pick, in: Inner, list: [Int!]): Int }
    enum Size { SMALL LARGE }
    scalar Any
    input Inner { code: String! limit: Int = 10 more: [Inner!] size: Size! = SMALL }
    input Pick @oneOf { id: ID name: String }
    """

  @Test("A literal for a type, with the variables n = null and i = 7", arguments: literalCases)
  func literals(type: String, literal: String, expected: String?) throws {
    let schema = try schema(Self.sdl)
    let reference = TypeRef(try parseType(SourceText(type)))
    let value = schema.value(
      of: try parseValue(SourceText(literal)), as: reference, variables: ["n": .null, "i": 7])
    #expect(value?.compactText == expected)
  }

  static let literalCases: [(String, String, String?)] = [
    ("Int", "1", "1"), ("Int", "null", "null"), ("Int!", "null", nil), ("Int", "\"1\"", nil), ("Int", "$i", "7"),
    ("Int", "$n", "null"), ("Int!", "$n", nil), ("Int", "$missing", nil), ("[Int]", "1", "[1]"),
    ("[Int]", "[1, null, $missing]", "[1,null,null]"), ("[Int!]", "[1, null]", nil), ("[Int!]", "[$missing]", nil),
    ("[Int!]", "[$i]", "[7]"), ("[Int]", "[1, \"x\"]", nil), ("[[Int]]", "[1, [2]]", "[[1],[2]]"),
    ("[Int]!", "null", nil), ("[Int]", "null", "null"), ("Size", "LARGE", "\"LARGE\""), ("Size", "\"LARGE\"", nil),
    ("Inner", "{code: \"c\"}", "{\"code\":\"c\",\"limit\":10,\"size\":\"SMALL\"}"), ("Inner", "{}", nil),
    ("Inner", "{code: \"c\", limit: $missing}", "{\"code\":\"c\",\"limit\":10,\"size\":\"SMALL\"}"),
    ("Inner", "{limit: $n, code: \"c\"}", "{\"code\":\"c\",\"limit\":null,\"size\":\"SMALL\"}"),
    ("Inner", "{code: \"c\", size: null}", nil), ("Inner", "{code: $missing}", nil), ("Inner", "[1]", nil),
    ("Inner", "{code: \"c\", more: {}}", nil), ("Pick", "{id: 1}", "{\"id\":\"1\"}"), ("Pick", "{}", nil),
    ("Pick", "{id: null}", nil), ("Pick", "{id: 1, name: \"n\"}", nil), ("Pick", "{id: $missing}", nil),
    ("Any", "{a: [$i, $missing], b: $missing, c: $n}", "{\"a\":[7,null],\"c\":null}"), ("Nothing", "1", nil),
    ("Query", "{}", nil),
  ]

  @Test("Arguments by their definitions, with the variables n = null and i = 7", arguments: argumentCases)
  func arguments(written: String, expected: String) throws {
    let schema = try schema(Self.sdl)
    let document = try parse(SourceText("{ a\(written) }"))
    guard case .field(let field)? = document.operations.first?.selectionSet.selections.first else {
      Issue.record("no field")
      return
    }
    let definitions = try #require(schema.type(named: "Query")?.field(named: "a")).arguments
    let result: String
    do throws(ArgumentFailure) {
      result =
        JSON.object(
          try schema.coerceArguments(
            field.arguments, definitions: definitions, at: field.place, variables: ["n": .null, "i": 7])
        ).compactText
    } catch {
      result = "\(error.place.start) \(error.message)"
    }
    #expect(result == expected)
  }

  static let argumentCases = [
    ("(id: 1)", "{\"id\":\"1\",\"limit\":10}"), ("(limit: null, id: \"x\")", "{\"id\":\"x\",\"limit\":null}"),
    ("(id: $i, limit: $missing, list: $missing)", "{\"id\":7,\"limit\":10}"),
    ("(id: 1, list: 3)", "{\"id\":\"1\",\"limit\":10,\"list\":[3]}"),
    ("", "2 Argument \"id\" of required type \"ID!\" was not provided."),
    ("(id: null)", "8 Argument \"id\" of non-null type \"ID!\" must not be null."),
    ("(id: $n)", "8 Argument \"id\" of non-null type \"ID!\" must not be null."),
    (
      "(id: $missing)",
      "8 Argument \"id\" of required type \"ID!\" was provided the variable \"$missing\" which was not provided "
        + "a runtime value."
    ),
    ("(id: 1.5)", "8 Argument \"id\" has invalid value 1.5."),
    ("(id: 1, in: {code: 5})", "15 Argument \"in\" has invalid value {code: 5}."),
    ("(id: 1, list: [1, null])", "17 Argument \"list\" has invalid value [1, null]."),
  ]

  @Test("JSON and literals turn into each other")
  func conversion() throws {
    let json: JSON = ["a": [1, 2.5, "x", true, .null], "b": [:]]
    let literal = Value(json: json)
    #expect(literal.printed() == "{a: [1, 2.5, \"x\", true, null], b: {}}")
    #expect(literal.json() == json)
  }
}
