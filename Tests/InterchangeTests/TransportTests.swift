import OrderedJSON
import Recordings
import Testing

@testable import Interchange

@Suite("What HARs have over other ways than a POST of JSON")
struct TransportTests {
  /// One entry of a HAR, with a body that is text.
  private func entry(
    method: String = "POST", url: String = "https://shop.example/graphql", type: String = "application/json",
    accept: String = "*/*", body: String, size: Int? = nil, answerType: String = "application/json", answer: String,
    answerSize: Int? = nil
  ) -> JSON {
    [
      "startedDateTime": "2026-03-01T12:00:00Z",
      "request": [
        "method": .string(method), "url": .string(url),
        "headers": [["name": "content-type", "value": .string(type)], ["name": "accept", "value": .string(accept)]],
        "postData": ["mimeType": .string(type), "text": .string(body)],
        "bodySize": .int(size ?? body.utf8.count),
      ],
      "response": [
        "status": 200, "headers": [["name": "content-type", "value": .string(answerType)]],
        "content": [
          "size": .int(answerSize ?? answer.utf8.count), "mimeType": .string(answerType), "text": .string(answer),
        ],
      ],
    ]
  }

  private func importing(
    _ entries: [JSON], of creator: String = "WebInspector", into folder: TestFolder, escaping: Bool = false
  ) async throws -> (ImportPlan, [String]) {
    let har: JSON = ["log": ["creator": ["name": .string(creator)], "entries": .array(entries)]]
    // Bytes that are not in the charset, as Python writes them.
    let text = escaping ? har.prettyText.replacing("@", with: #"\udcff"#) : har.prettyText
    try folder.write(text, to: "capture.har")
    let (plan, log) = try await InterchangeTests.importing([folder.path + "/capture.har"], into: folder)
    return (plan, log.outcomes)
  }

  private let upload = [
    "--x", #"Content-Disposition: form-data; name="operations""#, "",
    #"{"query": "mutation Send($file: Upload!) { send(file: $file) }", "variables": {"file": null}}"#, "--x",
    #"Content-Disposition: form-data; name="map""#, "", #"{"0": ["variables.file"]}"#, "--x",
    #"Content-Disposition: form-data; name="0"; filename="a.txt""#, "Content-Type: text/plain", "", "hello", "--x--",
    "",
  ].joined(separator: "\r\n")

  @Test("An upload that is all there")
  func uploads() async throws {
    let folder = try TestFolder()
    let (_, outcomes) = try await importing(
      [entry(type: "multipart/form-data; boundary=x", body: upload, answer: #"{"data": {"send": true}}"#)], into: folder
    )
    let hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    #expect(outcomes == [#"new mutation Send {"file":"understudy-file sha256:\#(hash) 5 bytes; text/plain; a.txt"}"#])
  }

  @Test("An upload of which the browser left the file out is said, not taken for another")
  func cutUploads() async throws {
    let folder = try TestFolder()
    let plain = entry(body: #"{"query": "{ a }"}"#, answer: #"{"data": {"a": 1}}"#)
    let cut = entry(type: "multipart/form-data; boundary=x", body: upload, size: 70_000, answer: #"{"data": {}}"#)
    let (plan, outcomes) = try await importing([plain, cut], into: folder)
    #expect(outcomes == ["new query (anonymous)"])
    #expect(
      plan.skipped.map(\.reason) == ["the file does not contain the whole upload: \(upload.utf8.count) of 70000 bytes"])
  }

  /// A body as mitmproxy writes it where it knows no charset: each byte is a scalar.
  private func latin1(_ bytes: [UInt8]) -> String { String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }

  private static let sent = "new mutation Send"

  @Test(
    "Uploads of mitmproxy, whose bytes are there as Latin-1: binary and text",
    arguments: [
      (
        [0, 1, 0xFF, 0xFE, 0x89] + Array("PNG\r\n\u{e9}".utf8),
        "3f8e0108496f831d6f6e2bc98235472da429bd580494b8c242f54cff3e65bdf4 12 bytes"
      ),
      (Array("Gr\u{fc}\u{df}e".utf8), "f83e039796c6453a10f5519e39fd113901572316a1a8ea07cb525d2801dfd074 7 bytes"),
    ] as [([UInt8], String)])
  func latin1Uploads(file: [UInt8], hash: String) async throws {
    let folder = try TestFolder()
    let parts = upload.split(separator: "hello").map { Array($0.utf8) }
    let body = parts[0] + file + parts[1]
    let entry = entry(
      type: "multipart/form-data; boundary=x", body: latin1(body), size: body.count,
      answer: #"{"data": {"send": true}}"#)
    let (plan, outcomes) = try await importing([entry], of: "mitmproxy", into: folder)
    #expect(plan.skipped.map(\.reason) == [])
    #expect(outcomes == [#"\#(Self.sent) {"file":"understudy-file sha256:\#(hash); text/plain; a.txt"}"#])
    // Other tools do not write so: there it is a file that is not all there.
    let plain = self.entry(body: #"{"query": "{ a }"}"#, answer: #"{"data": {"a": 1}}"#)
    let (other, _) = try await importing([plain, entry], of: "Firefox", into: try TestFolder())
    #expect(other.skipped.count == 1)
  }

  @Test("An upload of mitmproxy with a charset, whose other bytes are there as halves of surrogate pairs")
  func escapedUploads() async throws {
    let folder = try TestFolder()
    let body = upload.replacing("hello", with: "\u{e9}@\u{1F600}@")
    let entry = entry(
      type: "multipart/form-data; charset=utf-8; boundary=x", body: body, size: body.utf8.count,
      answer: #"{"data": {"send": true}}"#)
    let (plan, outcomes) = try await importing([entry], of: "mitmproxy", into: folder, escaping: true)
    #expect(plan.skipped.map(\.reason) == [])
    let hash = "4a59b0693034fdba74e173d5f1766979a8f6d995100b1b706601f9fc3c6a4e01"
    #expect(outcomes == [#"\#(Self.sent) {"file":"understudy-file sha256:\#(hash) 8 bytes; text/plain; a.txt"}"#])
  }

  @Test("Event streams and documents of mitmproxy, which are there as Latin-1")
  func latin1Text() async throws {
    let folder = try TestFolder()
    let events = Array("event: next\ndata: {\"data\": {\"n\": \"Gr\u{fc}\u{df}e\"}}\n\nevent: complete\n\n".utf8)
    let subscription = entry(
      accept: "text/event-stream", body: #"{"query": "subscription Count { n }"}"#, answerType: "text/event-stream",
      answer: latin1(events), answerSize: events.count)
    let document = Array("query Named { hello(name: \"Zo\u{eb}\") }".utf8)
    let query = entry(
      type: "application/graphql", body: latin1(document), size: document.count,
      answer: #"{"data": {"hello": "Zo\u00eb"}}"#)
    _ = try await importing([subscription, query], of: "mitmproxy", into: folder)
    let recorded = folder.contents(below: "recordings").values.joined()
    #expect(recorded.contains("Gr\u{fc}\u{df}e"))
    #expect(recorded.contains("Zo\u{eb}"))
    #expect(!recorded.contains("\u{c3}"))
  }

  @Test("Parts of @defer, out as a HAR and back")
  func parts() async throws {
    let folder = try TestFolder()
    let answer = [
      "", "--graphql", "Content-Type: application/json", "", #"{"data": {"a": 1}, "hasNext": true}"#, "--graphql",
      "Content-Type: application/json", "",
      #"{"incremental": [{"data": {"b": 2}, "path": []}], "hasNext": false}"#, "--graphql--", "",
    ].joined(separator: "\r\n")
    let (_, outcomes) = try await importing(
      [
        entry(
          accept: "multipart/mixed;deferSpec=20220824, application/json",
          body: #"{"query": "query Both { a ... @defer { b } }"}"#,
          answerType: "multipart/mixed; boundary=\"graphql\"", answer: answer)
      ], into: folder)
    #expect(outcomes == ["new query Both"])
    let file = try #require(
      folder.contents(below: "recordings/shop").first { $0.key.contains("query.Both") && $0.key.hasSuffix(".json") })
    #expect(file.value.contains(#""how": "complete""#) && file.value.contains(#""b": 2"#))
    try await expectRoundTrip(folder)
  }

  @Test(
    "What a capture has only the beginning of is never taken for whole, and that is said",
    arguments: [
      (
        "query Both { a ... @defer { b } }", "multipart/mixed; boundary=\"-\"",
        "\r\n---\r\nContent-Type: application/json\r\n\r\n{\"data\":{\"a\":1},\"hasNext\":true}\r\n---\r\nConten",
        "dropped"
      ),
      (
        "query Both { a ... @defer { b } }", "multipart/mixed; boundary=\"-\"",
        "\r\n---\r\nContent-Type: application/json\r\n\r\n{\"data\":{\"a\":1},\"hasNext\":true}\r\n---\r\n\r\n{\"incremental\":[{\"data\":{\"b\":2},\"path\":[]}],\"hasNext\":false}",
        "complete"
      ),
      (
        "query Both { a ... @defer { b } }", "text/event-stream",
        "event: next\ndata: {\"data\":{\"a\":1},\"hasNext\":true}\n\n", "dropped"
      ),
      (
        "query Both { a ... @defer { b } }", "text/event-stream",
        "event: next\ndata: {\"data\":{\"a\":1},\"hasNext\":true}\n\nevent: next\ndata: {\"hasNext\":false}\n\n",
        "complete"
      ),
      (
        "subscription Count { n }", "text/event-stream",
        "event: next\ndata: {\"data\":{\"n\":1}}\n\nevent: next\ndat", "open"
      ),
      (
        "subscription Count { n }", "text/event-stream",
        "event: next\ndata: {\"data\":{\"n\":1}}\n\nevent: complete\n\n", "complete"
      ),
      (
        "subscription Count { n }", "multipart/mixed; boundary=graphql; subscriptionSpec=1.0",
        "--graphql\r\nContent-Type: application/json\r\n\r\n{\"payload\": {\"data\": {\"n\": 1}}}\r\n--graphql\r\n",
        "open"
      ),
    ])
  func cutOff(query: String, type: String, answer: String, how: String) async throws {
    let folder = try TestFolder()
    let body = JSON.object(["query": .string(query)]).compactText
    let har = JSON.object([
      "log": ["entries": [entry(accept: type, body: body, answerType: type, answer: answer)]]
    ])
    try folder.write(har.prettyText, to: "capture.har")
    let (_, log) = try await InterchangeTests.importing([folder.path + "/capture.har"], into: folder)
    let files = folder.contents(below: "recordings/shop").filter { $0.key.hasSuffix(".json") }
    #expect(files.values.contains { $0.contains("\"how\": \"\(how)\"") }, "\(files)")
    #expect(log.warnings.contains { $0.contains("the file ") } == (how != "complete"), "\(log.warnings)")
  }

  @Test("A subscription over server-sent events, out as a HAR and back")
  func events() async throws {
    let folder = try TestFolder()
    let answer =
      "event: next\ndata: {\"data\": {\"n\": 1}}\n\nevent: next\ndata: {\"data\": {\"n\": 2}}\n\nevent: complete\ndata:\n\n"
    let (_, outcomes) = try await importing(
      [
        entry(
          accept: "text/event-stream", body: #"{"query": "subscription Count { n }"}"#, answerType: "text/event-stream",
          answer: answer)
      ], into: folder)
    #expect(outcomes == ["new subscription Count"])
    try await expectRoundTrip(folder)
  }

  @Test("A subscription over multipart HTTP, out as a HAR and back")
  func subscriptionParts() async throws {
    let folder = try TestFolder()
    let answer =
      "--graphql\r\nContent-Type: application/json\r\n\r\n{\"payload\": {\"data\": {\"n\": 1}}}\r\n--graphql--\r\n"
    let (_, outcomes) = try await importing(
      [
        entry(
          accept: "multipart/mixed;subscriptionSpec=1.0", body: #"{"query": "subscription Count { n }"}"#,
          answerType: "multipart/mixed; boundary=graphql; subscriptionSpec=1.0", answer: answer)
      ], into: folder)
    #expect(outcomes == ["new subscription Count"])
    try await expectRoundTrip(folder)
  }

  private func expectRoundTrip(_ folder: TestFolder) async throws {
    let export = try HARExport([EndpointFolder(name: "shop", below: folder.path + "/recordings")], version: "1")
    #expect(export.left == [])
    let other = try TestFolder()
    try other.write(export.har.prettyText, to: "out.har")
    try await InterchangeTests.importing([other.path + "/out.har"], into: other)
    #expect(other.contents(below: "recordings") == folder.contents(below: "recordings"))
  }

  @Test("GET, with its document and by a hash whose text stands elsewhere in the file")
  func gets() async throws {
    let folder = try TestFolder()
    let text = "query A { a }"
    let hash = PersistedDocuments.id(of: text)
    let extensions = "%7B%22persistedQuery%22%3A%7B%22version%22%3A1%2C%22sha256Hash%22%3A%22\(hash)%22%7D%7D"
    let url = "https://shop.example/graphql?extensions=\(extensions)"
    let answer = #"{"data": {"a": 1}}"#
    let (_, outcomes) = try await importing(
      [
        entry(method: "GET", url: url, body: "", answer: answer),
        entry(
          method: "GET", url: "https://shop.example/graphql?query=query%20A%20%7B%20a%20%7D", body: "", answer: answer),
      ], into: folder)
    #expect(outcomes == ["new query A", "known query A"])
  }

  @Test("A WebSocket without its messages is said; a server that offers another protocol is none")
  func socketWithoutMessages() throws {
    let socket: JSON = [
      "request": ["method": "GET", "url": "wss://shop.example/graphql", "headers": []],
      "response": ["status": 101, "headers": [["name": "Upgrade", "value": "websocket"]]],
    ]
    let plain: JSON = [
      "request": [
        "method": "POST", "url": "https://shop.example/graphql", "headers": [],
        "postData": ["mimeType": "application/json", "text": #"{"query": "{ a }"}"#],
      ],
      "response": [
        "status": 200, "headers": [["name": "Upgrade", "value": "h2,h2c"]],
        "content": ["size": 20, "mimeType": "application/json", "text": #"{"data": {"a": 1}}"#],
      ],
    ]
    let har = JSON.object(["log": ["entries": [socket, plain]]])
    let plan = try ImportPlan([try CaptureFile(har.serialize(), path: "FILE")])
    #expect(
      plan.skipped.map(\.description) == [
        "FILE:1:20: GET https://shop.example/graphql: the file does not contain the WebSocket messages"
      ])
    #expect(plan.targets[0].sessions[0].entries.map(\.number) == [2])
  }

  @Test("A WebSocket at another path of the host belongs to the endpoint")
  func socketElsewhere() throws {
    let socket: JSON = [
      "startedDateTime": "2026-03-01T12:00:00Z",
      "request": ["method": "GET", "url": "wss://shop.example/subscriptions", "headers": []],
      "response": ["status": 101, "headers": [["name": "Sec-WebSocket-Protocol", "value": "graphql-ws"]]],
      "_webSocketMessages": [["type": "send", "time": 1.5, "opcode": 1, "data": #"{"type":"subscribe","id":"1"}"#]],
    ]
    let plain = entry(body: #"{"query": "{ a }"}"#, answer: #"{"data": {"a": 1}}"#)
    let har = JSON.object(["log": ["entries": [socket, plain]]])
    let plan = try ImportPlan([try CaptureFile(har.serialize(), path: "FILE")])
    #expect(plan.targets.map(\.name) == ["shop"] && plan.targets[0].sessions[0].entries.count == 2)
    #expect(plan.targets[0].upstream == "https://shop.example/graphql")
  }
}
