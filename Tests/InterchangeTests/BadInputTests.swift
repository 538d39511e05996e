import OrderedJSON
import Testing

@testable import Interchange

/// A file, and what is said of it.
struct BadFile: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let message: String

  init(_ name: String, _ text: String, _ message: String) {
    self.name = name
    self.text = text
    self.message = message
  }

  var testDescription: String { name }
}

@Suite("Files that cannot be imported")
struct BadInputTests {
  @Test(
    "What is wrong is said, and where",
    arguments: [
      BadFile("empty", " \n", "FILE: is empty. Save the HAR again, or import another file."),
      BadFile(
        "cut off", #"{"log": {"entries": [{"request": {"method": "PO"#,
        "FILE:1:48: the file ends here, inside its JSON (Expected a quotation mark to end the string that starts at line 1, column 45, found the end of the text): it is incomplete. Save it again. Playwright and mitmproxy write a HAR when the context or the program is closed."
      ),
      BadFile(
        "not JSON", "{log: []}",
        "FILE:1:2: is not JSON, so it is not a HAR: Expected a name in double quotes or \"}\", found \"log\". Save it again."
      ),
      BadFile(
        "a list", "[]",
        "FILE:1:1: is an array, not a HAR: a HAR is {\"log\": {\"entries\": […]}}. Save it with content, from the browser's network panel."
      ),
      BadFile(
        "no log", #"{"entries": []}"#,
        "FILE:1:1: \"log\" is missing: a HAR is {\"log\": {\"entries\": […]}}. Save it with content, from the browser's network panel."
      ),
      BadFile(
        "no entries", #"{"log": {"version": "1.2"}}"#,
        "FILE:1:9: \"entries\" of the log is missing: a HAR is {\"log\": {\"entries\": […]}}. Save it with content, from the browser's network panel."
      ),
      BadFile(
        "no request", "{\"log\": {\"entries\": [\n{\"response\": {}}]}}",
        "FILE:2:1: \"request\" of entry 1 is missing: expected an object."),
      BadFile(
        "no URL", "{\"log\": {\"entries\": [\n{\"request\": {\"method\": \"POST\"}}]}}",
        "FILE:2:13: the request of entry 1 has no url: expected \"method\" and \"url\" as strings."),
      BadFile(
        "a Postman collection", #"{"info": {}, "item": []}"#,
        "FILE:1:1: is a Postman collection, which has no recorded answers: a HAR is {\"log\": {\"entries\": […]}}. Save it with content, from the browser's network panel."
      ),
      BadFile(
        "a manifest", #"{"0a": "query { a }"}"#,
        "FILE:1:1: is a manifest of operations, without answers to import. To list which are recorded: understudy manifest FILE --endpoint NAME"
      ),
      BadFile(
        "mitmproxy's flows", "1234:9:websocket;0:~",
        "FILE: looks like a flow file of mitmproxy. Convert it to a HAR: mitmdump -nr FILE --set hardump=flows.har, then import flows.har."
      ),
      BadFile("a page", "<!DOCTYPE html>", "FILE: is HTML or XML. Export a HAR (with content) instead."),
      BadFile(
        "an archive", "PK\u{3}\u{4}…",
        "FILE: is a ZIP archive. Unpack it (Playwright's .har.zip contains har.har and its bodies), and import har.har."
      ),
      BadFile(
        "no requests", #"{"log": {"entries": []}}"#,
        "FILE: has no requests. Record some traffic first, then save it again."),
      BadFile(
        "no GraphQL", #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.example/x.png"}}]}}"#,
        "FILE: its request is not a GraphQL request: looked for POST with a JSON body that has \"query\", GET with ?query=, and persisted queries. Check which tab or host was captured, and capture again."
      ),
      BadFile(
        "YAML, but no tape", "recorded: yes\n",
        "FILE:1:1: is neither a HAR (JSON) nor a Proxay tape, which is YAML with \"http_interactions:\". Import one of the two."
      ),
      BadFile(
        "no YAML", "http_interactions:\n  - [\n",
        "FILE:3:1: is neither JSON nor YAML (did not find expected node content): expected a HAR (JSON) or a Proxay tape (YAML with \"http_interactions:\")."
      ),
      BadFile(
        "interactions that are no list", "http_interactions: none\n",
        "FILE:1:20: \"http_interactions\" is a single value: expected a list of requests with their responses."),
      BadFile(
        "VCR's",
        "http_interactions:\n- request: { method: post, uri: 'https://a.example' }\n  response: { status: { code: 200 } }\n",
        "FILE:2:12: interaction 1 is of VCR (Ruby), with \"uri\". Only Proxay tapes are supported, with \"path\". Capture the traffic as HAR instead."
      ),
      BadFile(
        "no response", "http_interactions:\n- request: { method: POST, path: / }\n",
        "FILE:2:3: interaction 1 has no \"response\": expected \"request\" and \"response\" for each."),
      BadFile(
        "an unknown encoding",
        "http_interactions:\n- request: { method: POST, path: /, body: { encoding: utf16, data: '' } }\n  response: { status: { code: 200 } }\n",
        "FILE:2:43: the body of the request of interaction 1 has the encoding \"utf16\": expected utf8 or base64."),
    ])
  func unreadable(_ bad: BadFile) throws {
    #expect(throws: (any Error).self) { try plan(bad.text) }
    do {
      _ = try plan(bad.text)
    } catch let error as InterchangeError {
      #expect(error.description == bad.message)
    }
  }

  private static func post(
    _ url: String, content: String = #"{"size": 12, "mimeType": "application/json", "text": "{}"}"#
  ) -> String {
    #"{"request": {"method": "POST", "url": "\#(url)", "postData": {"mimeType": "application/json", "text": "{\"query\": \"{ a }\"}"}}, "response": {"status": 200, "headers": [], "content": \#(content)}}"#
  }

  @Test("A HAR without bodies: nothing can be imported, and how to save it is said")
  func withoutContent() throws {
    let entry = Self.post("https://a.example/graphql", content: #"{"size": 120, "mimeType": "application/json"}"#)
    let error = #expect(throws: InterchangeError.self) {
      try plan("{\"log\": {\"entries\": [\n\(entry),\n\(entry)]}}", endpoint: "a")
    }
    #expect(
      error?.description
        == "FILE:2:1: None of the 2 GraphQL requests of the file can be imported: the file does not contain the response body (it was saved without content). Save it again with content: in Chrome \"Export HAR\", in Firefox \"Save All As HAR\", in Playwright recordHar: { content: 'embed' }."
    )
  }

  @Test("Several URLs whose hosts do not name them: the user is asked which")
  func several() throws {
    let text =
      "{\"log\": {\"entries\": [\(Self.post("http://127.0.0.1:1111/graphql")), \(Self.post("http://127.0.0.1:2222/graphql?x=1")), \(Self.post("http://127.0.0.1:2222/graphql"))]}}"
    let error = #expect(throws: InterchangeError.self) { try plan(text) }
    #expect(
      error?.description == """
        FILE: has GraphQL requests for 2 URLs. Import one at a time, with the name of its endpoint:
          1 at http://127.0.0.1:1111/graphql
            --url http://127.0.0.1:1111/graphql --endpoint NAME
          2 at http://127.0.0.1:2222/graphql
            --url http://127.0.0.1:2222/graphql --endpoint NAME
        """)
    let one = try plan(text, endpoint: "one", url: "http://127.0.0.1:1111")
    #expect(one.targets.map(\.name) == ["one"] && one.targets[0].sessions[0].entries.count == 1 && one.others == 2)
    let none = #expect(throws: InterchangeError.self) { try plan(text, url: "https://three.example") }
    #expect(
      none?.description
        == "FILE: no GraphQL request has a URL that starts with https://three.example. Pass --url with one of these: http://127.0.0.1:1111/graphql, http://127.0.0.1:2222/graphql."
    )
  }

  @Test("Several URLs whose hosts name them are told apart")
  func apart() throws {
    let text =
      "{\"log\": {\"entries\": [\(Self.post("https://shop.example/graphql")), \(Self.post("https://launches.example/graphql"))]}}"
    #expect(try plan(text).targets.map(\.name) == ["launches", "shop"])
    let api = text.replacing("//shop", with: "//api.shop").replacing("//launches", with: "//www.launches")
    #expect(try plan(api).targets.map(\.name) == ["launches", "shop"])
  }

  @Test("A host that says nothing, and a tape, want a name")
  func nameless() throws {
    let har = "{\"log\": {\"entries\": [\(Self.post("http://localhost:8080/graphql"))]}}"
    let error = #expect(throws: InterchangeError.self) { try plan(har) }
    #expect(
      error?.description
        == "No name can be derived from the host of http://localhost:8080/graphql. Name the endpoint: --endpoint NAME (its folder in recordings/)."
    )
    let tape =
      "http_interactions:\n- request: { method: POST, path: /graphql, body: { encoding: utf8, data: '{\"query\": \"{ a }\"}' } }\n  response: { status: { code: 200 } }\n"
    let other = #expect(throws: InterchangeError.self) { try plan(tape) }
    #expect(
      other?.description
        == "A tape does not name its API. Name the endpoint: --endpoint NAME (its folder in recordings/).")
  }

  @Test("What Understudy itself made up is not imported")
  func ownAnswers() throws {
    let entry = Self.post("https://shop.example/graphql").replacing(
      #""headers": []"#, with: #""headers": [{"name": "Understudy-Source", "value": "fake"}]"#)
    let error = #expect(throws: InterchangeError.self) { try plan("{\"log\": {\"entries\": [\(entry)]}}") }
    #expect(error?.description.contains("Understudy answered it (fake), not the API") == true)
  }

  @Test("Where the recorder keeps nothing, that is an error")
  func nothingKept() async throws {
    let folder = try TestFolder()
    let entry = Self.post("https://shop.example/graphql").replacing(#""status": 200"#, with: #""status": 500"#)
    try folder.write("{\"log\": {\"entries\": [\(entry)]}}", to: "bad.har")
    let error = await #expect(throws: InterchangeError.self) {
      try await importing([folder.path + "/bad.har"], into: folder)
    }
    #expect(
      error?.description
        == "None of the requests was recorded. The reasons are listed above. Correct them, and import again.")
  }

  @Test("An answer that is no GraphQL is told of as what it was, whatever a client would have got")
  func noGraphQL() async throws {
    let answers: [(status: Int, content: String)] = [
      (200, #"{"mimeType": "text/html", "text": "<html>Log in</html>"}"#),
      (503, #"{"mimeType": "text/html", "text": "<html>Down</html>"}"#),
      (404, #"{"mimeType": "text/plain", "text": "Not found"}"#),
      (500, #"{"mimeType": "application/json", "text": ""}"#),
      (200, #"{"mimeType": "application/json", "text": "{\"data\":{\"a\":1}}"}"#),
    ]
    let entries = answers.map { answer in
      Self.post("https://shop.example/graphql", content: answer.content).replacing(
        #""status": 200, "headers": []"#,
        with: #""status": \#(answer.status), "headers": [{"name": "content-type", "value": \#(type(answer.content))}]"#)
    }
    let folder = try TestFolder()
    try folder.write("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}", to: "mixed.har")
    let (_, log) = try await importing([folder.path + "/mixed.har"], into: folder)
    #expect(
      log.answers == [
        "200 not recorded (the answer is not GraphQL: 200 with text/html)",
        "503 not recorded (the API answered 503 with text/html; --record-errors records such answers)",
        "404 not recorded (the answer is not GraphQL: 404 with text/plain)",
        "500 not recorded (the API answered 500 without a body; --record-errors records such answers)", "200 new",
      ])
  }

  private func type(_ content: String) -> Substring { content.split(separator: ",")[0].dropFirst(13) }

  private func plan(_ text: String, endpoint: String? = nil, url: String? = nil) throws -> ImportPlan {
    var options = ImportOptions()
    options.endpoint = endpoint
    options.url = url
    return try ImportPlan([try CaptureFile(Array(text.utf8), path: "FILE")], options)
  }
}
