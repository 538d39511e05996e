import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Subscriptions")
struct SubscriptionTests {
  private static let sdl = """
    type Query { a: Int }
    type Subscription { fed(room: ID!, last: Int = 1): Pet must: Pet! other: Pet }
    type Pet { name: String! age: Int }
    """

  /// The responses to all events, or the refusal; and what the source was asked for.
  private func subscribe(
    _ query: String, root: JSON = [:], variables: JSONObject = JSONObject(), sdl: String = Self.sdl
  ) throws -> (responses: [String], calls: [String]) {
    let text = SourceText(query)
    let schema = try Schema(sdl: SourceText(sdl))
    var source = ScriptedSource(schema: schema)
    let request = ExecutionRequest(document: try parse(text), variables: variables, source: text)
    switch GraphQLExecution.subscribe(request, schema: schema, root: root, from: &source) {
    case .refused(let result): return ([result.response.compactText], source.calls)
    case .stream(let events, let subscription):
      let responses = events.map { subscription.response(to: $0, from: &source).response.compactText }
      return (responses, source.calls)
    }
  }

  @Test("The source stream is opened once, each event is executed as the root")
  func stream() throws {
    let result = try subscribe(
      "subscription ($r: ID!) { now: fed(room: $r) { name age } }",
      root: ["fed": [["fed": ["name": "Rex"]], ["fed": .null], ["fed": ["age": 3]], ["fed": ["!": "no"]]]],
      variables: ["r": 7])
    let place = "\"locations\":[{\"line\":1,\"column\""
    #expect(
      result.responses == [
        #"{"data":{"now":{"name":"Rex","age":null}}}"#,
        #"{"data":{"now":null}}"#,
        #"{"errors":[{"message":"Cannot return null for non-nullable field Pet.name.",\#(place):47}],"#
          + #""path":["now","name"]}],"data":{"now":null}}"#,
        #"{"errors":[{"message":"no",\#(place):26}],"path":["now"]}],"data":{"now":null}}"#,
      ])
    #expect(result.calls.first == #"events of fed(room: "7", last: 1) at now"#)
    #expect(result.calls.count { $0.hasPrefix("events") } == 1)
    #expect(result.calls.dropFirst().first == #"Subscription.fed(room: "7", last: 1) at now"#)
  }

  @Test("A stream without events has no responses")
  func noEvents() throws {
    #expect(try subscribe("subscription { other { name } }", root: ["other": []]).responses == [])
  }

  @Test(
    "The one field is found through fragments, merged, and past what is skipped",
    arguments: [
      "subscription { ...F ...F other { age } } fragment F on Subscription { other { name } }",
      "subscription { must @skip(if: true) { age } ... @include(if: true) { other { name } } other { age } }",
      "query Q { a } subscription { ... on Query { a } other { name age } }",
    ])
  func oneField(query: String) throws {
    let text = SourceText(query)
    let schema = try Schema(sdl: SourceText(Self.sdl))
    var source = ScriptedSource(schema: schema)
    let document = try parse(text)
    let chosen = Document(
      definitions: document.definitions.filter {
        if case .operation(let operation) = $0 { operation.kind == .subscription } else { true }
      })
    let request = ExecutionRequest(document: chosen, source: text)
    guard
      case .stream(let events, let subscription) = GraphQLExecution.subscribe(
        request, schema: schema, root: ["other": [["other": ["name": "Rex", "age": 2]]]], from: &source)
    else {
      Issue.record("no stream")
      return
    }
    #expect(subscription.fieldName == "other")
    let response = subscription.response(to: try #require(events.first), from: &source)
    #expect(response.data == ["other": ["name": "Rex", "age": 2]])
  }

  @Test(
    "Without a stream there is one response of errors alone",
    arguments: [
      (
        "subscription { other { name } }",
        #"{"message":"There are no events of \"other\".","locations":[{"line":1,"column":16}],"path":["other"]}"#
      ),
      (
        "subscription { fed { name } }",
        #"{"message":"Argument \"room\" of required type \"ID!\" was not provided.","#
          + #""locations":[{"line":1,"column":16}],"path":["fed"]}"#
      ),
      (
        "subscription ($r: ID!) { fed(room: $r) { name } }",
        #"{"message":"Variable \"$r\" of required type \"ID!\" was not provided.","#
          + #""locations":[{"line":1,"column":15}]}"#
      ),
      (
        "subscription { gone { name } }",
        #"{"message":"The subscription field \"gone\" is not defined.","locations":[{"line":1,"column":16}]}"#
      ),
      (
        "subscription { other @skip(if: true) { name } }",
        #"{"message":"Subscription selects no field.","locations":[{"line":1,"column":1}]}"#
      ),
      (
        "subscription { other @skip(if: null) { name } }",
        #"{"message":"Argument \"if\" of non-null type \"Boolean!\" must not be null.","#
          + #""locations":[{"line":1,"column":32}]}"#
      ),
      (
        "query { a }",
        #"{"message":"Schema is not configured to execute subscription operation.","#
          + #""locations":[{"line":1,"column":1}]}"#
      ),
    ])
  func refusals(query: String, error: String) throws {
    #expect(try subscribe(query).responses == ["{\"errors\":[\(error)]}"])
  }

  @Test("A schema without subscriptions has none")
  func noRoot() throws {
    let result = try subscribe("subscription { a }", sdl: "type Query { a: Int }")
    #expect(
      result.responses == [
        #"{"errors":[{"message":"Schema is not configured to execute subscription operation.","#
          + #""locations":[{"line":1,"column":1}]}]}"#
      ])
    #expect(result.calls == [])
  }
}
