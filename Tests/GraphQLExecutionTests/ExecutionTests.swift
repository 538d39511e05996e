import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Execution")
struct ExecutionTests {
  private static let sdl = """
    type Query { country(code: ID!): Country countries(first: Int = 2, order: [Order!]): [Country!]! echo(any: Any): Any }
    type Mutation { add(by: Int!): Int set(to: Int): Int }
    type Subscription { changed: Int }
    type Country { code: ID! name(lang: String): String continent: Continent! neighbours: [Country] }
    type Continent { name: String! countries: [Country!]! }
    enum Order { UP DOWN }
    scalar Any
    """

  private static let canada: JSON = [
    "code": "CA", "name": "Canada", "continent": ["name": "North America", "countries": [["code": "CA"]]],
    "neighbours": [["code": "US", "name": "United States", "continent": ["name": "North America"]]],
  ]

  @Test("Fields come in the order of the query, under their aliases")
  func order() throws {
    let result = try run(
      "{ b: country(code: 1) { name code n2: name } a: country(code: \"x\") { code __typename } }", Self.sdl,
      root: ["country": Self.canada])
    #expect(
      result.response == """
        {"data":{"b":{"name":"Canada","code":"CA","n2":"Canada"},"a":{"code":"CA","__typename":"Country"}}}
        """)
    #expect(
      result.calls == [
        "Query.country(code: \"1\") at b", "Country.name at b.name", "Country.code at b.code",
        "Country.name at b.n2", "Query.country(code: \"x\") at a", "Country.code at a.code",
      ])
  }

  @Test("Arguments are coerced, with defaults, in the order of their definition")
  func arguments() throws {
    let query = "query ($n: Int, $o: [Order!] = DOWN) { countries(order: $o, first: $n) { code } echo(any: {a: $n}) }"
    #expect(
      try run(query, Self.sdl, root: ["countries": []]).calls == [
        "Query.countries(first: 2, order: [\"DOWN\"]) at countries", "Query.echo(any: {}) at echo",
      ])
    #expect(
      try run(query, Self.sdl, root: ["countries": []], variables: ["n": 1.0, "o": .null]).calls == [
        "Query.countries(first: 1, order: null) at countries", "Query.echo(any: {\"a\":1}) at echo",
      ])
  }

  @Test("Selections of one response key are merged, at every depth, and resolved once")
  func merging() throws {
    let result = try run(
      """
      { country(code: "CA") { continent { name } } ...F ... on Query { country(code: "CA") { name } } }
      fragment F on Query { country(code: "CA") { code continent { countries { code } name } } }
      """, Self.sdl, root: ["country": Self.canada])
    #expect(
      result.response == """
        {"data":{"country":{"continent":{"name":"North America","countries":[{"code":"CA"}]},"code":"CA","name":"Canada"}}}
        """)
    #expect(result.calls.filter { $0.hasPrefix("Query.") } == ["Query.country(code: \"CA\") at country"])
    #expect(result.calls.filter { $0.hasPrefix("Country.continent") }.count == 1)
  }

  @Test(
    "@skip and @include, on fields and on fragments",
    arguments: [
      ("{ a: echo @skip(if: true) b: echo @skip(if: false) }", "b"),
      ("{ a: echo @include(if: true) b: echo @include(if: false) }", "a"),
      ("{ a: echo @include(if: true) @skip(if: true) b: echo @include(if: true) @skip(if: false) }", "b"),
      ("{ ... @skip(if: true) { a: echo } ... @include(if: true) { b: echo } }", "b"),
      ("{ ...A @include(if: false) ...B } fragment A on Query { a: echo } fragment B on Query { b: echo }", "b"),
      ("{ ...A @include(if: false) ...A } fragment A on Query { a: echo }", "a"),
      ("query ($no: Boolean = false) { a: echo @skip(if: $no) b: echo @include(if: $no) }", "a"),
    ])
  func conditions(query: String, key: String) throws {
    #expect(try run(query, Self.sdl, root: ["echo": 1]).response == "{\"data\":{\"\(key)\":1}}")
  }

  @Test("A condition that has no value fails what it stands in")
  func failingCondition() throws {
    let query = "query ($c: Boolean) { echo country(code: 1) { code @skip(if: $c) } }"
    #expect(
      try run(query, Self.sdl, root: ["echo": 1, "country": Self.canada]).response == """
        {"errors":[{"message":"Argument \\"if\\" of required type \\"Boolean!\\" was provided the variable \\"$c\\" \
        which was not provided a runtime value.","locations":[{"line":1,"column":62}],"path":["country"]}],\
        "data":{"echo":1,"country":null}}
        """)
    #expect(
      try run("query ($c: Boolean) { echo @include(if: $c) }", Self.sdl, root: ["echo": 1]).response == """
        {"errors":[{"message":"Argument \\"if\\" of required type \\"Boolean!\\" was provided the variable \\"$c\\" \
        which was not provided a runtime value.","locations":[{"line":1,"column":41}]}],"data":null}
        """)
  }

  @Test("Mutations are taken in the order of the request")
  func mutations() throws {
    let result = try run(
      "mutation { b: add(by: 1) a: set(to: 2) c: add(by: 3) }", Self.sdl, root: ["add": 1, "set": 2])
    #expect(result.response == "{\"data\":{\"b\":1,\"a\":2,\"c\":1}}")
    #expect(result.calls == ["Mutation.add(by: 1) at b", "Mutation.set(to: 2) at a", "Mutation.add(by: 3) at c"])
  }

  @Test("A subscription's event is executed as a query on the subscription root")
  func subscription() throws {
    #expect(
      try run("subscription { changed }", Self.sdl, root: ["changed": 4]).response == "{\"data\":{\"changed\":4}}")
  }

  @Test("The operation is chosen by its name")
  func operationName() throws {
    let query = "query A { a: echo } query B { b: echo } mutation C { add(by: 1) }"
    #expect(try run(query, Self.sdl, operation: "B").response == "{\"data\":{\"b\":null}}")
    #expect(
      try run(query, Self.sdl).response
        == "{\"errors\":[{\"message\":\"Must provide operation name if query contains multiple operations.\"}]}")
    #expect(
      try run(query, Self.sdl, operation: "D").response
        == "{\"errors\":[{\"message\":\"Unknown operation named \\\"D\\\".\"}]}")
  }

  @Test("Without a root type for the operation there is an error and null")
  func missingRoot() throws {
    #expect(
      try run("mutation { a }", "type Query { a: Int }").response == """
        {"errors":[{"message":"Schema is not configured to execute mutation operation.",\
        "locations":[{"line":1,"column":1}]}],"data":null}
        """)
  }

  @Test("Variables that do not fit keep the operation from starting")
  func badVariables() throws {
    let result = try run("query ($code: ID!) { country(code: $code) { name } }", Self.sdl)
    #expect(
      result.response == """
        {"errors":[{"message":"Variable \\"$code\\" of required type \\"ID!\\" was not provided.",\
        "locations":[{"line":1,"column":8}]}]}
        """)
    #expect(result.calls == [])
  }

  @Test("What validation would have refused is left out, and does no harm")
  func unvalidated() throws {
    let query = """
      { nothing echo ...Gone ...Loop }
      fragment Loop on Query { ...Loop b: echo ...Other }
      fragment Other on Nope { c: echo }
      """
    #expect(try run(query, Self.sdl, root: ["echo": 1]).response == "{\"data\":{\"echo\":1,\"b\":1}}")
  }

  @Test("A field is prepared once a type, not once an object")
  func manyObjects() throws {
    let items = JSON.array(Array(repeating: Self.canada, count: 300))
    let result = try run(
      "{ countries { code ...F } } fragment F on Country { name }", Self.sdl, root: ["countries": items])
    #expect(result.calls.count == 601)
    #expect(result.calls.last == "Country.name at countries.299.name")
  }
}
