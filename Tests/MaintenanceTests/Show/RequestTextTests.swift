import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Maintenance

@Suite struct RequestTextTests {
  private func text(
    _ document: String, kind: String = "query", name: String? = "CountryDetail", session: String? = nil,
    headers: [(name: String, value: String)] = []
  ) throws -> RequestText {
    RequestText(
      endpoint: "countries", kind: kind, name: name, document: try parse(SourceText(document)),
      variables: ["code": "\"#\\"], headers: headers, session: session)
  }

  @Test func aTestIsNamedAfterTheOperation() throws {
    let tests = try text("query CountryDetail { a }").tests(answer: ["data": ["a": 1]])
    #expect(tests.map(\.framework) == ["pytest", "Vitest", "Swift Testing"])
    #expect(tests[0].text.contains("def test_country_detail():"))
    #expect(tests[1].text.contains("test(\"CountryDetail\", async () => {"))
    #expect(tests[2].text.contains("@Test func countryDetail() async throws {"))
  }

  /// The texts are literals of three languages, whatever they contain.
  @Test func textsAreQuoted() throws {
    let request = try text("query CountryDetail { a(b: \"\\\"\\\\#\\u{1F600}'''\") }", session: "a b/ü")
    let tests = request.tests(answer: ["data": ["a": "\"##\\u0041 ${x} \\(y)"]])
    #expect(tests[0].text.contains("json.loads(\"{\\\"content-type\\\":"))
    #expect(tests[1].text.contains("\"x-understudy-session\":\"a b/%C3%BC\""))
    // No raw string of Swift ends inside the text.
    #expect(tests[2].text.contains("let expected = Data(###\"") && tests[2].text.contains("\"###.utf8)"))
  }

  @Test func aLargeAnswerIsNotCompared() throws {
    let large = JSON.object(["data": .string(String(repeating: "x", count: 20_000))])
    for test in try text("query CountryDetail { a }").tests(answer: large) {
      #expect(test.text.count < 2_000 && test.text.contains("errors"))
    }
  }

  @Test func aSubscriptionHasNoTest() throws {
    #expect(try text("subscription S { a }", kind: "subscription", name: "S").tests(answer: nil).isEmpty)
  }

  @Test func aHeaderReplacesTheUsualOne() throws {
    let curl = try text("{ a }", name: nil, headers: [("content-type", "application/graphql+json")]).curl(
      origin: "http://localhost:4000")
    #expect(
      curl.contains("'content-type: application/graphql+json'") && !curl.contains("'content-type: application/json'"))
  }
}
