import Engine
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing
import Transports

@Suite("Bodies in media types that GraphQL over HTTP does not name")
struct UnnamedMediaTypeTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func record(_ steps: [ScriptedUpstream.Step], _ requests: ClientRequest...) async throws {
    let engine = try folder.recorder(ScriptedUpstream(steps), name: "counter")
    for request in requests { _ = await engine.respond(to: request).get() }
    await engine.finish()
  }

  private func faker() throws -> Engine {
    try folder.write("type Query { n: Int! }", to: "schemas/counter.graphqls")
    return try folder.faker()
  }

  private func request(_ type: String?, _ body: String = #"{"query":"{n}"}"#, accept: String? = nil) -> ClientRequest {
    var headers: HeaderList = ["Host": "127.0.0.1:4000"]
    if let type { headers.append("Content-Type", type) }
    if let accept { headers.append("Accept", accept) }
    return ClientRequest(method: "POST", target: "/counter", headers: headers, body: Array(body.utf8))
  }

  private func ask(_ engine: Engine, _ request: ClientRequest) async throws -> String {
    let answer = await engine.respond(to: request).get()
    let code = try JSON.parse(Array(try await answer.text.utf8))["errors"]?[0]?["extensions"]?["code"]?.stringValue
    return "\(answer.status) \(code ?? answer.headers[first: AnswerSource.header] ?? "")"
  }

  private static let refused = "415 UNDERSTUDY_UNSUPPORTED_MEDIA_TYPE"
  private static let unnamed = [
    "text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "application/xml", "json",
  ]

  @Test("What was recorded as JSON is for those who send JSON, or do not say what they send", arguments: unnamed)
  func recordedAsJSON(type: String) async throws {
    try await record([.answer(chunks: [#"{"data":{"n":1}}"#])], request("application/json"))
    let player = try folder.player()
    #expect(try await ask(player, request(type)) == Self.refused)
    for usual in ["application/json", "application/json; charset=utf-8", "application/vnd.x+json", "", nil] {
      #expect(try await ask(player, request(usual)) == "200 recorded", "\(usual ?? "none")")
    }
    #expect(try await ask(player, request("application/graphql", "{n}")) == "200 recorded")
  }

  @Test("What the endpoint answered to such a body is replayed to such a body, and to no other", arguments: unnamed)
  func recordedAsSent(type: String) async throws {
    try await record([.answer(chunks: [#"{"data":{"n":1}}"#])], request(type))
    let player = try folder.player()
    #expect(try await ask(player, request(type)) == "200 recorded")
    #expect(try await ask(player, request("application/json")) == "200 UNDERSTUDY_NO_RECORDING")
    #expect(try await ask(player, request("image/png")) == Self.refused)
    let stored = try #require(folder.contents().first { $0.key.hasSuffix(".json") })
    let mediaType = String(type.prefix { $0 != ";" })
    #expect(try JSON.parse(Array(stored.value))["headers"]?["content-type"] == .string(mediaType))
  }

  @Test("A refusal is the answer to such a body, and stands in nobody's way")
  func refusedByTheEndpoint() async throws {
    let refusal = #"{"errors":[{"message":"send JSON"}]}"#
    try await record(
      [.answer(status: 415, chunks: [refusal]), .answer(chunks: [#"{"data":{"n":1}}"#])], request("text/plain"),
      request("application/json"))
    let player = try folder.player()
    let replayed = await player.respond(to: request("text/plain")).get()
    #expect(replayed.status == 415 && replayed.headers[first: AnswerSource.header] == "recorded")
    #expect(try await replayed.text == refusal)
    #expect(try await ask(player, request("application/json")) == "200 recorded")
  }

  private static let bodies = [
    "", "{", #"{"query":"{"}"#, #"{"query":"{ other }"}"#, #"{"qeury":"{n}"}"#, "[]", "[1]", #"[{"query":"{n}"}]"#,
    #"{"query":"query A {n} query B {n}"}"#, #"{"query":"subscription { n }"}"#,
    #"{"query":"{ __schema { __typename } }"}"#,
    #"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"ab"}}}"#,
  ]

  @Test("Whatever else would be said of it, 415 comes first", arguments: bodies)
  func first(body: String) async throws {
    try await record([.answer(chunks: [#"{"data":{"n":1}}"#])], request("application/json"))
    for engine in [try folder.player(), try faker()] {
      for accept in ["application/json", "application/graphql-response+json", "text/event-stream"] {
        #expect(try await ask(engine, request("text/plain", body, accept: accept)) == Self.refused)
      }
    }
  }

  @Test("A batch is recorded by its media type, and refused whole where one of its items was not recorded")
  func batches() async throws {
    let batch = #"[{"query":"{n}"},{"query":"{m}"}]"#
    try await record([.answer(chunks: [#"[{"data":{"n":1}},{"data":{"m":2}}]"#])], request("text/plain", batch))
    let player = try folder.player()
    #expect(try await ask(player, request("text/plain", batch)) == "200 recorded")
    #expect(try await ask(player, request("text/plain", #"[{"query":"{n}"},{"query":"{k}"}]"#)) == Self.refused)
    #expect(try await ask(player, request("text/xml", batch)) == Self.refused)
  }

  @Test("Where misses are passed on, the endpoint says what it takes")
  func forwarded() async throws {
    try await record([.answer(chunks: [#"{"data":{"n":1}}"#])], request("application/json"))
    try folder.write("upstream: http://127.0.0.1:1/graphql", to: "counter/endpoint.yaml")
    let upstream = ScriptedUpstream([.answer(chunks: [#"{"data":{"n":1}}"#])])
    let player = try folder.player(onMiss: .forward, upstream: upstream)
    #expect(try await ask(player, request("text/plain")) == "200 upstream")
    #expect(upstream.requests.map { $0.headers[first: "content-type"] } == ["text/plain"])
    #expect(try await ask(player, request("text/plain", "{")) == Self.refused)
  }

  @Test("A miss says that the media type was another")
  func explained() async throws {
    try await record([.answer(chunks: [#"{"data":{"n":1}}"#])], request("text/plain"))
    let text = try await (try folder.player()).respond(to: request("application/json")).get().text
    #expect(text.contains("content-type") && text.contains("text/plain"), "\(text)")
  }
}
