import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Operations that ask for nothing but the schema")
struct IntrospectionOperationTests {
  @Test(
    "Are told from others",
    arguments: [
      ("{ __schema { queryType { name } } }", nil, ["__schema"]),
      (
        "{ a: __schema { types { name } } b: __schema { types { name } } a: __schema { types { kind } } }", nil,
        ["a", "b"]
      ),
      ("{ __type(name: \"A\") { name } __typename }", nil, []),
      ("query Q { ...F ... { s: __schema { types { name } } } } fragment F on Query { __typename ...F }", nil, ["s"]),
      ("query A { a } query B { __typename }", "B", []),
      // What a condition leaves out is still asked for.
      ("{ __typename a @skip(if: true) }", nil, nil),
      ("{ __schema { types { name } } a }", nil, nil),
      ("{ ...F __typename } fragment F on Query { a }", nil, nil),
      ("{ ...Unknown }", nil, nil),
      ("mutation { __typename }", nil, nil),
      ("query A { a } query B { __typename }", "A", nil),
      ("query A { a } query B { __typename }", nil, nil),
    ] as [(String, String?, [String]?)])
  func told(query: String, name: String?, keys: [String]?) throws {
    let operation = IntrospectionOperation(try parse(SourceText(query)), operationName: name)
    #expect(operation?.schemaKeys == keys)
  }

  @Test("Are answered without a source")
  func answers() throws {
    let schema = try Schema(sdl: SourceText("schema { query: Root } type Root { a: Int }"))
    let text = "query Q($n: String!, $x: Boolean!) { t: __type(name: $n) { name } __typename @include(if: $x) }"
    let operation = try #require(IntrospectionOperation(try parse(SourceText(text)), operationName: "Q"))
    let given = operation.answer(from: schema, variables: ["n": "Root", "x": true])
    #expect(given.response == ["data": ["t": ["name": "Root"], "__typename": "Root"]])
    let refused = operation.answer(from: schema, variables: ["x": false])
    #expect(refused.data == nil)
    #expect(refused.errors.map(\.message) == ["Variable \"$n\" of required type \"String!\" was not provided."])
  }
}
