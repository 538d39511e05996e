import OrderedJSON
import Recordings
import Testing
import Transports

@testable import Interchange

@Suite("Import of HARs")
struct HARTests {
  @Test("Chrome: in the order in which requests started, decoded bodies, and what is left out is said")
  func chrome() async throws {
    let folder = try TestFolder()
    let (plan, log) = try await importing([fixture("chrome.har")], into: folder)
    #expect(
      log.outcomes == [
        #"new query CountryDetail {"code":"FR"}"#, #"new query CountryDetail {"code":"CA"}"#, "new query (anonymous)",
      ])
    #expect(plan.targets.map(\.name) == ["countries"])
    #expect(plan.others == 1)
    #expect(
      plan.skipped.map { "\($0.title): \($0.reason)" } == [
        "OPTIONS https://countries.trevorblades.com/graphql: OPTIONS requests are not GraphQL",
        "POST https://countries.trevorblades.com/graphql: it has no answer (status 0: blocked, canceled, or the connection failed: net::ERR_ABORTED)",
      ])
    #expect(plan.skipped.map { $0.place?.line } == [156, 265])
    let files = folder.contents(below: "recordings/countries")
    #expect(files["endpoint.yaml"]?.contains("https://countries.trevorblades.com/graphql") == true)
    let canada = try #require(files.first { $0.key.contains("code=CA") })
    #expect(canada.value.contains(#""capital": "Ottawa""#))
    #expect(canada.value.contains("br") == false)
    #expect(canada.value.contains(#""identity": "anonymous""#))
  }

  @Test("The same again changes no byte")
  func again() async throws {
    let folder = try TestFolder()
    try await importing([fixture("chrome.har")], into: folder)
    let first = folder.contents()
    let (_, log) = try await importing([fixture("chrome.har")], into: folder)
    #expect(log.outcomes.allSatisfy { $0.hasPrefix("known") })
    #expect(folder.contents() == first)
  }

  @Test("Firefox: secrets are redacted, and who logged in is told by what the answer handed out")
  func firefox() async throws {
    let folder = try TestFolder()
    let (_, log) = try await importing([fixture("firefox.har")], into: folder)
    #expect(log.outcomes.count == 2 && log.outcomes.allSatisfy { $0.hasPrefix("new") })
    let files = folder.contents(below: "recordings/shop")
    let everything = files.values.joined()
    #expect(!everything.contains("correct horse"))
    #expect(!everything.contains("q7Zr2LxV9mKcT4wB8nYd5sHf"))
    let cart = try #require(files.first { $0.key.contains("query.Cart") && $0.key.hasSuffix(".json") })
    #expect(
      cart.value.contains(#""identity": "authenticated as Bearer understudy-"#)
        || cart.value.contains("authenticated as"))
    // After the log-in, which is a mutation: not the state in which nothing was done.
    #expect(!cart.value.contains(#""start""#))
  }

  @Test("Safari: as the others")
  func safari() async throws {
    let folder = try TestFolder()
    let (_, log) = try await importing([fixture("safari.har")], into: folder)
    #expect(log.outcomes == [#"new query CountryDetail {"code":"CA"}"#])
  }

  @Test("Playwright: bodies that are files beside the HAR; one that is not there is said")
  func playwright() async throws {
    let folder = try TestFolder()
    let (plan, log) = try await importing([fixture("playwright/trace.har")], into: folder)
    #expect(log.outcomes == [#"new query CountryDetail {"code":"CA"}"#])
    #expect(
      plan.skipped.map(\.reason) == [
        "the response body is in 0000000000000000000000000000000000000000.json, which is not beside the HAR"
      ])
  }

  @Test("Polly.JS: a body as it was on the wire, in chunks, is decoded by who can")
  func polly() async throws {
    let folder = try TestFolder()
    let gzip: [UInt8] = [0x1F, 0x8B]
    let (_, log) = try await importing(
      [fixture("polly.har")], into: folder,
      decoding: { (body, coding, _) throws(UpstreamError) in
        guard coding == "gzip", body.starts(with: gzip), body.count > 30 else {
          throw UpstreamError(.unreadable, "not as it was")
        }
        return Array(#"{"data":{"country":{"name":"Canada","capital":"Ottawa"}}}"#.utf8)
      })
    #expect(
      log.outcomes == [#"new query CountryDetail {"code":"CA"}"#, #"new query CountryDetail {"code":"FR"}"#])
    let (_, other) = try await importing([fixture("polly.har")], into: try TestFolder())
    #expect(other.outcomes.first == #"not recorded (no gzip here) query CountryDetail {"code":"CA"}"#)
  }

  @Test("Polly.JS: a binary body as hexadecimal chunks; an array is no answer to one request")
  func pollyInHex() async throws {
    func entry(_ code: String, _ content: JSON, _ headers: JSON) -> JSON {
      let body: JSON = ["query": "query P($i: ID) { p(i: $i) }", "variables": ["i": .string(code)]]
      return [
        "request": [
          "method": "POST", "url": "https://shop.example/graphql", "headers": [],
          "postData": ["mimeType": "application/json", "text": .string(body.compactText)],
        ], "response": ["status": 200, "headers": headers, "content": content],
      ]
    }
    let gzip: JSON = [["name": "content-encoding", "value": "gzip"]]
    let entries: [JSON] = [
      entry("1", ["mimeType": "application/json", "_isBinary": true, "text": "[\"1f8b\", \"0801Ab\"]"], gzip),
      entry("2", ["mimeType": "application/json", "_isBinary": true, "text": "[\"1f8\"]"], gzip),
      entry("3", ["mimeType": "application/json", "text": "[\"1f8b\"]"], []),
      entry("4", ["mimeType": "application/json", "text": " [{\"data\": {\"p\": 1}}]"], []),
    ]
    let folder = try TestFolder()
    try folder.write(JSON.object(["log": ["entries": .array(entries)]]).prettyText, to: "polly.har")
    let (plan, log) = try await importing(
      [folder.path + "/polly.har"], into: folder,
      decoding: { (body, coding, _) throws(UpstreamError) in
        guard coding == "gzip", body == [0x1F, 0x8B, 0x08, 0x01, 0xAB] else {
          throw UpstreamError(.unreadable, "not as it was")
        }
        return Array(#"{"data": {"p": 1}}"#.utf8)
      })
    #expect(log.outcomes == [#"new query P {"i":"1"}"#])
    #expect(
      plan.skipped.map(\.reason) == [
        "the response body is binary, and not in the hexadecimal chunks of Polly.JS",
        "the answer is an array, but the request is not a batch",
        "the answer is an array, but the request is not a batch",
      ])
  }

  @Test("Answers that are none are told as what they are")
  func redirects() async throws {
    func entry(_ status: Int, _ code: String, redirect: String = "", answer: String = "") -> JSON {
      let body: JSON = ["query": "query P($i: ID) { p(i: $i) }", "variables": ["i": .string(code)]]
      return [
        "request": [
          "method": "POST", "url": "https://shop.example/graphql", "headers": [],
          "postData": ["mimeType": "application/json", "text": .string(body.compactText)],
        ],
        "response": [
          "status": .int(status), "headers": [], "redirectURL": .string(redirect),
          "content": ["size": 0, "mimeType": "application/json", "text": .string(answer)],
        ],
      ]
    }
    let folder = try TestFolder()
    let entries = [
      entry(200, "1", answer: #"{"data": {"p": 1}}"#), entry(304, "2"),
      entry(307, "3", redirect: "https://shop.example/graphql/"), entry(307, "4"),
    ]
    try folder.write(JSON.object(["log": ["entries": .array(entries)]]).prettyText, to: "capture.har")
    let (_, log) = try await importing([folder.path + "/capture.har"], into: folder)
    #expect(
      Array(log.answers.dropFirst()) == [
        "304 not recorded (the API answered 304 Not Modified, without the answer)",
        "307 not recorded (the API redirects (307) to https://shop.example/graphql/)",
        "307 not recorded (the API answered with a redirect (307) without a location)",
      ])
  }

  @Test("A WebSocket that was opened before the capture began is left out, and that is said")
  func openedBefore() throws {
    let socket: JSON = [
      "request": ["method": "GET", "url": "wss://shop.example/graphql", "headers": []],
      "response": ["status": 101, "headers": [["name": "Sec-WebSocket-Protocol", "value": "graphql-transport-ws"]]],
      "_webSocketMessages": [
        ["type": "receive", "time": 1.5, "opcode": 1, "data": #"{"id":"1","type":"next","payload":{"data":{"t":1}}}"#]
      ],
    ]
    let error = #expect(throws: InterchangeError.self) {
      try ImportPlan([try CaptureFile(JSON.object(["log": ["entries": [socket]]]).serialize(), path: "FILE")])
    }
    #expect(
      error?.description.contains(
        "no operation starts in the WebSocket messages: the WebSocket was opened before the capture began") == true)
  }

  @Test("mitmproxy: batches one by one, and a hash whose text comes later in the file")
  func mitmproxy() async throws {
    let folder = try TestFolder()
    let (_, log) = try await importing([fixture("mitmproxy.har")], into: folder)
    #expect(
      log.outcomes == [
        "new query Continents", #"new query CountryDetail {"code":"CA"}"#, #"new query CountryDetail {"code":"FR"}"#,
        "known query Continents",
      ])
  }

  @Test("A tool's header that was left out can be said")
  func header() async throws {
    let folder = try TestFolder()
    try await importing(
      [fixture("safari.har")], into: folder, change: { $0.headers = ["Authorization": "Bearer of-nobody-at-all"] })
    let file = try #require(folder.contents(below: "recordings/countries").first { $0.key.contains("code=CA") })
    #expect(file.value.contains(#""identity": "authenticated""#))
    #expect(!file.value.contains("of-nobody"))
  }

  @Test(
    "Times",
    arguments: [
      ("1970-01-01T00:00:01.5Z", 1_500_000_000), ("2026-03-01T12:30:05.123Z", 1_772_368_205_123_000_000),
      ("2026-03-01T13:30:05.123+01:00", 1_772_368_205_123_000_000), ("2026-03-01T12:30:05", 1_772_368_205_000_000_000),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000_000_000), ("yesterday", nil), ("2026-13-01T00:00:00Z", nil), ("", nil),
    ] as [(String, UInt64?)])
  func times(text: String, expected: UInt64?) { #expect(HARTime.nanoseconds(text) == expected) }
}
