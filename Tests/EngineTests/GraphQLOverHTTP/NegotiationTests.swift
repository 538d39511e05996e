import Requests
import Testing
import Transports

@Suite("Which media type a client gets, and which it may send")
struct NegotiationTests {
  private func request(accept: String?) -> ClientRequest {
    ClientRequest(method: "POST", target: "/", headers: accept.map { ["Accept": $0] } ?? [:])
  }

  static let json = MediaType.json
  static let newer = MediaType.graphQLResponse

  static let accepts: [(String?, String)] = [
    (nil, json),
    ("", json),
    ("*/*", json),
    ("application/*", json),
    ("application/json", json),
    ("application/json; charset=utf-8", json),
    ("APPLICATION/JSON", json),
    ("application/graphql-response+json", newer),
    ("application/graphql-response+json; charset=UTF-8", newer),
    ("application/graphql-response+json, application/json;q=0.9", newer),
    ("application/graphql-response+json,application/json;q=0.9", newer),
    ("application/json;q=0.9, application/graphql-response+json", newer),
    ("application/json, application/graphql-response+json", newer),
    ("application/json, application/graphql-response+json;q=0.9", json),
    ("application/json;q=0.2, application/graphql-response+json;q=0.25", newer),
    ("application/graphql-response+json;q=0, application/json", json),
    ("application/graphql-response+json;q=0", json),
    ("application/json, text/plain, */*", json),
    ("application/json;q=0.5, */*", newer),
    ("application/graphql-response+json, */*;q=0.1", newer),
    ("*/*, application/graphql-response+json;q=0.1", json),
    ("application/*;q=0.8, application/graphql-response+json;q=0.9", newer),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", json),
    ("multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json", newer),
    ("multipart/mixed;boundary=\"a,b\";subscriptionSpec=1.0,application/json", json),
    (
      "application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed",
      newer
    ),
    ("application/graphql-response+json; charset=iso-8859-1, application/json", json),
    ("application/json;q=nonsense", json),
    ("nonsense, ;;, /, application/graphql-response+json", newer),
    ("text/event-stream", json),
    ("application/vnd.github.v3+json", json),
  ]

  @Test("A single result's media type, by weight, and by the range that names it most exactly", arguments: accepts)
  func single(accept: String?, type: String) { #expect(MediaType.negotiated(request(accept: accept).accept) == type) }

  @Test(
    "Whether anything can be given at all",
    arguments: [
      (nil, true), ("*/*", true), ("text/event-stream", true), ("multipart/mixed;subscriptionSpec=1.0", true),
      ("multipart/*", true), ("application/json;q=0.001", true), ("text/html", false), ("application/xml", false),
      ("*/*;q=0", false), ("application/json;q=0", false), ("application/json;q=0, */*", true),
      ("application/json;charset=utf-16", false), ("text/html, */*;q=0", false), ("image/*", false),
      ("application/vnd.github.v3+json", true), ("application/vnd.api+json;q=0.5, text/html", true),
      ("application/vnd.github.v3+json;q=0", false), ("application/json;q=0, application/vnd.api+json", false),
      ("application/vnd.github.v3", false), ("image/svg+json", false),
    ] as [(String?, Bool)])
  func acceptable(accept: String?, isAcceptable: Bool) {
    #expect(MediaType.isAcceptable(request(accept: accept).accept) == isAcceptable)
  }

  @Test("What a client accepts is read as it is written")
  func ranges() {
    let header = AcceptHeader(["Text/HTML;Level=1 ; q=0.5;ext=1", "a/b;x=\"1;2,3\", */json, */*;q=1.5"])
    #expect(header.ranges.map { "\($0.type)/\($0.subtype) \($0.weight)" } == ["text/html 500", "a/b 1000", "*/* 1000"])
    #expect(header.ranges.map { $0.parameters.map(\.name) } == [["level"], ["x"], []])
    #expect(header.ranges[1].parameters[0].value == "1;2,3")
    #expect(header.names("text", "html"))
    #expect(!header.names("text", "plain"))
  }

  @Test("Nothing acceptable is 406, and says what would be")
  func notAcceptable() {
    let answer = MediaType.notAcceptable(request(accept: "text/html"))
    #expect(answer.status == 406)
    #expect(answer.problem?.hasPrefix("The Accept header \"text/html\" allows no GraphQL media type") == true)
  }

  @Test(
    "Under the newer media type what was not executed is 4xx, under plain JSON 200",
    arguments: [(json, 200, 200), (newer, 400, 422)])
  func statuses(mediaType: String, parse: Int, other: Int) {
    #expect(MediaType.requestErrorStatus(mediaType, .documentDoesNotParse) == parse)
    #expect(MediaType.requestErrorStatus(mediaType) == other)
  }

  static let problems: [(RequestProblem, Int, Int)] = [
    (.emptyBody, 400, 400),
    (.notAnObject("null"), 400, 422),
    (.noQuery(found: []), 400, 422),
    (.noQueryParameter(found: []), 400, 422),
    (.wrongType("variables", "an object", found: "an array"), 400, 422),
    (.methodNotAllowed("PUT"), 405, 405),
    (.mediaType("text/plain"), 415, 415),
    (.charset("utf-16"), 415, 415),
    (.emptyBatch, 400, 400),
    (.persistedQueryNotFound("ab"), 200, 200),
    (.persistedQueryMismatch, 400, 400),
    (.persistedQueryVersion, 400, 400),
    (.unknownDocument("ab", configuration: "endpoint.yaml"), 200, 422),
  ]

  @Test("Each malformed request's status, for those who know plain JSON and for the others", arguments: problems)
  func malformed(problem: RequestProblem, plain: Int, newer: Int) {
    #expect(problem.answer(to: request(accept: "application/json")).status == plain)
    #expect(problem.answer(to: request(accept: "application/graphql-response+json")).status == newer)
  }

  @Test(
    "A body's media type: JSON, or nothing said",
    arguments: [
      (nil, true), ("", true), ("application/json", true), ("Application/JSON; charset=utf-8", true),
      ("application/graphql", true), ("application/vnd.api+json", true), ("multipart/form-data; boundary=x", true),
      ("text/plain;charset=UTF-8", false), ("application/x-www-form-urlencoded", false), ("application/xml", false),
      ("json", false),
    ] as [(String?, Bool)])
  func contentType(type: String?, isSupported: Bool) {
    let headers: HeaderList = type.map { ["content-type": $0] } ?? [:]
    let problem = RequestMediaType.problem(with: HTTPRequest(method: "POST", target: "/", headers: headers))
    #expect((problem == nil) == isSupported)
    #expect(RequestMediaType.problem(with: HTTPRequest(method: "GET", target: "/", headers: headers)) == nil)
  }

  @Test("What curl says by default is refused with what to say instead")
  func curl() {
    let headers: HeaderList = ["content-type": "application/x-www-form-urlencoded"]
    let problem = RequestMediaType.problem(with: HTTPRequest(method: "POST", target: "/", headers: headers))
    #expect(problem?.message.hasSuffix("add -H 'content-type: application/json').") == true)
  }

  @Test(
    "A body in another charset is refused",
    arguments: [
      ("application/json; charset=utf-8", nil), ("application/json;charset=\"UTF-8\"", nil),
      ("application/json; charset=us-ascii", nil), ("application/json; charset=utf-16", "utf-16"),
      ("application/graphql; charset=iso-8859-1", "iso-8859-1"),
    ] as [(String, String?)])
  func charset(type: String, foreign: String?) {
    let request = ClientRequest(
      method: "POST", target: "/", headers: ["content-type": type], body: Array("{\"query\":\"{a}\"}".utf8))
    let problem: RequestProblem?
    do {
      _ = try GraphQLRequest(decoding: request.http)
      problem = nil
    } catch {
      problem = error
    }
    #expect(problem == (foreign.map { .charset($0) } ?? (type.contains("graphql") ? problem : nil)))
  }
}
