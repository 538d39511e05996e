import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Recordings
@testable import Redaction

@Suite("Stable places")
struct StableTests {
  private func rules(_ yaml: String) throws(RecordingError) -> EndpointRules {
    try EndpointConfiguration(yaml: Array(yaml.utf8), path: "endpoint.yaml").rules
  }

  @Test("For all operations, for one, and for none")
  func reading() throws {
    let rules = try rules(
      """
      stable: [data.a.b, Country.code]
      operations:
        Q: { stable: [data.c, data.a.b] }
        "*": { stable: [errors.code] }
      """)
    #expect(rules.stable == [.path(["data", "a", "b"]), .coordinate(type: "Country", field: "code")])
    let body: JSON = ["data": ["a": ["b": 1], "c": 2]]
    #expect(
      rules.stablePlaces(of: "Q", kind: .query)?.removed(from: body) == ["data": ["a": JSON.object(JSONObject())]])
    #expect(
      rules.stablePlaces(of: "R", kind: .query)?.removed(from: body)
        == ["data": ["a": JSON.object(JSONObject()), "c": 2]])
    #expect(try self.rules("volatile: [data.a]").stablePlaces(of: "Q", kind: .query) == nil)
  }

  @Test(
    "What cannot be a place",
    arguments: [
      (
        "stable: data.a",
        "1:9: \"stable\" is \"data.a\": expected a list of places such as [data.country.name, Country.code]."
      ),
      ("stable: [data]", "1:10: \"data\" covers everything: name a part, as in data.login.token."),
      ("stable: [Query.a(b:)]", "1:10: \"Query.a(b:)\" is an argument, which answers do not have: write Query.a."),
    ])
  func mistakes(yaml: String, message: String) {
    let error = #expect(throws: RecordingError.self) { try rules(yaml) }
    #expect(error?.description == "endpoint.yaml:\(message)")
  }
}
