import OrderedJSON
import Testing
import Transports

@Suite("The GraphQL request in an HTTP request")
struct GraphQLRequestTests {
  private func post(_ body: String, type: String? = "application/json") throws -> GraphQLRequest {
    var headers = HeaderList()
    if let type { headers.append("Content-Type", type) }
    return try GraphQLRequest(
      decoding: HTTPRequest(method: "POST", target: "/graphql", headers: headers, body: Array(body.utf8)))
  }

  @Test("A JSON body, with what may be absent or null")
  func json() throws {
    let bare = GraphQLRequest(query: "{a}")
    #expect(try post(#"{"query":"{a}"}"#) == bare)
    #expect(try post(#"{"variables":null,"operationName":null,"query":"{a}","extensions":{"x":1}}"#) == bare)
    #expect(try post(#"{"query":"{a}"}"#, type: nil) == bare)
    #expect(
      try post(#"{"query":"query Q{a}","operationName":"Q","variables":{"a":1.0}}"#)
        == GraphQLRequest(
          query: "query Q{a}", operationName: "Q", variables: ["a": .number(JSONNumber(validated: "1.0"))]))
  }

  @Test("Variables may be a string that holds JSON, as Graphcool's clients send them")
  func variablesAsText() throws {
    #expect(try post(#"{"query":"{a}","variables":"{\"a\":\"b\"}"}"#).variables == ["a": "b"])
    #expect(try post(#"{"query":"{a}","variables":""}"#).variables == .null)
    #expect(try post(#"{"query":"{a}","variables":"null"}"#).variables == .null)
  }

  @Test("A body of application/graphql is the document")
  func document() throws {
    #expect(try post("{a}", type: "application/graphql; charset=utf-8") == GraphQLRequest(query: "{a}"))
  }

  @Test("GET has its parts in the URL, percent-encoded or not")
  func get() throws {
    func get(_ query: String) throws -> GraphQLRequest {
      try GraphQLRequest(decoding: HTTPRequest(method: "GET", target: "/graphql?" + query))
    }
    #expect(try get("query=%7Ba%7D") == GraphQLRequest(query: "{a}"))
    #expect(
      try get("extensions=%7B%7D&operationName=Q&query=query+Q($a:%20ID!)%7Ba%7D&variables=%7B%22a%22:%22%2B1%22%7D")
        == GraphQLRequest(query: "query Q($a: ID!){a}", operationName: "Q", variables: ["a": "+1"]))
    #expect(try get("query={a}&variables=&operationName=") == GraphQLRequest(query: "{a}"))
  }

  static let wrong: [(String, String, Int)] = [
    ("", "The request has no body. POST a JSON object such as {\"query\": \"{ __typename }\"}.", 400),
    ("[{\"query\":\"{a}\"}]", "The body is an array: a batch of requests.", 400),
    ("12", "The body is a number, not a GraphQL request.", 400),
    ("{\"query\":7}", "\"query\" must be a string, not a number.", 400),
    ("{}", "The JSON body is not a GraphQL request: it has no \"query\".", 400),
    (
      "{\"a\":1,\"b\":2}", "The JSON body is not a GraphQL request: it has no \"query\" (its members: \"a\", \"b\").",
      400
    ),
    ("{\"query\":\"{a}\",\"operationName\":1}", "\"operationName\" must be a string or null, not a number.", 400),
    ("{\"query\":\"{a}\",\"variables\":[1]}", "\"variables\" must be an object, not an array.", 400),
    ("{\"query\":\"{a}\",\"variables\":\"[1]\"}", "\"variables\" must be an object, not an array.", 400),
    ("{\"query\":\"{a}\",\"variables\":\"{a\"}", "\"variables\" is a string that is not JSON: ", 400),
    ("query { a }", "The body is not JSON: ", 400),
    (
      "{\"extensions\":{\"persistedQuery\":{\"version\":1}}}",
      "\"extensions.persistedQuery.sha256Hash\" must be a string, not nothing.", 400
    ),
    ("{\"query\":\"{a}\",\"extensions\":[1]}", "\"extensions\" must be an object, not an array.", 400),
    ("{\"query\":\"{a}\",\"extensions\":\"{}\"}", "\"extensions\" must be an object, not a string.", 400),
    (
      "{\"id\":\"abc\"}",
      "The request names the document \"abc\" without its text, and no manifest has that id. Add the manifest that the client's build writes to endpoint.yaml: ",
      200
    ),
    ("{\"id\":7}", "\"id\" must be a string, not a number.", 400),
  ]

  @Test("Each malformed request says what was given and what would be right", arguments: wrong)
  func malformed(body: String, message: String, status: Int) {
    do {
      _ = try post(body)
      Issue.record("accepted: \(body)")
    } catch let problem as RequestProblem {
      #expect(problem.message.hasPrefix(message), "\(problem.message)")
      #expect(problem.status() == status)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("A body that is not JSON is pointed at by line and column")
  func place() {
    #expect(throws: RequestProblem.self) { try post("{\"query\": \"{a}\",\n  oops}") }
    do { _ = try post("{\"query\": \"{a}\",\n  oops}") } catch {
      let message = (error as? RequestProblem)?.message ?? ""
      #expect(message.contains("line 2, column 3"))
    }
  }

  @Test("Other methods are refused", arguments: ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])
  func methods(method: String) {
    #expect(throws: RequestProblem.methodNotAllowed(method)) {
      try GraphQLRequest(decoding: HTTPRequest(method: method, target: "/"))
    }
  }
}
