import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

/// Recording requests that overlap, get lost, or contradict each other.
@Suite("Recording by state", .timeLimit(.minutes(10)))
struct RecordingStatesTests {
  let board: Board

  init() throws { board = Board(folder: try TestFolder()) }

  private func reasons(_ log: EventLog) -> [String] {
    log.outcomes.compactMap { outcome in
      switch outcome {
      case .notRecorded(let why), .failed(let why): why
      default: nil
      }
    }
  }

  @Test("A read that a mutation overlapped is kept only until a clear one is seen")
  func ambiguous() async throws {
    let log = EventLog()
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, log: log)
    let gate = upstream.hold("notes")
    async let overlapped = recorder.ask(Board.list)
    while upstream.asked < 1 { try await Task.sleep(for: .milliseconds(5)) }
    _ = try await recorder.ask(Board.add, ["text": "a"])
    gate.finish()
    // It was answered before the mutation, and completed after it.
    #expect(try await overlapped.texts == [])
    await recorder.finish()
    let warnings = log.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(warnings.contains { $0.contains("query Notes ran at the same time as a mutation") })
    let early = try board.player()
    _ = try await early.ask(Board.add, ["text": "a"])
    // It may be the answer before the mutation, as here, so it is never called exact.
    let uncertain = try await early.ask(Board.list)
    #expect(uncertain.texts == [])
    #expect(uncertain.answer.headers[first: "Understudy-State"] == "overlapped")
    let strict = try board.player { $0.isStrict = true }
    _ = try await strict.ask(Board.add, ["text": "a"])
    #expect(try await strict.ask(Board.list).isMiss)

    _ = try await recorder.ask(Board.list)
    await recorder.finish()
    let player = try board.player()
    _ = try await player.ask(Board.add, ["text": "a"])
    let clear = try await player.ask(Board.list)
    #expect(clear.texts == ["a"])
    #expect(clear.answer.headers[first: "Understudy-State"] == "exact")
    #expect(try await player.ask(Board.list, session: "fresh").isMiss)
  }

  @Test("An overlapped read never takes the place of a clear one")
  func clearStays() async throws {
    let log = EventLog()
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, log: log)
    _ = try await recorder.ask(Board.add, ["text": "a"])
    _ = try await recorder.ask(Board.list)
    let gate = upstream.hold("notes")
    async let overlapped = recorder.ask(Board.list)
    while upstream.asked < 3 { try await Task.sleep(for: .milliseconds(5)) }
    _ = try await recorder.ask(Board.tick)
    gate.finish()
    _ = try await overlapped
    await recorder.finish()
    let player = try board.player()
    _ = try await player.ask(Board.add, ["text": "a"])
    #expect(try await player.ask(Board.list).texts == ["a"])
  }

  @Test("What depends on the order of mutations that were in flight together is never exact")
  func together() async throws {
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream)
    let first = Board.add.replacing("AddNote", with: "First")
    let gate = upstream.hold("First")
    async let early = recorder.ask(first, ["text": "a"])
    while upstream.asked < 1 { try await Task.sleep(for: .milliseconds(5)) }
    _ = try await recorder.ask(Board.add, ["text": "b"])
    // It was executed first, and completes last.
    gate.finish()
    _ = try await early
    #expect(try await recorder.ask(Board.list).texts == ["a", "b"])
    await recorder.finish()
    for isStrict in [false, true] {
      let player = try board.player { $0.isStrict = isStrict }
      _ = try await player.ask(Board.add, ["text": "b"])
      _ = try await player.ask(first, ["text": "a"])
      let listed = try await player.ask(Board.list)
      if isStrict {
        #expect(listed.isMiss)
      } else {
        #expect(listed.texts == ["a", "b"])
        #expect(listed.state == "overlapped")
      }
    }
  }

  @Test("Mutations of different objects may come in any order")
  func apart() async throws {
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream)
    func note(_ number: Int) -> JSON { .string("note-of-run-one-number-\(number)") }
    _ = try await recorder.ask(Board.add, ["text": "a"])
    _ = try await recorder.ask(Board.add, ["text": "b"])
    let first = Board.edit.replacing("EditNote", with: "First")
    let gate = upstream.hold("First")
    async let early = recorder.ask(first, ["id": note(1), "text": "c"])
    while upstream.asked < 3 { try await Task.sleep(for: .milliseconds(5)) }
    _ = try await recorder.ask(Board.edit, ["id": note(2), "text": "d"])
    gate.finish()
    _ = try await early
    _ = try await recorder.ask(Board.edit, ["id": note(1), "text": "e"])
    await recorder.finish()
    let player = try board.player { $0.isStrict = true }
    _ = try await player.ask(Board.add, ["text": "a"])
    _ = try await player.ask(Board.add, ["text": "b"])
    #expect(try await player.ask(Board.edit, ["id": note(2), "text": "d"]).state == "exact")
    #expect(try await player.ask(first, ["id": note(1), "text": "c"]).state == "exact")
    #expect(try await player.ask(Board.edit, ["id": note(1), "text": "e"]).state == "exact")
  }

  @Test("After a mutation whose answer never came, nothing of the session is kept until it starts over")
  func lost() async throws {
    let log = EventLog()
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, log: log)
    upstream.fail(on: "tick", with: UpstreamError(.timeout, "no answer within 1 s"))
    #expect(try await recorder.ask(Board.tick).answer.status == 504)
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask(Board.list, session: "other")
    await recorder.finish()
    #expect(reasons(log).contains { $0.contains("mutation Tick failed and was not retried") })
    #expect(log.outcomes.count { if case .new = $0 { true } else { false } } == 1)
    let reset = ClientRequest(
      method: "POST", target: "/__understudy/sessions/default/reset", headers: ["Host": "localhost"])
    _ = await recorder.respond(to: reset).get()
    _ = try await recorder.ask(Board.add, ["text": "a"])
    await recorder.finish()
    #expect(log.outcomes.count { if case .new = $0 { true } else { false } } == 2)
  }

  @Test("A mutation that never reached the endpoint has changed nothing")
  func notSent() async throws {
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream)
    upstream.fail(on: "tick", with: UpstreamError(.unreachable, "refused"))
    #expect(try await recorder.ask(Board.tick).answer.status == 502)
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
    #expect(try await board.player().ask(Board.list).state == "exact")
  }

  @Test("Recording again from a server that makes other ids changes no byte")
  func againWithOtherIDs() async throws {
    var contents: [[String: [UInt8]]] = []
    for run in ["one", "two"] {
      let recorder = try board.recorder(StatefulUpstream(run: run))
      let id = try await recorder.ask(Board.add, ["text": "a"]).id
      #expect(id.contains("run-\(run)"))
      _ = try await recorder.ask(Board.list)
      _ = try await recorder.ask(Board.edit, ["id": .string(id), "text": "b"])
      _ = try await recorder.ask(Board.list)
      await recorder.finish()
      contents.append(board.folder.contents().mapValues { Array($0) })
    }
    #expect(contents[0].keys.sorted() == contents[1].keys.sorted())
    #expect(contents[0].keys.filter { contents[0][$0] != contents[1][$0] } == [])
  }

  @Test("Recorded in part again, the new and the old tell one story")
  func partly() async throws {
    for run in ["one", "two"] {
      let recorder = try board.recorder(StatefulUpstream(run: run))
      let id = try await recorder.ask(Board.add, ["text": "a"]).id
      if run == "one" { _ = try await recorder.ask(Board.list) }
      _ = try await recorder.ask(Board.edit, ["id": .string(id), "text": .string(run)])
      await recorder.finish()
    }
    let player = try board.player()
    let id = try await player.ask(Board.add, ["text": "a"]).id
    let list = try await player.ask(Board.list)
    #expect(list.body["data"]?["notes"]?.arrayValue?.first?["id"]?.stringValue == id)
    for text in ["one", "two"] {
      #expect(try await player.ask(Board.edit, ["id": .string(id), "text": .string(text)], session: text).isMiss)
    }
  }

  @Test(
    "Two sessions of a run that make the same thing tell one story, and differences that are no ids end the second's")
  func sideBySide() async throws {
    let log = EventLog()
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, log: log)
    let first = try await recorder.ask(Board.add, ["text": "a"], session: "one").id
    let second = try await recorder.ask(Board.add, ["text": "a"], session: "two").id
    #expect(first != second)
    _ = try await recorder.ask(Board.edit, ["id": .string(second), "text": "b"], session: "two")
    // The count goes on over both, so the second session's answer is another one.
    _ = try await recorder.ask(Board.tick, session: "three")
    _ = try await recorder.ask(Board.tick, session: "four")
    _ = try await recorder.ask(Board.list, session: "four")
    await recorder.finish()
    let reason = "another session of this run got a different answer to mutation Tick"
    #expect(reasons(log).count { $0.contains(reason) } == 2)
    let player = try board.player()
    let id = try await player.ask(Board.add, ["text": "a"]).id
    #expect(id == first)
    #expect(try await player.ask(Board.edit, ["id": .string(id), "text": "b"]).state == "exact")
    #expect(try await player.ask(Board.tick, session: "five").body["data"]?["tick"] == 1)
    #expect(try await player.ask(Board.list, session: "five").isMiss)
  }

  @Test("Recordings whose mutation was deleted are named at the start, and the rest is served")
  func brokenChain() async throws {
    let recorder = try board.recorder(StatefulUpstream())
    _ = try await recorder.ask(Board.list)
    _ = try await recorder.ask(Board.tick)
    _ = try await recorder.ask(Board.add, ["text": "a"])
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
    for name in board.folder.contents().keys where name.contains("mutation.Tick") {
      try board.folder.remove(name)
    }
    let endpoints = try Endpoints.forReplay(
      name: nil, recordings: board.folder.path, schemas: board.folder.path, seed: 0, onMiss: .error)
    let warning = endpoints[0].warnings.joined()
    #expect(warning.hasPrefix("board: 2 recorded answers can never be served"))
    #expect(warning.contains("board/mutation.AddNote-"))
    let player = try board.player()
    #expect(try await player.ask(Board.list).texts == [])
    let lost = try await player.ask(Board.add, ["text": "a"])
    #expect(lost.isMiss && lost.message.contains("only in states that no recorded mutation leads to"))
  }
}
