import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

/// Requests for which the real endpoint had no answer, and what is told of them.
@Suite("Requests without an answer")
struct UnansweredTests {
  private let board: Board

  init() throws { board = Board(folder: try TestFolder()) }

  /// An engine that passes what is not recorded on to an endpoint, and records it.
  private func auto(
    _ upstream: (any Upstream)?, log: EventLog, knowsUpstream: Bool = true,
    _ policy: EngineConfiguration.MissPolicy = .record
  ) throws -> Engine {
    if knowsUpstream { try board.folder.write("upstream: http://127.0.0.1:1/graphql\n", to: "board/endpoint.yaml") }
    if !knowsUpstream { try board.folder.write("{}\n", to: "board/endpoint.yaml") }
    return try board.folder.player(onMiss: policy, upstream: upstream, log: log)
  }

  private func exchanges(_ log: EventLog) -> [Exchange] {
    log.events.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
  }

  @Test(arguments: [EngineConfiguration.MissPolicy.record, .forward])
  func anEndpointThatCannotBeReachedHasNotAnswered(policy: EngineConfiguration.MissPolicy) async throws {
    let log = EventLog()
    let engine = try auto(
      ScriptedUpstream([.failure(UpstreamError(.unreachable, "connection refused"))]), log: log, policy)
    let asked = try await engine.ask(Board.list)
    await engine.finish()
    #expect(asked.answer.status == 502)
    #expect(engine.uses.map(\.source) == [.unanswered])
    #expect(exchanges(log).map(\.unanswered) == [asked.message])
    #expect(asked.message.hasPrefix("The upstream http://127.0.0.1:1/graphql cannot be reached"))
    #expect(engine.refusals.isEmpty, "it is told once")
  }

  @Test func anEndpointThatIsNotKnownHasNotAnswered() async throws {
    let log = EventLog()
    let engine = try auto(ScriptedUpstream([]), log: log, knowsUpstream: false)
    let asked = try await engine.ask(Board.list)
    await engine.finish()
    #expect(asked.answer.status == 502)
    #expect(engine.uses.map(\.source) == [.unanswered])
    #expect(exchanges(log).first?.unanswered?.hasPrefix("The endpoint \"board\" has no upstream.") == true)
  }

  @Test func aPageInThePlaceOfAnAnswerReachesTheClientAsItIs() async throws {
    let log = EventLog()
    let page = ScriptedUpstream.Step.answer(
      status: 503, headers: ["content-type": "text/html"], chunks: ["<h1>Busy</h1>"])
    let engine = try auto(ScriptedUpstream([page]), log: log)
    let answer = await engine.respond(to: Board.request(Board.list)).get()
    await engine.finish()
    #expect(answer.status == 503)
    #expect(try await answer.text == "<h1>Busy</h1>")
    #expect(engine.uses.map(\.source) == [.upstream])
    #expect(
      exchanges(log).map(\.outcome) == [
        .notRecorded("the API answered 503 with text/html; --record-errors records such answers")
      ])
  }

  @Test func anErrorOfTheEndpointIsAnAnswer() async throws {
    let log = EventLog()
    let engine = try auto(
      ScriptedUpstream([.answer(status: 500, chunks: [#"{"errors":[{"message":"no"}]}"#])]), log: log)
    #expect(try await engine.ask(Board.list).answer.status == 500)
    await engine.finish()
    #expect(engine.uses.map(\.source) == [.upstream])
    #expect(exchanges(log).map(\.unanswered) == [nil])
    #expect(exchanges(log).map(\.isPassedOnly) == [false], "it should have been recorded")
  }

  @Test func eachItemOfABatchIsCountedOnce() async throws {
    let log = EventLog()
    let lost = ScriptedUpstream.Step.failure(UpstreamError(.unreachable, "connection refused"))
    let engine = try auto(ScriptedUpstream([lost, lost]), log: log)
    let body = #"[{"query":"query A { a }"},{"query":"query B { b }"}]"#
    let request = ClientRequest(
      method: "POST", target: "/board", headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: Array(body.utf8))
    _ = await engine.respond(to: request).get()
    await engine.finish()
    #expect(engine.uses.map(\.source) == [.unanswered, .unanswered])
    #expect(exchanges(log).count == 2)
    #expect(engine.refusals.isEmpty)
  }

  @Test func aRefusalIsCountedEachTime() async throws {
    let player = try auto(nil, log: EventLog(), .error)
    for _ in 0..<3 { _ = try await player.ask("{") }
    #expect(player.refusals.count == 1)
    #expect(player.refusalCount == 3)
  }

  @Test("What replay would answer otherwise is a failure, not a remark")
  func contradiction() async throws {
    let log = EventLog()
    let recorder = try board.recorder(StatefulUpstream(), log: log)
    _ = try await recorder.ask(Board.tick, session: "one")
    _ = try await recorder.ask(Board.tick, session: "two")
    _ = try await recorder.ask(Board.list, session: "two")
    await recorder.finish()
    let failures = log.outcomes.compactMap { if case .failed(let why) = $0 { why } else { nil } }
    #expect(failures.count == 2)
    #expect(failures.allSatisfy { $0.contains("another session of this run got a different answer") })
  }
}
