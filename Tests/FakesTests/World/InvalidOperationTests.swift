import Fakes
import GraphQLLanguage
import OrderedJSON
import Testing

@Suite("Invalid operations of a faked world")
struct InvalidOperationTests {
  private func answer(_ test: TestSchema, _ query: String, variables: String = "{}") throws -> String {
    let world = FakeWorld(schema: try test.schema(), seed: 1, endpoint: test.name)
    guard case .object(let object) = try JSON.parse(text: variables) else { return "" }
    return world.respond(to: SourceText(query), variables: object).compactText
  }

  @Test(
    "what is invalid gets the reference's messages and no data",
    arguments: [
      (
        "{ launch(id: 1) { nme } }", "{}",
        #"{"errors":[{"message":"Cannot query field \"nme\" on type \"Launch\".","locations":[{"line":1,"column":19}]}]}"#
      ),
      (
        "query ($id: ID!) { launch(id: $id) { site } }", "{}",
        #"{"errors":[{"message":"Variable \"$id\" of required type \"ID!\" was not provided.","#
          + #""locations":[{"line":1,"column":8}]}]}"#
      ),
      (
        "query ($id: ID!) { launch(id: $id) { site } }", #"{"id": true}"#,
        #"{"errors":[{"message":"Variable \"$id\" got invalid value true; ID cannot represent value: true","#
          + #""locations":[{"line":1,"column":8}]}]}"#
      ),
      (
        "{ launch(id: 1) { site }", "{}",
        #"{"errors":[{"message":"Syntax Error: Expected Name, found <EOF>.","locations":[{"line":1,"column":25}]}]}"#
      ),
      (
        "query A { total } query B { total }", "{}",
        #"{"errors":[{"message":"Must provide operation name if query contains multiple operations."}]}"#
      ),
    ])
  func errors(query: String, variables: String, expected: String) throws {
    #expect(try answer(.launches, query, variables: variables) == expected)
  }
}
