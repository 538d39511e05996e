import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@testable import EndpointConfiguration
@testable import Engine
@testable import Maintenance
@testable import Recordings

/// What was recorded and what is answered now, and what is said of it.
private struct Case: CustomTestStringConvertible, Sendable {
  let name: String
  let recorded: [String]
  let now: String
  let said: [String]
  var schema: String?
  var rules = ""
  var query = "{ country { name } }"

  init(
    _ name: String, _ recorded: String..., now: String, said: [String], schema: String? = nil, rules: String = "",
    query: String = "{ country { name } }"
  ) {
    (self.name, self.recorded, self.now, self.said) = (name, recorded, now, said)
    (self.schema, self.rules, self.query) = (schema, rules, query)
  }

  var testDescription: String { name }
}

private let nullable = "type Query { country: Country } type Country { name: String, size: Int }"
private let nonNull = "type Query { country: Country! } type Country { name: String! }"

private let cases: [Case] = [
  // Silent
  Case("the same", #"{"data":{"a":1}}"#, now: #"{"data":{"a":1}}"#, said: []),
  Case(
    "members in another order", #"{"data":{"a":1,"b":[{"c":1,"d":2}]}}"#, now: #"{"data":{"b":[{"d":2,"c":1}],"a":1}}"#,
    said: []),
  Case("a number in other digits", #"{"data":{"a":1.0}}"#, now: #"{"data":{"a":1}}"#, said: []),
  Case(
    "extensions", #"{"data":{"a":1},"extensions":{"took":1}}"#, now: #"{"data":{"a":1},"extensions":{"took":"2"}}"#,
    said: []),
  Case(
    "what is volatile, whatever its form", #"{"data":{"a":1,"at":5}}"#, now: #"{"data":{"a":1,"at":null}}"#, said: [],
    rules: "volatile: [data.at]"),
  Case(
    "a pseudonym", #"{"data":{"login":{"token":"understudy-redacted-token-7f"}}}"#,
    now: #"{"data":{"login":{"token":"understudy-redacted-token-11"}}}"#, said: []),
  Case(
    "a secret that is a string as any other now", #"{"data":{"token":"understudy-redacted-token-7f"}}"#,
    now: #"{"data":{"token":"none"}}"#, said: []),
  // Secrets
  Case(
    "null in the place of a secret", #"{"data":{"token":"understudy-redacted-token-7f"}}"#,
    now: #"{"data":{"token":null}}"#,
    said: [#"error: data.token became null, recorded a string, "understudy-redacted-token-7f"."#]),
  Case(
    "null that the schema allows in the place of a secret", #"{"data":{"token":"understudy-redacted-token-7f"}}"#,
    now: #"{"data":{"token":null}}"#,
    said: [
      #"warning: data.token became null, which the schema allows, recorded a string, "understudy-redacted-token-7f"."#
    ], schema: "type Query { token: String }", query: "{ token }"),
  Case(
    "a number in the place of a secret", #"{"data":{"token":"understudy-redacted-token-7f"}}"#,
    now: #"{"data":{"token":7}}"#,
    said: [#"error: data.token is now a number, 7, recorded a string, "understudy-redacted-token-7f"."#]),
  Case(
    "a list in the place of a secret", #"{"data":{"all":[{"token":"understudy-redacted-token-7f"}]}}"#,
    now: #"{"data":{"all":[{"token":["understudy-redacted-token-7f"]}]}}"#,
    said: [
      #"error: data.all[0].token is now a list, ["understudy-redacted-token-7f"], recorded a string, "understudy-redacted-token-7f"."#
    ]),
  Case(
    "a secret is gone", #"{"data":{"a":1,"token":"understudy-redacted-token-7f"}}"#, now: #"{"data":{"a":1}}"#,
    said: [#"error: data.token is missing, recorded a string, "understudy-redacted-token-7f"."#]),
  Case(
    "a secret in the place of a number and an object", #"{"data":{"price":12.5,"raw":{"a":1}}}"#,
    now: #"{"data":{"price":"understudy-redacted-jwt-7f","raw":"understudy-redacted-jwt-7f"}}"#,
    said: [
      #"error: data.price is now a string, "understudy-redacted-jwt-7f", recorded a number, 12.5."#,
      #"error: data.raw is now a string, "understudy-redacted-jwt-7f", recorded an object, {"a":1}."#,
    ]),
  Case(
    "a secret in the place of a string and of null", #"{"data":{"name":"Canada","nick":null}}"#,
    now: #"{"data":{"name":"understudy-redacted-jwt-7f","nick":"understudy-redacted-jwt-7f"}}"#,
    said: [
      #"value: data.name is "understudy-redacted-jwt-7f", recorded "Canada"."#,
      #"value: data.nick is "understudy-redacted-jwt-7f", recorded null."#,
    ]),
  // Values
  Case(
    "a value", #"{"data":{"country":{"name":"Canada"}}}"#, now: #"{"data":{"country":{"name":"Kanada"}}}"#,
    said: [#"value: data.country.name is "Kanada", recorded "Canada"."#]),
  Case(
    "what was null is something", #"{"data":{"a":null}}"#, now: #"{"data":{"a":{"b":1}}}"#,
    said: [#"value: data.a is {"b":1}, recorded null."#]),
  Case(
    "a longer list", #"{"data":{"a":[{"b":1}]}}"#, now: #"{"data":{"a":[{"b":1},{"b":2}]}}"#,
    said: [#"value: data.a[1] is new: {"b":2}."#]),
  Case(
    "an empty list", #"{"data":{"a":[{"b":1}]}}"#, now: #"{"data":{"a":[]}}"#,
    said: [#"value: data.a[0] is missing, recorded {"b":1}."#]),
  Case(
    "an element of a form that another one had", #"{"data":{"a":[1,null]}}"#, now: #"{"data":{"a":[null,2]}}"#,
    said: ["value: data.a[0] is null, recorded 1.", "value: data.a[1] is 2, recorded null."]),
  Case(
    "null as another recorded answer has it", #"{"data":{"a":1}}"#, #"{"data":{"a":null}}"#,
    now: #"{"data":{"a":null}}"#,
    said: ["value: data.a is null, recorded 1."]),
  Case(
    "another of the possible types", #"{"data":{"pet":{"__typename":"Dog","barks":true}}}"#,
    now: #"{"data":{"pet":{"__typename":"Cat","meows":1}}}"#,
    said: [
      #"value: data.pet.__typename is "Cat", recorded "Dog"."#,
      "value: data.pet.barks is missing, recorded true.", "value: data.pet.meows is new: 1.",
    ]),
  Case(
    "another of the possible types, which does not tell", #"{"data":{"pet":{"name":"Rex","barks":true}}}"#,
    now: #"{"data":{"pet":{"name":"Tom","meows":1}}}"#,
    said: [
      #"value: data.pet.name is "Tom", recorded "Rex"."#,
      "value: data.pet.barks is missing, recorded true.", "value: data.pet.meows is new: 1.",
    ], query: "{ pet { name ... on Dog { barks } ... on Cat { meows } } }"),
  // Stable values
  Case(
    "a stable value", #"{"data":{"country":{"name":"Canada","size":1}}}"#,
    now: #"{"data":{"country":{"name":"Kanada","size":2}}}"#,
    said: [
      #"warning: data.country.name is "Kanada", recorded "Canada". endpoint.yaml declares it as stable."#,
      "value: data.country.size is 2, recorded 1.",
    ], rules: "stable: [data.country.name]"),
  Case(
    "a stable value by its type, in lists", #"{"data":{"all":[{"__typename":"Country","code":"CA"}]}}"#,
    now: #"{"data":{"all":[{"__typename":"Country","code":"CX"}]}}"#,
    said: [#"warning: data.all[0].code is "CX", recorded "CA". endpoint.yaml declares it as stable."#],
    rules: "stable: [Country.code]"),
  Case(
    "a stable value by a type that only the schema tells", #"{"data":{"country":{"name":"Canada","size":1}}}"#,
    now: #"{"data":{"country":{"name":"Kanada","size":2}}}"#,
    said: [
      #"warning: data.country.name is "Kanada", recorded "Canada". endpoint.yaml declares it as stable."#,
      "value: data.country.size is 2, recorded 1.",
    ], schema: nullable, rules: "stable: [Country.name]", query: "{ country { name size } }"),
  Case(
    "what is volatile by a type that only the schema tells", #"{"data":{"country":{"name":"Canada"}}}"#,
    now: #"{"data":{"country":{"name":"Kanada"}}}"#, said: [], schema: nullable, rules: "volatile: [Country.name]"),
  Case(
    "what is volatile by a type that nothing tells", #"{"data":{"country":{"name":"Canada"}}}"#,
    now: #"{"data":{"country":{"name":"Kanada"}}}"#,
    said: [#"value: data.country.name is "Kanada", recorded "Canada"."#], rules: "volatile: [Country.name]"),
  Case(
    "what is volatile in a fragment on its type",
    #"{"data":{"hits":[{"id":"t1","title":"A"},{"id":"u1","name":"B"}]}}"#,
    now: #"{"data":{"hits":[{"id":"t1","title":"C"},{"id":"u1","name":"D"}]}}"#,
    said: [#"value: data.hits[1].name is "D", recorded "B"."#], schema: hits,
    rules: "volatile: [Ticket.title, User.id]",
    query: hitsQuery),
  // Forms
  Case(
    "a member is gone from a scalar where others are new", #"{"data":{"raw":{"a":1,"b":[]}}}"#,
    now: #"{"data":{"raw":{"a":1,"c":[]}}}"#,
    said: ["error: data.raw.b is missing, recorded a list, [].", "value: data.raw.c is new: []."], query: "{ raw }"),
  Case(
    "objects of a scalar's list that differ", #"{"data":{"raw":[{"a":1,"b":1},{"a":2,"b":2}]}}"#,
    now: #"{"data":{"raw":[{"a":1},{"a":2,"b":2}]}}"#,
    said: ["value: data.raw[0].b is missing, recorded 1."], query: "{ raw }"),
  Case(
    "a member is gone from all objects of a scalar's list", #"{"data":{"raw":[{"a":1,"b":1}]}}"#,
    now: #"{"data":{"raw":[{"a":1},{"c":2}]}}"#,
    said: [
      "error: data.raw[0].b is missing, recorded a number, 1. (Also in 1 more of the list.)",
      #"value: data.raw[1] is new: {"c":2}."#,
    ], query: "{ raw }"),
  Case(
    "an object of a union that has no fragment", #"{"data":{"hits":[{"id":"p1"},{"id":"t1","title":"T"}]}}"#,
    now: #"{"data":{"hits":[{"id":"p1"},{}]}}"#,
    said: [
      #"value: data.hits[1].id is missing, recorded "t1"."#,
      #"value: data.hits[1].title is missing, recorded "T"."#,
    ], query: hitsQuery),
  Case(
    "an object of a union that has no fragment, with the schema", #"{"data":{"hits":[{"id":"t1","title":"T"}]}}"#,
    now: #"{"data":{"hits":[{}]}}"#,
    said: [
      #"value: data.hits[0].id is missing, recorded "t1"."#,
      #"value: data.hits[0].title is missing, recorded "T"."#,
    ], schema: hits, query: hitsQuery),
  Case(
    "a field is gone", #"{"data":{"country":{"name":"Canada","size":1}}}"#, now: #"{"data":{"country":{"size":1}}}"#,
    said: [#"error: data.country.name is missing, recorded a string, "Canada"."#]),
  Case(
    "null", #"{"data":{"country":{"name":"Canada"}}}"#, now: #"{"data":{"country":{"name":null}}}"#,
    said: [#"error: data.country.name became null, recorded a string, "Canada"."#]),
  Case(
    "null higher up", #"{"data":{"country":{"name":"Canada"}}}"#, now: #"{"data":null}"#,
    said: [#"error: data became null, recorded an object, {"country":{"name":"Canada"}}."#]),
  Case(
    "another JSON type", #"{"data":{"country":{"name":"Canada"}}}"#, now: #"{"data":{"country":{"name":7}}}"#,
    said: [#"error: data.country.name is now a number, 7, recorded a string, "Canada"."#]),
  Case(
    "a list in the place of an object", #"{"data":{"a":{"b":1}}}"#, now: #"{"data":{"a":[{"b":1}]}}"#,
    said: [#"error: data.a is now a list, [{"b":1}], recorded an object, {"b":1}."#]),
  Case(
    "the same in many elements", #"{"data":{"a":[{"b":"1"},{"b":"2"}]}}"#,
    now: #"{"data":{"a":[{"b":1},{"b":2},{"b":3}]}}"#,
    said: [
      #"error: data.a[0].b is now a number, 1, recorded a string, "1". (Also in 2 more of the list.)"#,
      #"value: data.a[1].b is 2, recorded "2"."#, #"value: data.a[2] is new: {"b":3}."#,
    ]),
  Case(
    "a field gone of one of the types", #"{"data":{"a":[{"__typename":"A","x":1},{"__typename":"B","y":1}]}}"#,
    now: #"{"data":{"a":[{"__typename":"B"},{"__typename":"A","x":1}]}}"#,
    said: [
      "error: data.a[0].y is missing, recorded a number.",
      #"value: data.a[0].__typename is "B", recorded "A"."#,
      "value: data.a[0].x is missing, recorded 1.",
      #"value: data.a[1].__typename is "A", recorded "B"."#,
      "value: data.a[1].y is missing, recorded 1.",
      "value: data.a[1].x is new: 1.",
    ]),
  Case(
    "no GraphQL", #"{"data":{"a":1}}"#, now: #"{"hello":"world"}"#,
    said: [#"error: the answer is not a GraphQL response: {"hello":"world"}"#]),
  // Errors
  Case(
    "a new error", #"{"data":{"country":{"name":"Canada"}}}"#,
    now: #"{"data":{"country":null},"errors":[{"message":"Timeout","path":["country"],"extensions":{"code":"SLOW"}}]}"#,
    said: ["error: new error at country: Timeout (SLOW)"]),
  Case(
    "a new error without a path", #"{"data":{"a":1}}"#, now: #"{"data":{"a":1},"errors":[{"message":"Deprecated"}]}"#,
    said: ["error: new error: Deprecated"]),
  Case(
    "an error that is another one",
    #"{"data":{"a":null},"errors":[{"message":"X","path":["a"],"extensions":{"code":"A"}}]}"#,
    now: #"{"data":{"a":null},"errors":[{"message":"X","path":["a"],"extensions":{"code":"B"}}]}"#,
    said: ["error: new error at a: X (B)", "warning: the recorded error no longer occurs at a: X (A)"]),
  Case(
    "an error in other words", #"{"data":{"a":null},"errors":[{"message":"No 5","path":["a"]}]}"#,
    now: #"{"data":{"a":null},"errors":[{"message":"No 6","path":["a"]}]}"#,
    said: ["value: the error at a: No 5 has a different message: No 6"]),
  Case(
    "an error that went away", #"{"data":{"a":null},"errors":[{"message":"No","path":["a"]}]}"#,
    now: #"{"data":{"a":1}}"#,
    said: ["warning: the recorded error no longer occurs at a: No", "value: data.a is 1, recorded null."]),
  // With a schema
  Case(
    "null that the schema allows", #"{"data":{"country":{"name":"Canada"}}}"#,
    now: #"{"data":{"country":{"name":null}}}"#,
    said: [#"warning: data.country.name became null, which the schema allows, recorded a string, "Canada"."#],
    schema: nullable),
  Case(
    "null that the schema does not allow", #"{"data":{"country":{"name":"Canada"}}}"#,
    now: #"{"data":{"country":{"name":null}}}"#,
    said: [#"error: data.country.name became null, recorded a string, "Canada"."#], schema: nonNull),
  Case(
    "what was null, of a type that the schema does not have there", #"{"data":{"country":null}}"#,
    now: #"{"data":{"country":{"name":7}}}"#,
    said: [
      "error: data.country.name is 7: expected a string (Country.name: String).",
      #"value: data.country is {"name":7}, recorded null."#,
    ], schema: nullable),
]

private let hits = """
  type Query { hits: [Hit] } union Hit = Ticket | User | Product
  type Ticket { id: ID title: String } type User { id: ID name: String } type Product { id: ID }
  """
private let hitsQuery = "{ hits { ... on Ticket { id title } ... on User { id name } } }"

@Suite("How an answer differs from the recorded one")
struct AnswerComparisonTests {
  @Test("What is said, by severity", arguments: cases)
  fileprivate func said(_ example: Case) throws {
    #expect(try Self.drifts(example).map { "\($0.severity.rawValue): \($0.message)" } == example.said)
  }

  @Test("A status and a header")
  func head() throws {
    let old = RecordedResponse(
      status: 200, headers: [.init(name: "cache-control", value: "no-store")], body: .json(["data": ["a": 1]]))
    let new = RecordedResponse(status: 201, headers: [], body: .json(["data": ["a": 1]]))
    let recording = Recording(
      kind: .query, operationName: nil, identity: .anonymous, variables: JSONObject(),
      states: [.init(responses: [old])])
    var comparison = AnswerComparison(
      recording, document: try parse(SourceText("{ a }")), schema: nil, rules: EndpointRules())
    #expect(
      comparison.drifts(from: old, to: new).map { "\($0.severity.rawValue): \($0.message)" } == [
        "error: the status is 201, recorded 200.",
        "value: the header cache-control is missing, recorded no-store.",
      ])
  }

  private static func drifts(_ example: Case) throws -> [Drift] {
    func response(_ text: String) throws -> RecordedResponse {
      RecordedResponse(status: 200, headers: [], body: .json(try JSON.parse(text: text)))
    }
    let recorded = try example.recorded.map(response)
    let recording = Recording(
      kind: .query, operationName: nil, identity: .anonymous, variables: JSONObject(),
      states: [.init(responses: recorded)])
    let rules = try EndpointConfiguration(yaml: Array(example.rules.utf8), path: "endpoint.yaml").rules
    let schema = try example.schema.map { try Schema(sdl: SourceText($0)) }
    var comparison = AnswerComparison(
      recording, document: try parse(SourceText(example.query)), schema: schema, rules: rules)
    return comparison.drifts(from: recorded[0], to: try response(example.now))
  }
}
