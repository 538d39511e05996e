import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

/// Batches that change things, beside others that do.
@Suite("Batches and the states of a session", .timeLimit(.minutes(10)))
struct BatchStatesTests {
  let folder: TestFolder
  let board: Board

  init() throws {
    folder = try TestFolder()
    board = Board(folder: folder)
  }

  private func batch(_ items: (String, JSONObject)...) -> ClientRequest {
    var request = Board.request("")
    request.body = JSON.array(
      items.map { JSON.object(["query": .string($0.0), "variables": .object($0.1)]) }
    ).serialize()
    return request
  }

  private let unclear = Exchange.Outcome.notRecorded(
    "a mutation was in progress at the same time, so the state of this answer is unknown. Send it after the answer to the mutation"
  )

  @Test("Each item of a batch is recorded in the state that those before it led to")
  func order() async throws {
    let recorder = try board.recorder(StatefulUpstream())
    let request = batch(
      (Board.list, [:]), (Board.add, ["text": "a"]), (Board.list, [:]), (Board.add, ["text": "b"]), (Board.list, [:]))
    _ = await recorder.respond(to: request).get()
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.list).texts == [])
    #expect(!(try await player.ask(Board.add, ["text": "a"]).isMiss))
    #expect(try await player.ask(Board.list).texts == ["a"])
    #expect(!(try await player.ask(Board.add, ["text": "b"]).isMiss))
    let last = try await player.ask(Board.list)
    #expect(last.texts == ["a", "b"])
    #expect(last.state == "exact")
  }

  @Test("A read beside a batch with a mutation is not kept: nobody knows which state it saw")
  func readBeside() async throws {
    let log = EventLog()
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, log: log)
    _ = try await recorder.ask(Board.list)
    let gate = upstream.hold("Tick")
    let request = batch((Board.list, [:]), (Board.tick, [:]))
    async let whole = recorder.respond(to: request).get()
    // The batch is held at the endpoint, and has been sent when a read is answered.
    while upstream.asked < 2 { await Task.yield() }
    _ = try await recorder.ask(Board.list)
    gate.finish()
    _ = await whole
    await recorder.finish()
    #expect(log.outcomes.filter { $0 == unclear }.count == 1)
  }

  @Test("The reads of a batch that was overtaken by a mutation are not kept")
  func overtaken() async throws {
    let log = EventLog()
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, log: log)
    // Another session has seen clearly what this one's batch may have seen.
    _ = try await recorder.ask(Board.add, ["text": "a"], session: "clear")
    _ = try await recorder.ask(Board.list, session: "clear")
    let gate = upstream.hold("Tick")
    let request = batch((Board.list, [:]), (Board.tick, [:]))
    async let whole = recorder.respond(to: request).get()
    while upstream.asked < 3 { await Task.yield() }
    _ = try await recorder.ask(Board.add, ["text": "a"])
    gate.finish()
    _ = await whole
    await recorder.finish()
    #expect(log.outcomes.filter { $0 == unclear }.count == 1, "\(log.outcomes)")
  }

  @Test("A batch that broke may have changed anything; one that never arrived has changed nothing")
  func broken() async throws {
    let log = EventLog()
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, log: log)
    upstream.fail(on: "Tick", with: UpstreamError(.unreachable, "connection refused"))
    #expect(await recorder.respond(to: batch((Board.tick, [:]), (Board.list, [:]))).get().status == 502)
    _ = try await recorder.ask(Board.list)
    upstream.fail(on: "Tick", with: UpstreamError(.broken, "closed"))
    #expect(await recorder.respond(to: batch((Board.tick, [:]), (Board.list, [:]))).get().status == 502)
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
    #expect(log.outcomes.filter { if case .new = $0 { true } else { false } }.count == 1, "\(log.outcomes)")
    let reasons = log.outcomes.compactMap { if case .notRecorded(let reason) = $0 { reason } else { nil } }
    #expect(reasons.contains { $0.hasPrefix("mutation Tick failed and was not retried") }, "\(reasons)")
  }
}
