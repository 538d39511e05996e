import Foundation
import OrderedJSON
import Requests
import Synchronization
import TestSupport
import Testing
import Transports

@testable import Engine

/// Named sessions are recordings of their own: recorded against a server that nobody resets, replayed in any order.
@Suite struct NamedSessionTests {
  let board: Board

  init() throws { board = Board(folder: try TestFolder()) }

  /// Lists, adds a note, edits it and lists again.
  private func story(_ engine: Engine, _ session: String) async throws -> [Asked] {
    var asked = [try await engine.ask(Board.list, session: session)]
    let added = try await engine.ask(Board.add, ["text": .string(session)], session: session)
    asked.append(added)
    asked.append(try await engine.ask(Board.edit, ["id": .string(added.id), "text": "b"], session: session))
    asked.append(try await engine.ask(Board.list, session: session))
    asked.append(try await engine.ask(Board.tick, session: session))
    return asked
  }

  private func record(
    _ sessions: [String], _ upstream: StatefulUpstream, log: EventLog = EventLog(), _ outcome: SessionOutcome = .passed
  ) async throws -> [String: [JSON]] {
    let recorder = try board.recorder(upstream, log: log, namedSessions: true)
    var bodies: [String: [JSON]] = [:]
    for session in sessions { bodies[session] = try await story(recorder, session).map(\.body) }
    await recorder.finish(outcome)
    return bodies
  }

  private var sessionFiles: [String] { board.folder.contents().keys.filter { $0.contains("/sessions/") }.sorted() }

  @Test("Each session is replayed exactly, in any order and interleaved, from a server that is never reset")
  func anyOrder() async throws {
    let upstream = StatefulUpstream()
    let recorded = try await record(["a", "b", "c"], upstream)
    let player = try board.player()
    for session in ["c", "a", "b"] {
      let asked = try await story(player, session)
      #expect(asked.map(\.body) == recorded[session])
      #expect(asked.allSatisfy { $0.state == "exact" })
    }
    #expect(recorded["a"] != recorded["b"])
    // Two at the same time.
    let interleaved = try board.player()
    async let first = story(interleaved, "a")
    async let second = story(interleaved, "b")
    #expect(try await first.map(\.body) == recorded["a"])
    #expect(try await second.map(\.body) == recorded["b"])
    #expect(interleaved.misses.isEmpty)
  }

  @Test("Recordings that are read again all the time are still those of their sessions")
  func readAgain() async throws {
    let recorded = try await record(["a"], StatefulUpstream())
    // An answer for those that have no recording.
    let unnamed = try board.recorder(StatefulUpstream())
    _ = try await unnamed.ask(Board.list)
    await unnamed.finish()
    let player = try board.player()
    let isOver = Atomic<Bool>(false)
    let endpoint = try #require(player.endpoint("board"))
    let forgetting = Thread {
      while !isOver.load(ordering: .relaxed) {
        endpoint.forgetAnswers(of: true)
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    forgetting.start()
    defer { isOver.store(true, ordering: .relaxed) }
    for _ in 0..<200 {
      _ = player.reset(session: "a")
      let asked = try await story(player, "a")
      #expect(asked.map(\.body) == recorded["a"])
    }
  }

  @Test(
    "Names are compared whole: slashes, case, Unicode, names like a start or a hash",
    arguments: [
      ["start", "defaults", "start.a", "9f2e4c71d2a9b0c3"], ["a", "A", "á"], ["tests/x.py::t[1]", "tests/x.py::t[2]"],
      ["..", ".", "../sessions"], [String(repeating: "x", count: 300), String(repeating: "x", count: 301)],
    ])
  func names(_ names: [String]) async throws {
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, namedSessions: true)
    for name in names { _ = try await recorder.ask(Board.tick, session: name) }
    await recorder.finish()
    let player = try board.player()
    for (index, name) in names.enumerated().reversed() {
      let asked = try await player.ask(Board.tick, session: name)
      #expect(asked.body["data"]?["tick"] == .int(index + 1))
      #expect(asked.state == "exact")
    }
    #expect(sessionFiles.count == names.count)
    #expect(Set(sessionFiles.map { $0.lowercased() }).count == names.count)
  }

  @Test("A name is one text in both of its Unicode forms, percent-encoded or not")
  func normalization() async throws {
    let recorder = try board.recorder(StatefulUpstream(), namedSessions: true)
    _ = try await recorder.ask(Board.tick, session: "caf\u{E9}")
    await recorder.finish()
    for name in ["cafe\u{301}", "caf%C3%A9", "cafe%CC%81"] {
      #expect(try await board.player().ask(Board.tick, session: name).state == "exact")
    }
    #expect(try await board.player().ask(Board.tick, path: "/board/~caf%C3%A9").state == "exact")
  }

  @Test("Recording a session again changes no byte, though the server makes other ids")
  func again() async throws {
    _ = try await record(["a", "b"], StatefulUpstream(run: "one"))
    let before = board.folder.contents()
    // Session b's server has session a's notes in it: only a begins as it did.
    _ = try await record(["a"], StatefulUpstream(run: "two"))
    #expect(board.folder.contents() == before)
  }

  @Test("Recording a session again keeps its new ids where another value is made of an id")
  func madeOfAnID() async throws {
    func story(_ engine: Engine) async throws -> [JSON] {
      let added = try await engine.ask(Board.add, ["text": "a"], session: "a")
      let label = try await engine.ask("query L($id: ID!) { label(id: $id) }", ["id": .string(added.id)], session: "a")
      return [added.body, label.body, try await engine.ask(Board.list, session: "a").body]
    }
    var recorded: [[JSON]] = []
    for run in ["one", "two"] {
      let recorder = try board.recorder(StatefulUpstream(run: run), namedSessions: true)
      recorded.append(try await story(recorder))
      await recorder.finish()
      #expect(try await story(board.player()) == recorded.last)
    }
    #expect(recorded[0] != recorded[1])
  }

  @Test("Another recording of a session replaces the old one whole, and removes the answers that only it used")
  func replacing() async throws {
    let upstream = StatefulUpstream()
    _ = try await record(["a", "b"], upstream)
    let before = board.folder.contents()
    let second = try await record(["b"], upstream)
    let after = board.folder.contents()
    #expect(before[sessionFiles[0]] == after[sessionFiles[0]])
    #expect(before[sessionFiles[1]] != after[sessionFiles[1]])
    let sessions = sessionFiles.map { String(decoding: after[$0] ?? Data(), as: UTF8.self) }.joined()
    let answers = after.keys.filter { $0.contains("/answers/") && $0.hasSuffix(".json") }
    #expect(answers.allSatisfy { sessions.contains($0.dropLast(5).suffix(16)) })
    #expect(!Set(before.keys).subtracting(after.keys).isEmpty)
    #expect(try await story(board.player(), "b").map(\.body) == second["b"])
    #expect(try await story(board.player(), "a").allSatisfy { $0.state == "exact" })
  }

  @Test("A session that did not pass leaves the old recording whole; without one it is kept, marked incomplete")
  func failing() async throws {
    let upstream = StatefulUpstream()
    let first = try await record(["a"], upstream)
    let before = board.folder.contents()
    let log = EventLog()
    _ = try await record(["a", "new"], upstream, log: log, .failed)
    #expect(before.allSatisfy { board.folder.contents()[$0.key] == $0.value })
    #expect(try await story(board.player(), "a").map(\.body) == first["a"])
    let outcomes = log.events.compactMap { if case .session(let saved) = $0 { saved.outcome } else { nil } }
    #expect(outcomes.count == 2 && !outcomes.contains(.saved))
    let player = try board.player()
    #expect(try await story(player, "new").allSatisfy { $0.state == "exact" })
    let missed = try await player.ask("{ other }", session: "new")
    #expect(missed.isMiss && missed.message.contains("The recording of this session is incomplete"))
  }

  @Test("What the recorder had seen of a new session when it was killed is on disk, marked incomplete")
  func killed() async throws {
    let recorder = try board.recorder(StatefulUpstream(), namedSessions: true)
    _ = try await story(recorder, "a")
    await recorder.settle(session: nil)
    // No `finish`: the process is gone.
    let text = String(decoding: try #require(board.folder.contents()[sessionFiles[0]]), as: UTF8.self)
    let states = try await story(board.player(), "a").map(\.state)
    #expect(states == Array(repeating: "exact", count: 5), "\(text)")
    #expect(text.contains("\"incomplete\": true"))
  }

  @Test("A session that begins again in the same run discards its earlier attempt")
  func retrying() async throws {
    let upstream = StatefulUpstream()
    let recorder = try board.recorder(upstream, namedSessions: true)
    _ = try await recorder.ask(Board.tick, session: "a")
    #expect(recorder.reset(session: "a"))
    let second = try await story(recorder, "a").map(\.body)
    await recorder.finish()
    #expect(try await story(board.player(), "a").map(\.body) == second)
  }

  @Test("A session that begins again and does not pass keeps its last attempt, not what an earlier one wrote")
  func failingRetry() async throws {
    let recorder = try board.recorder(StatefulUpstream(), namedSessions: true)
    _ = try await recorder.ask(Board.tick, session: "a")
    await recorder.settle(session: nil)
    #expect(recorder.reset(session: "a"))
    _ = try await recorder.ask(Board.list, session: "a")
    await recorder.finish(.failed)
    let player = try board.player()
    #expect(try await player.ask(Board.list, session: "a").state == "exact")
    #expect(try await player.ask(Board.tick, session: "a").isMiss)
  }

  @Test("Two recorders of one session at once: the second is told, and the first one's recording stays")
  func twoRecorders() async throws {
    let log = EventLog()
    let one = try board.recorder(StatefulUpstream(run: "one"), namedSessions: true)
    let two = try board.recorder(StatefulUpstream(run: "two"), log: log, namedSessions: true)
    let first = try await one.ask(Board.add, ["text": "x"], session: "a")
    await one.settle(session: nil)
    _ = try await two.ask(Board.add, ["text": "x"], session: "a")
    await one.finish()
    await two.finish()
    let told = log.events.contains { event in
      if case .session(let saved) = event, case .notSaved(let why) = saved.outcome {
        why.contains("another recorder")
      } else {
        false
      }
    }
    #expect(told)
    #expect(try await board.player().ask(Board.add, ["text": "x"], session: "a").id == first.id)
  }

  @Test("An answer that is not saved ends the recording there: nothing after it is called exact")
  func unsaved() async throws {
    let upstream = StatefulUpstream()
    let log = EventLog()
    let recorder = try board.recorder(upstream, log: log, namedSessions: true)
    _ = try await recorder.ask(Board.tick, session: "a")
    upstream.fail(on: "notes", with: UpstreamError(.broken, "reset"))
    _ = try? await recorder.ask(Board.list, session: "a")
    _ = try await recorder.ask("query Count { count }", session: "a")
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.tick, session: "a").state == "exact")
    #expect(try await player.ask("query Count { count }", session: "a").state != "exact")
    let saved = log.events.compactMap { if case .session(let saved) = $0 { saved } else { nil } }
    #expect(saved.count == 1 && saved.first?.outcome != .saved)
  }
}
