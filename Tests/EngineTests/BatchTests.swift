import Engine
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing
import Transports

/// Batches recorded with a scripted endpoint, and replayed whole and in pieces.
@Suite("Batches")
struct BatchTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func recorder(_ steps: [ScriptedUpstream.Step], log: EventLog = EventLog()) throws -> (
    Engine, ScriptedUpstream
  ) {
    let upstream = ScriptedUpstream(steps)
    return (try folder.recorder(upstream, name: "counter", log: log), upstream)
  }

  private func player(
    onMiss: EngineConfiguration.MissPolicy = .error, maximumBatch: Int = 100, upstream: ScriptedUpstream? = nil
  ) throws -> Engine {
    if upstream != nil { try folder.write("upstream: http://127.0.0.1:1/graphql\n", to: "counter/endpoint.yaml") }
    return try folder.player(upstream: upstream) { configuration in
      configuration.onMiss = onMiss
      configuration.maximumBatch = maximumBatch
    }
  }

  private func request(_ body: String, session: String = "default") -> ClientRequest {
    ClientRequest(
      method: "POST", target: "/counter",
      headers: [
        "Host": "127.0.0.1:4000", "Content-Type": "application/json", "Content-Length": "\(body.utf8.count)",
        "X-Understudy-Session": session,
      ], body: Array(body.utf8))
  }

  private func batch(_ queries: String...) -> String {
    "[" + queries.map { "{\"query\":\"\($0)\"}" }.joined(separator: ",") + "]"
  }

  private func ask(_ engine: Engine, _ body: String, session: String = "default") async throws -> String {
    try await engine.respond(to: request(body, session: session)).get().text
  }

  private let countBumpCount =
    ##"[{"data":{"n":1.0}},{"data":{"bump":{"n":2}}},{"data":{"n":2}}]"## + "\n"

  private func recordCounter() async throws {
    let (recorder, upstream) = try recorder([.answer(chunks: [countBumpCount])])
    let body = batch("{n}", "mutation{bump{n}}", "{n}")
    let live = await recorder.respond(to: request(body)).get()
    await recorder.finish()
    #expect(try await live.text == countBumpCount)
    #expect(live.headers[first: AnswerSource.header] == "upstream")
    #expect(upstream.requests.map(\.body) == [Array(body.utf8)])
  }

  @Test("A batch goes to the endpoint as it came, and each item is recorded in the state that those before it led to")
  func recorded() async throws {
    try await recordCounter()
    let player = try player()
    #expect(
      try await ask(player, batch("{n}", "mutation{bump{n}}", "{n}"), session: "a")
        == countBumpCount.dropLast())
    #expect(try await ask(player, "{\"query\":\"{n}\"}", session: "b") == #"{"data":{"n":1.0}}"#)
    #expect(try await ask(player, "{\"query\":\"mutation{bump{n}}\"}", session: "b") == #"{"data":{"bump":{"n":2}}}"#)
    #expect(try await ask(player, batch("{n}"), session: "b") == #"[{"data":{"n":2}}]"#)
  }

  @Test("What single requests recorded answers a batch")
  func fromSingles() async throws {
    let (recorder, _) = try recorder([.answer(chunks: [#"{"data":{"a":1}}"#]), .answer(chunks: [#"{"data":{"b":2}}"#])])
    for query in ["{a}", "{b}"] { _ = try await ask(recorder, "{\"query\":\"\(query)\"}") }
    await recorder.finish()
    let answer = try await player().respond(to: request(batch("{b}", "{a}", "{b}"))).get()
    #expect(answer.status == 200)
    #expect(try await answer.text == #"[{"data":{"b":2}},{"data":{"a":1}},{"data":{"b":2}}]"#)
    #expect(answer.headers[first: AnswerSource.header] == "recorded")
    #expect(answer.headers[first: AnswerState.header] == "exact")
    #expect(answer.isRepeatable)
    #expect(answer.validity?.holds == true)
  }

  @Test("Each item misses in its place, and is told apart")
  func misses() async throws {
    try await recordCounter()
    let player = try player()
    let answer = await player.respond(to: request(batch("{m}", "{n}", "{"))).get()
    let items = try JSON.parse(Array(try await answer.text.utf8)).arrayValue ?? []
    #expect(answer.status == 200)
    #expect(items.count == 3)
    #expect(items[0]["errors"]?[0]?["extensions"]?["code"] == "UNDERSTUDY_NO_RECORDING")
    #expect(items[1] == ["data": ["n": .number(JSONNumber(validated: "1.0"))]])
    #expect(items[2]["errors"]?[0]?["extensions"]?["code"] == "GRAPHQL_PARSE_FAILED")
    #expect(answer.headers[first: AnswerSource.header] == "miss, recorded, error")
    #expect(player.misses.count == 1)
    #expect(player.refusals.map(\.message).count == 1)
    #expect(!answer.isRepeatable)
  }

  static let wrong: [(String, String)] = [
    ("[]", "The body is an empty array: a batch of no requests."),
    ("[{\"query\":\"{a}\"},7]", "Item 2 of the batch is a number, not a GraphQL request."),
    ("[[]]", "Item 1 of the batch is an array, not a GraphQL request."),
    ("[null]", "Item 1 of the batch is null, not a GraphQL request."),
    (
      " \n[{},{},{},{}]",
      "The batch has 4 requests, and the limit is 3. Send smaller batches, or start with --max-batch 4."
    ),
    ("[{]", "The body is not JSON: "),
  ]

  @Test("What is no batch is refused, and the bound is named", arguments: wrong)
  func refused(body: String, message: String) async throws {
    try await recordCounter()
    let answer = try await player(maximumBatch: 3).respond(to: request(body)).get()
    #expect(answer.status == 400)
    #expect(answer.problem?.hasPrefix(message) == true, "\(answer.problem ?? "")")
  }

  @Test("A subscription is refused in its place")
  func subscription() async throws {
    try await recordCounter()
    let text = try await ask(player(), batch("subscription{n}", "{n}"))
    let items = try JSON.parse(Array(text.utf8)).arrayValue ?? []
    #expect(items.count == 2)
    #expect(items[0]["errors"]?[0]?["extensions"]?["code"] == "UNDERSTUDY_UNSUPPORTED")
    #expect(items[1]["data"] != nil)
  }

  static let unsplit: [(ScriptedUpstream.Step, String)] = [
    (.answer(chunks: [#"{"errors":[{"message":"no batches"}]}"#]), "the answer to a batch is not an array"),
    (.answer(chunks: [#"[{"data":{"n":1}}]"#]), "the answer to a batch of 2 has 1 items"),
    (
      .answer(status: 503, chunks: ["hello"]),
      "the API answered 503 with application/json; --record-errors records such answers"
    ),
  ]

  @Test("An answer that cannot be split is passed on and not kept", arguments: unsplit)
  func notSplit(step: ScriptedUpstream.Step, reason: String) async throws {
    let log = EventLog()
    let (recorder, _) = try recorder([step], log: log)
    let answer = await recorder.respond(to: request(batch("{n}", "{n}"))).get()
    await recorder.finish()
    guard case .answer(_, _, let chunks) = step else { return }
    #expect(try await answer.text == chunks.joined())
    #expect(log.outcomes == [.notRecorded(reason), .notRecorded(reason)])
  }

  @Test("A batch that is none is passed on by a recorder, which is not the endpoint")
  func passed() async throws {
    let log = EventLog()
    let (recorder, _) = try recorder([.answer(status: 400, chunks: [#"{"errors":[{"message":"empty"}]}"#])], log: log)
    let answer = await recorder.respond(to: request("[]")).get()
    await recorder.finish()
    #expect(answer.status == 400)
    #expect(log.outcomes.count == 1)
  }

  @Test("Items that are not recorded are asked singly, in order")
  func forwarded() async throws {
    try await recordCounter()
    let upstream = ScriptedUpstream([.answer(chunks: [#"{"data":{"x":1}}"#]), .answer(chunks: [#"{"data":{"y":2}}"#])])
    let player = try player(onMiss: .forward, upstream: upstream)
    let text = try await ask(player, batch("{x}", "{n}", "{y}"))
    #expect(text == #"[{"data":{"x":1}},{"data":{"n":1.0}},{"data":{"y":2}}]"#)
    #expect(
      upstream.requests.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"query":"{x}"}"#, #"{"query":"{y}"}"#])
  }

  @Test("A handshake of persisted queries in a batch is never kept")
  func handshake() async throws {
    let log = EventLog()
    let notFound = #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#
    let (recorder, _) = try recorder([.answer(chunks: [#"[{"data":{"n":1}},\#(notFound)]"#])], log: log)
    let hash = ContentHash(of: Array("{m}".utf8)).hex
    let body =
      "[{\"query\":\"{n}\"},{\"query\":\"{m}\",\"extensions\":{\"persistedQuery\":{\"version\":1,\"sha256Hash\":\"\(hash)\"}}}]"
    _ = try await ask(recorder, body)
    await recorder.finish()
    #expect(folder.contents().keys.filter { $0.hasSuffix(".json") }.count == 1)
    #expect(
      log.outcomes.contains(.notRecorded("PersistedQueryNotFound: the client sends the full query next")),
      "\(log.outcomes)")
  }
}
