import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Answers that are not GraphQL, before and after an upstream has given a GraphQL response.
@Suite("Before the first GraphQL response")
struct FirstResponseTests {
  let board: Board

  init() throws { board = Board(folder: try TestFolder()) }

  private func recorder(_ steps: [ScriptedUpstream.Step], log: EventLog) throws -> Engine {
    let endpoints = try Endpoints.forRecording(
      upstream: "http://127.0.0.1:1/graphq", name: "board", recordings: board.folder.path, schemas: board.folder.path)
    return Engine(
      serving: EngineConfiguration(mode: .record), endpoints: endpoints, upstream: ScriptedUpstream(steps),
      clock: SteppingStopwatch(), events: log.receive)
  }

  private static let notFound = ScriptedUpstream.Step.answer(status: 404, chunks: [#"{"detail":"Not Found"}"#])
  private static let notes = ScriptedUpstream.Step.answer(chunks: [#"{"data":{"notes":[]}}"#])

  private func recordings(_ word: String) -> Int {
    board.folder.contents().keys.count { $0.contains(word) && $0.hasSuffix(".json") }
  }

  static let failures: [(ScriptedUpstream.Step, String)] = [
    (
      notFound,
      #"the API answered 404 {"detail":"Not Found"}, which is not GraphQL. Check the path of --upstream. Many servers use /graphql."#
    ),
    (
      .answer(status: 401, chunks: [#"{"message":"Log in"}"#]),
      #"the API answered 401 {"message":"Log in"}, which is not GraphQL. The API requires credentials. Send them from your client, for example in an Authorization header."#
    ),
    (
      .answer(status: 200, headers: ["content-type": "text/html"], chunks: ["<h1>Shop</h1>"]),
      "the API answered 200 with text/html, which is not GraphQL. Check that --upstream is the URL of the GraphQL endpoint. Many servers use /graphql."
    ),
    (
      .answer(status: 404, headers: [:], chunks: []),
      "the API answered 404 without a body, which is not GraphQL. Check the path of --upstream. Many servers use /graphql."
    ),
    (
      .answer(chunks: [#"{"errors":[{"title":"of JSON:API"}]}"#]),
      #"the API answered 200 {"errors":[{"title":"of JSON:API"}]}, which is not GraphQL. Check that --upstream is the URL of the GraphQL endpoint. Many servers use /graphql."#
    ),
  ]

  @Test("What is not GraphQL fails, is not written, and reaches the client as it came", arguments: failures)
  func fails(_ step: ScriptedUpstream.Step, _ reason: String) async throws {
    let log = EventLog()
    let recorder = try recorder([step, step], log: log)
    let before = board.folder.contents()
    guard case .answer(let status, _, let chunks) = step else { return }
    for query in [Board.list, Board.tick] {
      let answer = await recorder.respond(to: Board.request(query)).get()
      #expect(answer.status == status)
      #expect(try await answer.text == chunks.joined())
    }
    await recorder.finish()
    #expect(log.outcomes == [.failed(reason), .failed(reason)])
    #expect(board.folder.contents() == before)
  }

  @Test(
    "A GraphQL response has data, or errors with messages",
    arguments: [
      (#"{"data":{}}"#, true), (#"{"data":{"a":1},"errors":[]}"#, true), (#"{"data":null}"#, true),
      (#"{"data":null,"errors":[{"message":"no"}]}"#, true), (#"{"errors":[{"message":"no"}]}"#, true),
      (#"{"data":null,"message":"no"}"#, false), (#"{"data":[]}"#, false), (#"{"data":"x"}"#, false),
      (#"{"errors":[]}"#, false), (#"{"errors":["no"]}"#, false), (#"{"errors":{"message":"no"}}"#, false),
      (#"{"error":"no"}"#, false), ("[]", false), ("1", false), ("{}", false),
    ])
  func shape(text: String, isGraphQL: Bool) throws {
    #expect(NotGraphQL.isGraphQL(try JSON.parse(text: text)) == isGraphQL)
  }

  @Test("A secret in what is not GraphQL is not printed")
  func redacted() async throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
    let log = EventLog()
    let recorder = try recorder([.answer(status: 403, chunks: [#"{"sent":"\#(token)"}"#])], log: log)
    _ = await recorder.respond(to: Board.request(Board.list)).get()
    await recorder.finish()
    guard case .failed(let reason)? = log.outcomes.first else { throw Failure("\(log.outcomes)") }
    #expect(reason.hasPrefix(#"the API answered 403 {"sent":"#) && !reason.contains("eyJhbGci"))
  }

  @Test("After a GraphQL response a 4xx is recorded as it is, and changes no state", arguments: [400, 404, 409, 410])
  func recorded(status: Int) async throws {
    let log = EventLog()
    let gone = ScriptedUpstream.Step.answer(status: status, chunks: [#"{"detail":"Gone"}"#])
    let recorder = try recorder([Self.notes, gone, Self.notes, gone], log: log)
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask(Board.tick)
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask("query Other { other }")
    await recorder.finish()
    #expect(log.outcomes.count { if case .new = $0 { true } else { false } } == 3, "\(log.outcomes)")
    let player = try board.player()
    for query in [Board.tick, "query Other { other }"] {
      let answer = try await player.ask(query)
      #expect(answer.answer.status == status && answer.body == ["detail": "Gone"] && answer.state == "exact")
    }
    #expect(try await player.ask(Board.list).state == "exact")
  }

  @Test("A rate limit is not recorded and changes no state")
  func limited() async throws {
    let log = EventLog()
    let limit = ScriptedUpstream.Step.answer(status: 429, chunks: ["slow down"])
    let recorder = try recorder([limit, Self.notes], log: log)
    _ = await recorder.respond(to: Board.request(Board.tick)).get()
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
    #expect(
      log.outcomes.first
        == .notRecorded("the API answered 429 with application/json; --record-errors records such answers"))
    #expect(recordings("Tick") == 0)
    #expect(try await board.player().ask(Board.list).state == "exact")
  }

  @Test("A page after a GraphQL response is passed on and not recorded")
  func laterPage() async throws {
    let log = EventLog()
    let page = ScriptedUpstream.Step.answer(status: 403, headers: ["content-type": "text/html"], chunks: ["<h1>No"])
    let recorder = try recorder([Self.notes, page], log: log)
    _ = try await recorder.ask(Board.list)
    let answer = await recorder.respond(to: Board.request("query Other { other }")).get()
    #expect(answer.status == 403)
    #expect(try await answer.text == "<h1>No")
    await recorder.finish()
    #expect(log.outcomes.last == .notRecorded("the answer is a web page"))
  }

  @Test("An answer to a batch is a GraphQL response, too, and fails as one where it is none")
  func batches() async throws {
    let log = EventLog()
    let recorder = try recorder(
      [Self.notFound, .answer(chunks: [#"[{"data":{"notes":[]}},{"detail":"odd"}]"#]), Self.notFound], log: log)
    var request = Board.request("")
    request.body = JSON.array([["query": .string(Board.list)], ["query": "{ other }"]]).serialize()
    for _ in 0..<2 { _ = await recorder.respond(to: request).get() }
    _ = try await recorder.ask("{ more }")
    await recorder.finish()
    let kinds = log.outcomes.map { outcome in
      switch outcome {
      case .new: "new"
      case .failed: "failed"
      default: "\(outcome)"
      }
    }
    #expect(kinds == ["failed", "failed", "new", "new", "new"])
  }

  @Test("A request that is only passed on does not fail: nothing was to be recorded")
  func forwarded() async throws {
    try board.folder.write("upstream: http://127.0.0.1:1/graphq\n", to: "board/endpoint.yaml")
    let log = EventLog()
    let engine = try board.folder.player(onMiss: .forward, upstream: ScriptedUpstream([Self.notFound]), log: log)
    #expect(try await engine.ask(Board.list).answer.status == 404)
    await engine.finish()
    guard case .notRecorded? = log.outcomes.first else { throw Failure("\(log.outcomes)") }
  }
}
