import OrderedJSON
import Recordings
import Testing
import Transports

@Suite("Reading HTTP requests that are not GraphQL")
struct ExchangeRequestTests {
  private func variables(
    _ target: String, type: String? = nil, _ body: [UInt8] = [], method: String = "POST", rules: ExchangeRules = .init()
  ) throws -> JSONObject {
    var headers = HeaderList()
    if let type { headers.append("content-type", type) }
    let request = HTTPRequest(method: method, target: target, headers: headers, body: body)
    let place = ExchangePlace(path: request.target.path, url: nil)
    return try #require(try request.exchange(at: place, rules: rules).variables.objectValue)
  }

  @Test(
    "The segments of a path",
    arguments: [
      ("/", []), ("/a/b", ["a", "b"]), ("/a/b/", ["a", "b", ""]), ("//a", ["", "a"]), ("/%61%20b", ["a b"]),
      ("/a%2Fb", ["a/b"]), ("/%ff", ["understudy-bytes %FF"]), ("/%25ff", ["%ff"]), ("/a+b", ["a+b"]), ("/%", ["%"]),
    ])
  func path(target: String, segments: [String]) throws {
    #expect(try variables(target)["path"] == .array(segments.map { .string($0) }))
  }

  @Test("Parameters keep repetition, and tell an empty value from none")
  func parameters() throws {
    #expect(try variables("/?b=1&a=x+y&b=2&c&d=")["query"] == ["b": ["1", "2"], "a": "x y", "c": .null, "d": ""])
    #expect(try variables("/?")["query"] == nil)
  }

  @Test("The form of a body is its media type's")
  func bodies() throws {
    #expect(try variables("/", type: "application/json", Array(#"{"a":1}"#.utf8))["json"] == ["a": 1])
    #expect(try variables("/", type: "application/problem+json; charset=utf-8", Array("[1]".utf8))["json"] == [1])
    #expect(try variables("/", type: "application/json", Array("{".utf8))["text"] == "{")
    #expect(
      try variables("/", type: "application/x-www-form-urlencoded", Array("a=1&a=2&b=%26".utf8))["form"] == [
        "a": ["1", "2"], "b": "&",
      ])
    #expect(try variables("/", type: "text/plain", Array("[1]".utf8))["text"] == "[1]")
    #expect(try variables("/", type: "application/soap+xml", Array("<a/>".utf8))["text"] == "<a/>")
    #expect(try variables("/", Array("{}".utf8))["json"] == [:])
    let image = try variables("/", type: "image/png", [1, 2])["file"]?.stringValue
    #expect(image?.hasPrefix(UploadedFile.prefix) == true)
  }

  @Test("The parts of a multipart form")
  func parts() throws {
    let body =
      "--x\r\ncontent-disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\ncontent-disposition: form-data; name=\"f\"; filename=\"b.txt\"\r\ncontent-type: text/plain\r\n\r\nhi\r\n--x--\r\n"
    let parts = try variables("/", type: "multipart/form-data; boundary=x", Array(body.utf8))["parts"]
    #expect(parts?["a"] == "1")
    #expect(parts?["f"]?.stringValue?.hasSuffix("2 bytes; text/plain; b.txt") == true)
  }

  @Test("A body that cannot be scanned needs a rule")
  func unreadable() throws {
    #expect(throws: RequestProblem.exchangeBody("application/x-protobuf", path: "POST /rpc")) {
      try variables("/rpc", type: "application/x-protobuf", [0xFF])
    }
    #expect(throws: RequestProblem.exchangeBody("text/plain", path: "POST /")) {
      try variables("/", type: "text/plain", [0xFF])
    }
    var rules = ExchangeRules()
    var path = try #require(ExchangeRules.Path("/rpc"))
    path.hashesBody = true
    rules.paths = [path]
    let one = try variables("/rpc", type: "application/x-protobuf", [0xFF], rules: rules)["file"]
    let other = try variables("/rpc", type: "application/x-protobuf", [0xFE], rules: rules)["file"]
    #expect(one != nil && one != other)
  }

  @Test("Answers that cannot be scanned need a rule")
  func answers() throws {
    func obstacle(_ type: String, _ body: [UInt8], _ rule: ExchangeRules.Path? = nil) -> String? {
      ExchangeContent.obstacle(toStoring: body, mediaType: type, rule: rule, line: "GET /x")
    }
    for type in ["image/png", "font/woff2", "application/font-woff", "audio/mpeg", "video/mp4"] {
      #expect(obstacle(type, [0xFF]) == nil)
    }
    for type in ["text/html", "image/svg+xml", "application/javascript", "application/json", "application/hal+json"] {
      #expect(obstacle(type, Array("a".utf8)) == nil)
      #expect(obstacle(type, [0xFF]) != nil)
    }
    for type in ["application/pdf", "application/zip", "application/octet-stream", ""] {
      #expect(obstacle(type, []) == nil)
      #expect(obstacle(type, [0xFF])?.hasSuffix(#"http: { paths: { "GET /x": { store: true } } }"#) == true)
      var rule = try #require(ExchangeRules.Path("/x"))
      rule.storesAnswer = true
      #expect(obstacle(type, [0xFF], rule) == nil)
    }
  }
}
