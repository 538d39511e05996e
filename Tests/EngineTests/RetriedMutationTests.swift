import OrderedJSON
import Requests
import TestSupport
import Testing

@testable import Engine
@testable import Transports

/// Mutations that got a 5xx or no answer, and the session after them.
@Suite("Retried mutations", .timeLimit(.minutes(10)))
struct RetriedMutationTests {
  let board: Board

  init() throws { board = Board(folder: try TestFolder()) }

  private func recorder(_ steps: [ScriptedUpstream.Step], log: EventLog = EventLog()) throws -> Engine {
    try board.folder.recorder(ScriptedUpstream(steps), name: "board", log: log)
  }

  static let busy = ScriptedUpstream.Step.answer(
    status: 503, headers: ["content-type": "text/html", "retry-after": "2", "x-trace": "7"], chunks: ["<h1>Busy</h1>"])
  static let troubles: [ScriptedUpstream.Step] = [
    busy, .answer(status: 500, chunks: [#"{"errors":[{"message":"boom"}]}"#]),
    .answer(status: 502, headers: [:], chunks: []), .answer(status: 408, chunks: []),
    .failure(UpstreamError(.broken, "closed")), .failure(UpstreamError(.timeout, "no answer within 1 s")),
    .broken(chunks: [#"{"data":"#]),
  ]
  static let ticked = ScriptedUpstream.Step.answer(chunks: [#"{"data":{"tick":1}}"#])
  static let notes = ScriptedUpstream.Step.answer(chunks: [#"{"data":{"notes":[{"id":"note-1","text":"a"}]}}"#])

  private func ask(_ engine: Engine, _ queries: String...) async {
    for query in queries { _ = await engine.respond(to: Board.request(query)).get() }
  }

  @Test("A 5xx reaches the client as it came: status, headers and body")
  func unchanged() async throws {
    let log = EventLog()
    let recorder = try recorder([Self.busy], log: log)
    let answer = await recorder.respond(to: Board.request(Board.tick)).get()
    await recorder.finish()
    #expect(answer.status == 503)
    #expect(answer.headers[first: "retry-after"] == "2" && answer.headers[first: "x-trace"] == "7")
    #expect(try await answer.text == "<h1>Busy</h1>")
    #expect(
      log.outcomes == [.notRecorded("the API answered 503 with text/html; --record-errors records such answers")])
  }

  @Test("A retry that is answered takes the place of what failed, however often that was", arguments: troubles.indices)
  func retried(index: Int) async throws {
    let trouble = Self.troubles[index]
    let recorder = try recorder([trouble, trouble, Self.ticked, Self.notes])
    await ask(recorder, Board.tick, Board.tick, Board.tick, Board.list)
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.list).isMiss)
    #expect(try await player.ask(Board.tick).body["data"]?["tick"] == 1)
    let list = try await player.ask(Board.list)
    #expect(list.state == "exact" && list.texts == ["a"])
  }

  @Test("A session that goes on without a retry is not recorded any more", arguments: troubles.indices)
  func abandoned(index: Int) async throws {
    let log = EventLog()
    let recorder = try recorder(
      [Self.notes, Self.troubles[index], Self.notes, Self.ticked, Self.notes], log: log)
    await ask(recorder, Board.list, Board.tick, Board.list, Board.tick, Board.list)
    await recorder.finish()
    #expect(log.outcomes.count { if case .new = $0 { true } else { false } } == 1, "\(log.outcomes)")
    guard case .notRecorded(let reason)? = log.outcomes.last else { throw Failure("\(log.outcomes)") }
    #expect(
      reason
        == "mutation Tick failed and was not retried, so the state after it is unknown. The rest of this session is not recorded. To record it, reset the session: POST /__understudy/sessions/default/reset"
    )
    #expect(!board.folder.contents().keys.contains { $0.contains("mutation.Tick") })
  }

  @Test("Another mutation, or the same with other variables, is no retry")
  func otherMutation() async throws {
    for (first, second) in [(Board.tick, Board.add), (Board.add, Board.add)] {
      let board = Board(folder: try TestFolder())
      let log = EventLog()
      let recorder = try RetriedMutationTests(board: board).recorder([Self.busy, Self.ticked], log: log)
      _ = await recorder.respond(to: Board.request(first, ["text": "a"])).get()
      _ = await recorder.respond(to: Board.request(second, ["text": "b"])).get()
      await recorder.finish()
      #expect(log.outcomes.allSatisfy { if case .notRecorded = $0 { true } else { false } }, "\(log.outcomes)")
    }
  }

  private init(board: Board) { self.board = board }

  @Test("A session that ends there has lost nothing but the mutation, and other sessions nothing at all")
  func end() async throws {
    let log = EventLog()
    let recorder = try recorder([Self.notes, Self.busy, Self.notes], log: log)
    await ask(recorder, Board.list, Board.tick)
    _ = try await recorder.ask("query Other { notes { id text } }", session: "other")
    await recorder.finish()
    #expect(log.outcomes.count { if case .new = $0 { true } else { false } } == 2, "\(log.outcomes)")
  }

  @Test("The refusal of a retry is not recorded, and leaves open what became of the first attempt")
  func refusedRetry() async throws {
    let log = EventLog()
    let refusal = ScriptedUpstream.Step.answer(status: 409, chunks: [#"{"errors":[{"message":"is there already"}]}"#])
    let recorder = try recorder([Self.busy, refusal, Self.notes], log: log)
    await ask(recorder, Board.tick, Board.tick, Board.list)
    await recorder.finish()
    #expect(log.outcomes.allSatisfy { if case .notRecorded = $0 { true } else { false } }, "\(log.outcomes)")
  }

  @Test("A mutation that changes nothing may fail")
  func changesNothing() async throws {
    let recorder = try recorder([Self.busy, Self.notes])
    await ask(recorder, "mutation { __typename }", Board.list)
    await recorder.finish()
    #expect(try await board.player().ask(Board.list).state == "exact")
  }

  @Test("A read that was in flight when the mutation failed is not going on")
  func inTheAir() async throws {
    let log = EventLog()
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, log: log)
    let gate = upstream.hold("notes")
    async let early = recorder.ask(Board.list)
    while upstream.asked < 1 { await Task.yield() }
    upstream.fail(on: "tick", with: UpstreamError(.broken, "closed"))
    _ = try await recorder.ask(Board.tick)
    gate.finish()
    _ = try await early
    _ = try await recorder.ask(Board.tick)
    _ = try await recorder.ask(Board.add, ["text": "a"])
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.tick).state == "exact")
    #expect(try await player.ask(Board.add, ["text": "a"]).state == "exact")
  }

  private func batch(_ queries: String...) -> ClientRequest {
    var request = Board.request("")
    request.body = JSON.array(queries.map { ["query": .string($0)] }).serialize()
    return request
  }

  @Test("A batch is retried as a whole, and one of a single mutation by itself, too")
  func batches() async throws {
    let both = ScriptedUpstream.Step.answer(chunks: [#"[{"data":{"tick":1}},{"data":{"notes":[]}}]"#])
    for retry in [batch(Board.tick, Board.list), Board.request(Board.tick)] {
      let board = Board(folder: try TestFolder())
      let isBatch = retry.body.first == UInt8(ascii: "[")
      let recorder = try RetriedMutationTests(board: board).recorder([
        Self.busy, isBatch ? both : Self.ticked, Self.notes,
      ])
      _ = await recorder.respond(to: batch(Board.tick, Board.list)).get()
      _ = await recorder.respond(to: retry).get()
      _ = try await recorder.ask("query Other { notes { id text } }")
      await recorder.finish()
      let player = try board.player()
      #expect(try await player.ask(Board.tick).body["data"]?["tick"] == 1)
      #expect(try await player.ask("query Other { notes { id text } }").state == "exact")
    }
  }

  @Test("A batch that is not retried ends the recording, and so does a retry that is refused in part")
  func abandonedBatch() async throws {
    let half = ScriptedUpstream.Step.answer(chunks: [#"[{"data":{"tick":1}},{"errors":[{"message":"no"}]}]"#])
    for second in [batch(Board.list), batch(Board.tick, Board.add)] {
      let board = Board(folder: try TestFolder())
      let log = EventLog()
      let recorder = try RetriedMutationTests(board: board).recorder(
        [Self.busy, second.body.count < 80 ? .answer(chunks: [#"[{"data":{"notes":[]}}]"#]) : half, Self.notes],
        log: log)
      _ = await recorder.respond(to: batch(Board.tick, Board.add)).get()
      _ = await recorder.respond(to: second).get()
      _ = try await recorder.ask(Board.list)
      await recorder.finish()
      #expect(log.outcomes.allSatisfy { if case .notRecorded = $0 { true } else { false } }, "\(log.outcomes)")
    }
  }

  @Test("What is answered from recordings counts as going on, too")
  func replayed() async throws {
    let first = try recorder([Self.notes])
    await ask(first, Board.list)
    await first.finish()
    try board.folder.write("upstream: http://127.0.0.1:1/graphql\n", to: "board/endpoint.yaml")
    let upstream = ScriptedUpstream([Self.busy, Self.notes])
    let engine = try board.folder.player(onMiss: .record, upstream: upstream)
    await ask(engine, Board.tick, Board.list)
    await engine.finish()
    // Nobody knows whether the mutation was executed, so the recorded list may be wrong.
    #expect(upstream.requests.count == 2)
  }
}
