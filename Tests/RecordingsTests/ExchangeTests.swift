import GraphQLLanguage
import OrderedJSON
import Recordings
import Testing

@Suite("HTTP requests as operations")
struct ExchangeTests {
  @Test(
    "Safe methods are queries, all others mutations, unless a rule says that they change nothing",
    arguments: [
      ("GET", false, OperationKind.query), ("HEAD", false, .query), ("OPTIONS", false, .query),
      ("POST", false, .mutation), ("DELETE", false, .mutation), ("PURGE", false, .mutation), ("POST", true, .query),
    ])
  func kind(method: String, changesNothing: Bool, kind: OperationKind) throws {
    let text = HTTPExchange.document(method, body: .json, changesNothing: changesNothing)
    let operation = try #require(try parse(SourceText(text)).operations.first)
    #expect(operation.kind == kind)
    #expect(HTTPExchange.isOne(operation))
    #expect(operation.name?.text == "HTTP_\(method)")
  }

  @Test("An operation of a client that has the name or the directive alone is none")
  func others() throws {
    for text in ["query HTTP_GET { a }", "query Get @http { a }", "{ a }"] {
      let operation = try #require(try parse(SourceText(text)).operations.first)
      #expect(!HTTPExchange.isOne(operation))
    }
  }

  @Test("Other hosts, bodies and rules make other operations")
  func differ() throws {
    let texts = [
      HTTPExchange.document("POST", body: nil), HTTPExchange.document("PUT", body: nil),
      HTTPExchange.document("POST", body: .json), HTTPExchange.document("POST", body: .form),
      HTTPExchange.document("POST", rule: "a", body: nil), HTTPExchange.document("POST", host: "a.test", body: nil),
    ]
    var keys: Set<DocumentKey> = []
    for text in texts {
      let document = try parse(SourceText(text))
      keys.insert(DocumentKey(endpoint: "app", operation: try CanonicalOperation(of: document, operationName: nil)))
    }
    #expect(keys.count == texts.count)
  }

  @Test("The title is the request line")
  func title() {
    let variables: JSONObject = [
      "path": ["todos", "7"], "query": ["a": "1", "b": ["2", "3"], "c": .null], "json": ["x": 1],
    ]
    #expect(HTTPExchange.title("HTTP_GET_todos", variables) == "GET /todos/7?a=1&b=2&b=3&c")
    #expect(HTTPExchange.title("HTTP_GET", ["path": []]) == "GET /")
    #expect(HTTPExchange.title("Todos", variables) == nil)
    #expect(HTTPExchange.title("HTTP_GET", ["id": 1]) == nil)
    #expect(HTTPExchange.untitled("HTTP_GET", variables) == ["json": ["x": 1]])
    #expect(HTTPExchange.untitled("Todos", variables) == variables)
    #expect(OperationTitle.text(.query, nil, variables: ["a": 1], limit: 20) == "query (anonymous) {\"a\":1}")
  }
}

@Suite("Rules for paths")
struct ExchangeRulesTests {
  @Test(
    "A pattern matches paths",
    arguments: [
      ("/a", "GET", "/a", true), ("/a", "GET", "/a/", false), ("/a", "GET", "/ab", false),
      ("/a*", "GET", "/a/b/c", true),
      ("/a/*", "GET", "/a", false), ("/*/c", "PUT", "/a/b/c", true), ("/*/c", "GET", "/a/b/cd", false),
      ("/*.pdf", "GET", "/x/y.pdf", true), ("/*a*b", "GET", "/xaxbxb", true), ("/**", "GET", "/x", true),
      ("POST /a", "POST", "/a", true), ("POST /a", "GET", "/a", false), ("/*ab", "GET", "/aab", true),
    ])
  func matches(rule: String, method: String, path: String, expected: Bool) throws {
    var rules = ExchangeRules()
    rules.paths = [try #require(ExchangeRules.Path(rule))]
    #expect((rules.rule(for: method, path) != nil) == expected)
  }

  @Test("The first rule applies")
  func first() throws {
    var rules = ExchangeRules()
    rules.paths = try ["/a/b", "/a/*", "/*"].map { try #require(ExchangeRules.Path($0)) }
    #expect(rules.rule(for: "GET", "/a/b")?.pattern == "/a/b")
    #expect(rules.rule(for: "GET", "/a/c")?.pattern == "/a/*")
    #expect(rules.rule(for: "GET", "/")?.pattern == "/*")
  }

  @Test("Texts that are no rules", arguments: ["", "a", "GET", "get /a", "GET a", "GET /a /b", "* /a"])
  func noRules(text: String) { #expect(ExchangeRules.Path(text) == nil) }

  @Test("Names are GraphQL names")
  func names() throws {
    #expect(try #require(ExchangeRules.Path("GET /a-b/*.pdf")).operations == ["HTTP_GET_a_b_any_pdf"])
    #expect(try #require(ExchangeRules.Path("POST /*")).operations == ["HTTP_POST_any"])
    let every = try #require(ExchangeRules.Path("/ü/7")).operations
    #expect(every.contains("HTTP_GET_7") && every.contains("HTTP_DELETE_7"))
  }
}
