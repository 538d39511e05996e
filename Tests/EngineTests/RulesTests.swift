import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

/// The rules of `endpoint.yaml`, obeyed by recorder and player.
@Suite("Rules, obeyed")
struct RulesTests {
  let board: Board

  init() throws { board = Board(folder: try TestFolder()) }

  private func rules(_ yaml: String) throws { try board.folder.write(yaml, to: "board/endpoint.yaml") }

  private func record(_ requests: [(String, JSONObject)]) async throws {
    let recorder = try board.recorder(StatefulUpstream())
    for (query, variables) in requests { _ = try await recorder.ask(query, variables) }
    await recorder.finish()
  }

  @Test("Without a rule a mutation stands between; declared to change nothing, it does not")
  func changesNothing() async throws {
    try await record([(Board.list, [:])])
    let unruled = try board.player()
    _ = try await unruled.ask(Board.tick)
    #expect(try await unruled.ask(Board.list).isMiss)
    try rules("operations: { Tick: { changes: nothing } }\n")
    let player = try board.player()
    _ = try await player.ask(Board.tick)
    #expect(try await player.ask(Board.list).state == "exact")
  }

  @Test("A mutation that changes nothing is not overlapped by one before it: it may come at any time")
  func changesNothingAfterOthers() async throws {
    try rules("operations: { Tick: { changes: nothing } }\n")
    try await record([(Board.add, ["text": "a"]), (Board.tick, [:])])
    #expect(!board.folder.contents().values.contains { String(decoding: $0, as: UTF8.self).contains("overlapped") })
    #expect(try await board.player().ask(Board.tick).body["data"]?["tick"] == 1)
  }

  @Test("By the name of the root field too, and never for another mutation")
  func changesNothingByField() async throws {
    try rules("operations: { tick: { changes: nothing } }\n")
    try await record([(Board.list, [:]), (Board.tick, [:]), (Board.list, [:])])
    let player = try board.player()
    for _ in 0..<3 { #expect(try await player.ask(Board.tick).body["data"]?["tick"] == 1) }
    #expect(try await player.ask(Board.list).state == "exact")
    _ = try await player.ask("mutation Other { tock }")
    #expect(try await player.ask(Board.list).isMiss)
  }

  @Test("An operation that is declared independent of a mutation is served past it, and only past that one")
  func independentOf() async throws {
    try rules("operations: { Notes: { independentOf: [Tick] } }\n")
    try await record([(Board.list, [:]), (Board.add, ["text": "a"]), (Board.tick, [:])])
    let player = try board.player()
    _ = try await player.ask(Board.add, ["text": "a"], session: "one")
    #expect(try await player.ask(Board.list, session: "one").isMiss)
    let recorder = try board.recorder(StatefulUpstream())
    _ = try await recorder.ask(Board.tick)
    await recorder.finish()
    let again = try board.player()
    _ = try await again.ask(Board.tick, session: "two")
    #expect(try await again.ask(Board.list, session: "two").state == "inferred")
    #expect(again.inferredAnswers.map(\.name) == ["Notes"])
  }

  @Test("An idempotent mutation counts once right after itself")
  func idempotent() async throws {
    try rules("operations: { AddNote: { idempotent: true } }\n")
    try await record([(Board.add, ["text": "a"]), (Board.list, [:])])
    let player = try board.player()
    for _ in 0..<2 { _ = try await player.ask(Board.add, ["text": "a"]) }
    #expect(try await player.ask(Board.list).texts == ["a"])
    // A retry gets what it was told before; after something else it is another one.
    let (first, again) = (
      try await player.ask(Board.add, ["text": "a"], session: "retry").id,
      try await player.ask(Board.add, ["text": "a"], session: "retry").id
    )
    #expect(first == again && !first.isEmpty)
    _ = try await player.ask(Board.tick, session: "retry")
    #expect(try await player.ask(Board.add, ["text": "a"], session: "retry").isMiss)
  }

  @Test("A variable that may be anything is left out of the key, and its echo is what this request sent")
  func echo() async throws {
    try rules("operations: { AddNote: { variables: { text: { any: true, echo: true } } } }\n")
    try await record([(Board.add, ["text": "what was recorded"])])
    #expect(
      board.folder.contents().values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("what was recorded") })
    let player = try board.player()
    for text in ["something else", "again another"] {
      let asked = try await player.ask(Board.add, ["text": .string(text)], session: text.replacing(" ", with: "-"))
      #expect(asked.body["data"]?["addNote"]?["text"]?.stringValue == text)
    }
  }

  @Test(
    "Callers whom no rule tells apart are no sequence, and the rule that would tell them is named",
    arguments: ["Cookie", "X-Api-Key"])
  func unruledCallers(header: String) async throws {
    let log = EventLog()
    let recorder = try board.folder.recorder(
      ScriptedUpstream(["ann", "bob"].map { .answer(chunks: [#"{"data":{"me":"\#($0)"}}"#]) }), name: "board", log: log)
    for name in ["ann", "bob"] {
      var request = Board.request("{ me }")
      request.headers.append(header, "sid=\(name)")
      _ = await recorder.respond(to: request).get()
    }
    await recorder.finish()
    guard case .failed? = log.outcomes.last else { throw Failure("not failed: \(log.outcomes)") }
    let warnings = log.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("all of them share their recordings") == true)
    let rule = header == "Cookie" ? "identity: { cookie: [NAME] }" : "identity: { header: [x-api-key] }"
    #expect(warnings.first?.hasSuffix(rule) == true)
  }

  @Test("A header that counts tells requests apart; its absence does too")
  func headers() async throws {
    try rules("operations: { Notes: { headers: [x-tenant] } }\n")
    let recorder = try board.recorder(StatefulUpstream())
    var request = Board.request(Board.list)
    request.headers.append("X-Tenant", "one")
    _ = await recorder.respond(to: request).get()
    await recorder.finish()
    let player = try board.player()
    #expect(await player.respond(to: request).get().headers[first: "Understudy-State"] == "exact")
    request.headers.set("X-Tenant", "two")
    #expect(await player.respond(to: request).get().headers[first: "Understudy-Source"] == "miss")
    request.headers.remove("X-Tenant")
    #expect(await player.respond(to: request).get().headers[first: "Understudy-Source"] == "miss")
  }

  @Test("The changes of one tenant lead to no state of another's")
  func headersOfChanges() async throws {
    try rules("operations: { \"*\": { headers: [x-tenant] } }\n")
    func ask(_ engine: Engine, _ query: String, _ variables: JSONObject = [:], tenant: String) async -> Answer {
      var request = Board.request(query, variables)
      request.headers.append("X-Tenant", tenant)
      return await engine.respond(to: request).get()
    }
    let recorder = try board.recorder(StatefulUpstream())
    _ = await ask(recorder, Board.add, ["text": "one"], tenant: "one")
    _ = await ask(recorder, Board.list, tenant: "two")
    await recorder.finish()
    let second = try board.recorder(StatefulUpstream())
    _ = await ask(second, Board.add, ["text": "one"], tenant: "two")
    await second.finish()
    let player = try board.player()
    let added = await ask(player, Board.add, ["text": "one"], tenant: "two")
    #expect(added.headers[first: "Understudy-State"] == "exact")
    // What two saw after the change of one says nothing of what it sees after its own.
    let list = await ask(player, Board.list, tenant: "two")
    #expect(list.headers[first: "Understudy-State"] != "exact")
    let other = try board.player()
    _ = await ask(other, Board.add, ["text": "one"], tenant: "one")
    #expect(await ask(other, Board.list, tenant: "two").headers[first: "Understudy-State"] == "exact")
  }

  @Test("Answers that differ in what varies by itself are one; the recorder names the line that says so")
  func volatile() async throws {
    let log = EventLog()
    let bodies = ["a1", "b2"].map { #"{"data":{"me":{"name":"x","requestId":"\#($0)"}}}"# }
    func recorder() throws -> Engine {
      try board.folder.recorder(
        ScriptedUpstream(bodies.map { .answer(chunks: [$0]) }), name: "board", log: log)
    }
    let first = try recorder()
    for _ in 0..<2 { _ = try await first.ask("{ me { name requestId } }") }
    await first.finish()
    let warnings = log.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("volatile: [data.me.requestId]") == true)

    try rules("volatile: [data.me.requestId]\n")
    let before = board.folder.contents().filter { $0.key.hasSuffix(".json") }
    let second = try recorder()
    _ = try await second.ask("{ me { name requestId } }")
    await second.finish()
    let after = board.folder.contents().filter { $0.key.hasSuffix(".json") }
    #expect(after.keys.sorted() == before.keys.sorted())
  }
}
