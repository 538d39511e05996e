import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Completion of values")
struct CompletionTests {
  private static let sdl = """
    type Query { pet: Pet pets: [Pet!]! named: Named int: Int float: Float string: String bool: Boolean id: ID
      color: Color any: Any ints: [Int] dog: Dog }
    interface Named { name: String }
    interface Node implements Named { name: String id: ID }
    union Pet = Dog | Cat
    type Dog implements Named & Node { name: String id: ID barks: Boolean }
    type Cat implements Named { name: String meows: Boolean }
    type Rock { name: String }
    enum Color { RED GREEN }
    scalar Any
    """

  @Test(
    "Leafs are coerced to their type",
    arguments: [
      ("int", "1.0", "1"), ("int", "\"5\"", "5"), ("float", "1.50", "1.50"), ("string", "1.5", "\"1.5\""),
      ("string", "true", "\"true\""), ("bool", "1", "true"), ("id", "5", "\"5\""), ("color", "\"RED\"", "\"RED\""),
      ("any", "{\"z\":[1.0,null]}", "{\"z\":[1.0,null]}"), ("any", "\"x\"", "\"x\""),
      ("any", "[[1,null],\"x\"]", "[[1,null],\"x\"]"),
      ("ints", "[1,\"2\",null]", "[1,2,null]"),
      ("ints", "[]", "[]"),
    ])
  func leafs(field: String, given: String, expected: String) throws {
    let root = JSON.object(JSONObject([.init(field, try JSON.parse(text: given))]))
    #expect(try run("{ \(field) }", Self.sdl, root: root).response == "{\"data\":{\"\(field)\":\(expected)}}")
  }

  @Test(
    "What does not fit a leaf, a list or an object is an error, in the reference's words where it has some",
    arguments: [
      ("int", "1.5", "Int cannot represent non-integer value: 1.5"),
      ("int", "\"x\"", "Int cannot represent non-integer value: \"x\""),
      ("int", "3000000000", "Int cannot represent non 32-bit signed integer value: 3000000000"),
      ("float", "\"x\"", "Float cannot represent non numeric value: \"x\""),
      ("string", "{\"a\":1}", "String cannot represent value: { a: 1 }"),
      ("bool", "\"true\"", "Boolean cannot represent a non boolean value: \"true\""),
      ("id", "1.5", "ID cannot represent value: 1.5"),
      ("color", "\"BLUE\"", "Enum \"Color\" cannot represent value: \"BLUE\""),
      ("ints", "1", "Expected Iterable, but did not find one for field \"Query.ints\"."),
      ("int", "[1]", "Int cannot represent non-integer value: [1]"),
      ("color", "[[null, \"RED\"]]", "Enum \"Color\" cannot represent value: [[null, \"RED\"]]"),
      ("dog { name }", "[1]", "Expected a single value for field \"Query.dog\", but found a list."),
      ("dog { name }", "1", "Expected an object of type \"Dog\" for field \"Query.dog\", but found 1."),
      (
        "dog { name }", "{\"__typename\":\"Cat\"}",
        "Expected an object of type \"Dog\" for field \"Query.dog\", but found one of type \"Cat\"."
      ),
      (
        "pet { __typename }", "{}",
        "Abstract type \"Pet\" must resolve to an Object type at runtime for field \"Query.pet\". Either the \"Pet\" "
          + "type should provide a \"resolveType\" function or each possible type should provide an \"isTypeOf\" function."
      ),
      (
        "pet { __typename }", "{\"__typename\":\"Bird\"}",
        "Abstract type \"Pet\" was resolved to a type \"Bird\" that does not exist inside the schema."
      ),
      (
        "pet { __typename }", "{\"__typename\":\"Color\"}",
        "Abstract type \"Pet\" was resolved to a non-object type \"Color\"."
      ),
      (
        "pet { __typename }", "{\"__typename\":\"Rock\"}",
        "Runtime Object type \"Rock\" is not a possible type for \"Pet\"."
      ),
    ])
  func mismatches(selection: String, given: String, message: String) throws {
    let field = String(selection.prefix { $0 != " " })
    let root = JSON.object(JSONObject([.init(field, try JSON.parse(text: given))]))
    let error: JSON = [
      "message": .string(message), "locations": [["line": 1, "column": 3]], "path": [.string(field)],
    ]
    let expected: JSON = ["errors": [error], "data": .object(JSONObject([.init(field, .null)]))]
    #expect(try run("{ \(selection) }", Self.sdl, root: root).response == expected.compactText)
  }

  @Test("Fragments on interfaces, unions and objects apply by the object's type")
  func abstractTypes() throws {
    let query = """
      {
        pets {
          __typename
          ... on Named { name }
          ... on Dog { barks }
          ...C
          ... on Node { id }
          ... on Pet { __typename }
          ... on Rock { rock: name }
        }
      }
      fragment C on Cat { meows other: name }
      """
    let root: JSON = [
      "pets": [
        ["__typename": "Dog", "name": "Odie", "barks": true, "id": 1],
        ["__typename": "Cat", "name": "Garfield", "meows": false],
        ["__typename": "Dog", "name": "Rex", "barks": false, "id": 2],
      ]
    ]
    #expect(
      try run(query, Self.sdl, root: root).response == """
        {"data":{"pets":[{"__typename":"Dog","name":"Odie","barks":true,"id":"1"},\
        {"__typename":"Cat","name":"Garfield","meows":false,"other":"Garfield"},\
        {"__typename":"Dog","name":"Rex","barks":false,"id":"2"}]}}
        """)
  }

  @Test("An interface's own fields are asked of the object's type")
  func interfaceFields() throws {
    let result = try run("{ named { name } }", Self.sdl, root: ["named": ["__typename": "Cat", "name": "Tom"]])
    #expect(result.response == "{\"data\":{\"named\":{\"name\":\"Tom\"}}}")
    #expect(result.calls == ["Query.named at named", "Cat.name at named.name"])
  }
}
