import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("A response held against its operation")
struct ResponseCheckTests {
  static let sdl = """
    type Query {
      country(code: ID!): Country
      countries: [Country!]!
      grid: [[Int!]]
      node: Node
      being: Being
      beings: [Being!]
      at: Moment
      hero: Hero!
    }
    type Mutation { add: Boolean! }
    type Country { code: ID! name: String! capital: String area: Float people: Int island: Boolean style: Style styles: [Style!]! next: Country }
    enum Style { PLAIN FANCY }
    scalar Moment
    interface Node { id: ID! }
    type Person implements Node { id: ID! name: String! friend: Node }
    type Robot implements Node { id: ID! model: Int! name: Int friend: Node }
    union Being = Person | Robot
    type Hero { name: String! }
    """

  /// The findings of a body, notes marked, or of `{"data": …}`.
  private func findings(
    _ query: String, _ body: String, variables: String = "{}", isSuccess: Bool = true
  ) throws -> [String] {
    let document = try parse(SourceText(query))
    let schema = try Schema(sdl: SourceText(Self.sdl))
    let operation = try document.operation(named: nil)
    var check = ResponseCheck(of: operation, in: document, schema: schema) { $0.hasPrefix("understudy-") }
    let response = try JSON.parse(text: body)
    let values = try JSON.parse(text: variables).objectValue ?? JSONObject()
    let first = check.findings(in: response, variables: values, isSuccess: isSuccess)
    // The second response is held against what was worked out for the first one.
    #expect(check.findings(in: response, variables: values, isSuccess: isSuccess) == first)
    return first.map { ($0.kind == .note ? "note: " : "") + $0.message }
  }

  @Test(
    "Values, field by field",
    arguments: [
      ("code", "\"CA\"", []),
      ("code", "null", ["data.country.code is null, and no error has its path (Country.code: ID!)."]),
      ("code", "7", ["note: data.country.code is 7: an ID is written as a string (Country.code: ID!)."]),
      ("code", "7.5", ["data.country.code is 7.5: expected a string (Country.code: ID!)."]),
      ("name", "7", ["data.country.name is 7: expected a string (Country.name: String!)."]),
      ("name", "[\"a\"]", ["data.country.name is [\"a\"]: expected a string (Country.name: String!)."]),
      ("capital", "null", []),
      ("capital", "{\"a\":1}", ["data.country.capital is {\"a\":1}: expected a string (Country.capital: String)."]),
      ("area", "7", []), ("area", "7.5e3", []),
      ("area", "\"7\"", ["data.country.area is \"7\": expected a number (Country.area: Float)."]),
      ("people", "2147483647", []), ("people", "7.0", []),
      (
        "people", "2147483648",
        [
          "data.country.people is 2147483648: expected a whole number from -2147483648 to 2147483647 (Country.people: Int)."
        ]
      ),
      ("people", "7.5", ["data.country.people is 7.5: expected a whole number (Country.people: Int)."]),
      ("people", "true", ["data.country.people is true: expected a whole number (Country.people: Int)."]),
      ("island", "false", []),
      ("island", "0", ["data.country.island is 0: expected true or false (Country.island: Boolean)."]),
      ("style", "\"FANCY\"", []),
      (
        "style", "\"FANCI\"",
        ["data.country.style is \"FANCI\", which is not a value of enum Style. Did you mean \"FANCY\"?"]
      ),
      ("style", "1", ["data.country.style is 1: expected a value of enum Style (Country.style: Style)."]),
      ("styles", "\"FANCY\"", ["data.country.styles is \"FANCY\": expected a list (Country.styles: [Style!]!)."]),
      (
        "styles", "[\"FANCY\", null]",
        ["data.country.styles[1] is null, and no error has its path (Country.styles: [Style!]!)."]
      ),
      ("next { code }", "\"x\"", ["data.country.next is \"x\": expected an object (Country.next: Country)."]),
      ("next { code }", "[]", ["data.country.next is []: expected an object (Country.next: Country)."]),
      (
        "next { code }", "{\"code\":null}",
        ["data.country.next.code is null, and no error has its path (Country.code: ID!)."]
      ),
    ] as [(String, String, [String])])
  func values(field: String, value: String, expected: [String]) throws {
    let key = field.split(separator: " ")[0]
    #expect(
      try findings("{ country(code: 1) { \(field) } }", "{\"data\":{\"country\":{\"\(key)\":\(value)}}}") == expected)
  }

  @Test(
    "Fields that are missing or were not asked for",
    arguments: [
      (
        "{ country(code: 1) { code name } }", #"{"country":{"code":"CA","nam":"x"}}"#,
        [
          "data.country.nam was not requested.",
          "data.country.name is missing: the operation requests Country.name: String!.",
        ]
      ),
      ("{ a: country(code: 1) { b: code } }", #"{"a":{"b":"CA"}}"#, []),
      (
        "{ a: country(code: 1) { code } }", #"{"country":{"code":"CA"}}"#,
        ["data.country was not requested.", "data.a is missing: the operation requests Query.country: Country."]
      ),
      (
        "{ countries { code } }", #"{"countries":[{"code":"A"},{}]}"#,
        ["data.countries[1].code is missing: the operation requests Country.code: ID!."]
      ),
      (
        "{ __typename hero { __typename } }", #"{"__typename":"Query","hero":{"__typename":"Zero"}}"#,
        ["data.hero.__typename is \"Zero\": expected \"Hero\"."]
      ),
      (
        "{ ...F } fragment F on Query { hero { ...G } } fragment G on Hero { name }", #"{"hero":{}}"#,
        ["data.hero.name is missing: the operation requests Hero.name: String!."]
      ),
      // What the schema does not have is validation's business, and so is a key that means two things.
      ("{ unknown hero { name } }", #"{"unknown":{"x":1},"hero":{"name":"a"}}"#, []),
      ("{ hero { name } x: at x: grid }", #"{"hero":{"name":"a"},"x":{"odd":1}}"#, []),
      ("{ at }", #"{"at":{"seconds":[1]}}"#, []),
      (
        "{ grid }", #"{"grid":[[1],null,[2,null]]}"#,
        ["data.grid[2][1] is null, and no error has its path (Query.grid: [[Int!]])."]
      ),
      ("{ grid }", #"{"grid":[1]}"#, ["data.grid[0] is 1: expected a list (Query.grid: [[Int!]])."]),
    ] as [(String, String, [String])])
  func fields(query: String, data: String, expected: [String]) throws {
    #expect(try findings(query, "{\"data\":\(data)}") == expected)
  }

  @Test(
    "Conditions demand and excuse",
    arguments: [
      ("{ hero { name @skip(if: true) } }", "{}", #"{"hero":{}}"#, 0),
      ("{ hero { name @skip(if: false) } }", "{}", #"{"hero":{}}"#, 1),
      ("{ hero { name @include(if: false) } }", "{}", #"{"hero":{"name":"a"}}"#, 1),
      ("query($x: Boolean!) { hero { name @include(if: $x) } }", #"{"x":true}"#, #"{"hero":{}}"#, 1),
      ("query($x: Boolean!) { hero { name @include(if: $x) } }", #"{"x":false}"#, #"{"hero":{}}"#, 0),
      ("query($x: Boolean!) { hero { name @include(if: $x) } }", #"{"x":false}"#, #"{"hero":{"name":"a"}}"#, 1),
      // What stands for a value may have been either.
      (
        "query($x: Boolean!) { hero { name @include(if: $x) } }", #"{"x":"understudy-any"}"#, #"{"hero":{"name":"a"}}"#,
        0
      ),
      ("query($x: Boolean!) { hero { name @include(if: $x) } }", #"{"x":"understudy-any"}"#, #"{"hero":{}}"#, 0),
      ("query($x: Boolean!) { hero { name @include(if: $x) name } }", "{}", #"{"hero":{}}"#, 1),
      (
        "query($x: Boolean!) { hero { ...F @include(if: $x) ...F } } fragment F on Hero { name }", "{}",
        #"{"hero":{}}"#, 1
      ),
      ("{ hero { ... @defer { name } } }", "{}", #"{"hero":{}}"#, 0),
    ])
  func conditions(query: String, variables: String, data: String, count: Int) throws {
    #expect(try findings(query, "{\"data\":\(data)}", variables: variables).count == count)
  }

  @Test(
    "Objects of abstract types",
    arguments: [
      ("{ node { __typename id } }", #"{"node":{"__typename":"Robot","id":"1"}}"#, []),
      (
        "{ node { __typename id } }", #"{"node":{"__typename":"Robbot","id":"1"}}"#,
        ["data.node.__typename is \"Robbot\": Node can be Person, Robot. Did you mean \"Robot\"?"]
      ),
      (
        "{ node { __typename id } }", #"{"node":{"id":"1"}}"#,
        ["data.node.__typename is missing: the operation requests Person.__typename: String!."]
      ),
      (
        "{ being { __typename ... on Person { name } ... on Robot { model } } }",
        #"{"being":{"__typename":"Robot","name":"a"}}"#,
        [
          "data.being.name was not requested.",
          "data.being.model is missing: the operation requests Robot.model: Int!.",
        ]
      ),
      // Without the name of its type a value fits if it fits any.
      ("{ being { ... on Person { name } ... on Robot { model } } }", #"{"being":{"model":1}}"#, []),
      ("{ being { ... on Person { name } ... on Robot { model } } }", #"{"being":{"name":"a"}}"#, []),
      ("{ being { ... on Person { name } } }", #"{"being":{}}"#, []),
      (
        "{ being { ... on Robot { model } } }", #"{"being":{"model":"a"}}"#,
        ["data.being.model is \"a\": expected a whole number (Robot.model: Int!)."]
      ),
      // The nearest fit speaks.
      (
        "{ being { ... on Person { name id } ... on Robot { model } } }", #"{"being":{"name":1,"id":"1"}}"#,
        ["data.being.name is 1: expected a string (Person.name: String!)."]
      ),
      ("{ node { ... on Person { __typename name } } }", #"{"node":{"__typename":"Person","name":"a"}}"#, []),
      ("{ node { ... on Person { __typename name } } }", #"{"node":{}}"#, []),
      (
        "{ node { ... on Person { __typename name friend { ... on Robot { model } } } } }",
        #"{"node":{"__typename":"Person","name":"a","friend":{"model":null}}}"#,
        ["data.node.friend.model is null, and no error has its path (Robot.model: Int!)."]
      ),
      (
        "{ node { t: __typename id } }", #"{"node":{"t":"Country","id":"1"}}"#,
        ["data.node.t is \"Country\": Node can be Person, Robot."]
      ),
      // Under one key two types of fields: each by its object's type.
      (
        "{ being { __typename ... on Person { name } ... on Robot { name } } }",
        #"{"being":{"__typename":"Robot","name":1}}"#, []
      ),
    ] as [(String, String, [String])])
  func abstract(query: String, data: String, expected: [String]) throws {
    #expect(try findings(query, "{\"data\":\(data)}") == expected)
  }

  @Test(
    "Null, and the errors that explain it",
    arguments: [
      (#"{"data":null}"#, ["data is null, and there are no errors that explain it."]),
      (#"{"data":null,"errors":[{"message":"m"}]}"#, []),
      (#"{"data":7}"#, ["data is 7: expected an object."]),
      (#"{"errors":[{"message":"m"}]}"#, []),
      (
        #"{"data":{"hero":null},"errors":[{"message":"m"}]}"#,
        ["data.hero is null, and no error has its path (Query.hero: Hero!)."]
      ),
      (
        #"{"data":{"hero":null},"errors":[{"message":"m","path":["other"]}]}"#,
        ["data.hero is null, and no error has its path (Query.hero: Hero!)."]
      ),
      (
        #"{"data":{"hero":null},"errors":[{"message":"m","path":["hero","name"]}]}"#,
        ["note: data.hero is null where the null should have propagated; an error explains it (Query.hero: Hero!)."]
      ),
      (
        #"{"data":{"hero":{"name":null}},"errors":[{"message":"m","path":["hero","name"]}]}"#,
        [
          "note: data.hero.name is null where the null should have propagated; an error explains it (Hero.name: String!)."
        ]
      ),
      (
        #"{"data":{"hero":{"name":null}},"errors":[{"message":"m","path":["hero"]}]}"#,
        ["data.hero.name is null, and no error has its path (Hero.name: String!)."]
      ),
    ] as [(String, [String])])
  func nulls(body: String, expected: [String]) throws {
    #expect(try findings("{ hero { name } }", body) == expected)
  }

  @Test(
    "The shape of a response and of its errors",
    arguments: [
      ("[]", true, ["The response is an array: expected an object with \"data\" or \"errors\"."]),
      ("{}", true, ["The response has neither \"data\" nor \"errors\"."]),
      (
        #"{"error":true,"reason":"r"}"#, true,
        ["note: The response has neither \"data\" nor \"errors\": it is not GraphQL's."]
      ),
      (#"{"message":"no"}"#, false, ["note: The response has neither \"data\" nor \"errors\": it is not GraphQL's."]),
      (#"{"errors":[]}"#, true, ["note: errors is empty: without errors it should be absent."]),
      (
        #"{"errors":null,"extensions":null}"#, true,
        [
          "note: errors is null: it should be absent instead.",
          "note: extensions is null: it should be absent instead.",
        ]
      ),
      (#"{"errors":"bad"}"#, true, ["errors is \"bad\": expected a list of errors."]),
      (#"{"errors":["bad"]}"#, true, ["errors[0] is \"bad\": expected an object."]),
      (#"{"errors":[{}]}"#, true, ["errors[0] has no \"message\": every error has one, a string."]),
      (#"{"errors":[{"message":7}]}"#, true, ["errors[0].message is 7: expected a string."]),
      (#"{"errors":[{"message":null}]}"#, true, ["errors[0].message is null: expected a string."]),
      (
        #"{"errors":[{"message":"m","locations":{}}]}"#, true,
        ["errors[0].locations is {}: expected a list of objects with line and column."]
      ),
      (
        #"{"errors":[{"message":"m","locations":[1]}]}"#, true,
        ["errors[0].locations[0] is 1: expected an object with line and column."]
      ),
      (
        #"{"errors":[{"message":"m","locations":[{"line":"1","column":0}]}]}"#, true,
        [
          "errors[0].locations[0].line is \"1\": expected a number from 1.",
          "note: errors[0].locations[0].column is 0: lines and columns count from 1.",
        ]
      ),
      (
        #"{"errors":[{"message":"m","locations":[{"line":1}]}]}"#, true,
        ["errors[0].locations[0] has no \"column\": expected a number from 1."]
      ),
      (
        #"{"errors":[{"message":"m","locations":null,"path":null}]}"#, true,
        [
          "note: errors[0].locations is null: it should be absent instead.",
          "note: errors[0].path is null: it should be absent instead.",
        ]
      ),
      (#"{"errors":[{"message":"m","path":["a",0]}]}"#, true, []),
      (
        #"{"errors":[{"message":"m","path":"a"}]}"#, true,
        ["errors[0].path is \"a\": expected a list of names and indices."]
      ),
      (
        #"{"errors":[{"message":"m","path":["a",-1]}]}"#, true,
        ["errors[0].path[1] is -1: expected a response key or an index from 0."]
      ),
      (
        #"{"errors":[{"message":"m","path":["a",true]}]}"#, true,
        ["errors[0].path[1] is true: expected a response key or an index from 0."]
      ),
      (
        #"{"errors":[{"message":"m","path":{"elements":[]}}]}"#, true,
        ["note: errors[0].path is an object with \"elements\": expected the list itself."]
      ),
      (
        #"{"errors":[{"message":"m","code":3002}]}"#, true,
        [
          "note: errors[0].code is not one of message, locations, path and extensions: additional members belong in \"extensions\"."
        ]
      ),
      (#"{"errors":[{"message":"m","extensions":7}]}"#, true, ["errors[0].extensions is 7: expected an object."]),
      (#"{"errors":[{"message":"m"}],"extensions":[]}"#, true, ["extensions is []: expected an object."]),
      (
        #"{"errors":[{"message":"m"}],"hasNext":false}"#, true,
        ["note: hasNext is not one of data, errors and extensions: additional members belong in \"extensions\"."]
      ),
    ] as [(String, Bool, [String])])
  func shapes(body: String, isSuccess: Bool, expected: [String]) throws {
    #expect(try findings("{ hero { name } }", body, isSuccess: isSuccess) == expected)
  }

  @Test("What stands for a value that is not known fits anywhere; in an enum's place it is noted")
  func placeholders() throws {
    let query = "{ country(code: 1) { code people style styles next { code } } node { __typename id } }"
    let text = #""understudy-token-0123456789abcdef""#
    let body = """
      {"data":{"country":{"code":\(text),"people":\(text),"style":\(text),"styles":[\(text)],"next":\(text)},\
      "node":{"__typename":\(text),"id":"1"}}}
      """
    let note =
      "is a placeholder instead of a value of enum \"Style\", which clients cannot read. If it is not secret, list "
    let advice = "under redaction: keep: in endpoint.yaml and record again."
    #expect(
      try findings(query, body) == [
        "note: data.country.style \(note)Country.style \(advice)",
        "note: data.country.styles[0] \(note)Country.styles \(advice)",
      ])
    #expect(try findings(query, body.replacing("understudy-", with: "underdog-")).count == 5)
  }

  @Test("A response that has nothing to do with its operation is described in fifty findings")
  func limit() throws {
    let body = "{\"data\":{\"countries\":[\(Array(repeating: "{}", count: 80).joined(separator: ","))]}}"
    let found = try findings("{ countries { code } }", body)
    #expect(found.count == 51)
    #expect(found.last == "30 more of this response are not shown.")
  }

  @Test("Guesses inside of guesses come to an end", .timeLimit(.minutes(10)))
  func guesses() throws {
    // Every level may be of two types that lead on, and the lowest fits neither.
    var query = "{ node { ...F0 } } fragment F30 on Node { id }"
    var value = "{}"
    for level in (0..<30).reversed() {
      let next = "friend { ...F\(level + 1) }"
      query += " fragment F\(level) on Node { ... on Person { \(next) } ... on Robot { \(next) } }"
      value = "{\"friend\":\(value)}"
    }
    #expect(try findings(query, "{\"data\":{\"node\":\(value)}}") == [])
  }

  @Test("Where a finding is: the value, the name of what is too many, the object of what is missing")
  func places() throws {
    let document = try parse(SourceText("{ countries { code name } }"))
    var check = ResponseCheck(
      of: try document.operation(named: nil), in: document, schema: try Schema(sdl: SourceText(Self.sdl)))
    let body = try JSON.parse(text: #"{"data":{"countries":[{"code":true,"x":1}]},"y":1}"#)
    let found = check.findings(in: body)
    #expect(
      found.map(\.path.description) == ["y", "data.countries[0].code", "data.countries[0].x", "data.countries[0]"])
    #expect(found.map(\.isAboutName) == [true, false, true, false])
  }
}
