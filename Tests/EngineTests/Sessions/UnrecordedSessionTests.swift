import Engine
import OrderedJSON
import TestSupport
import Testing

/// What a session is answered that its own recording, or any, does not have.
@Suite(.timeLimit(.minutes(10))) struct UnrecordedSessionTests {
  let board: Board
  let upstream = StatefulUpstream()

  init() throws { board = Board(folder: try TestFolder()) }

  private func record(_ session: String, _ steps: [(Engine) async throws -> Void]) async throws {
    let recorder = try board.recorder(upstream, namedSessions: true)
    for step in steps { try await step(recorder) }
    await recorder.finish()
  }

  private func list(_ session: String) -> (Engine) async throws -> Void {
    { _ = try await $0.ask(Board.list, session: session) }
  }

  private func add(_ text: String, _ session: String) -> (Engine) async throws -> Void {
    { _ = try await $0.ask(Board.add, ["text": .string(text)], session: session) }
  }

  @Test("A name that was never recorded is served while the recorded sessions agree, and missed where they differ")
  func agreement() async throws {
    try await record("a", [list("a"), add("x", "a"), list("a")])
    let player = try board.player()
    // One recorded session: its story is the only one that there is.
    let first = try await player.ask(Board.list, session: "new")
    #expect(first.texts == [] && first.state == "inferred")
    try await record("b", [list("b"), add("x", "b"), list("b")])
    let torn = try await board.player().ask(Board.list, session: "new")
    #expect(torn.isMiss)
    #expect(torn.message.contains(#"Recorded in 2 other sessions: "a", "b""#))
  }

  @Test("Once answered from one session, a new name never gets what only another one recorded")
  func noMixture() async throws {
    try await record("a", [list("a"), add("x", "a")])
    try await record("b", [add("y", "b"), list("b")])
    let player = try board.player()
    // Only a begins with the list.
    #expect(try await player.ask(Board.list, session: "new").texts == [])
    let missed = try await player.ask(Board.add, ["text": "y"], session: "new")
    #expect(missed.isMiss)
    #expect(missed.message.contains("only if they also recorded its earlier answers"))
    let other = try board.player()
    #expect(try await other.ask(Board.list, session: "new").texts == [])
    #expect(try await other.ask(Board.add, ["text": "x"], session: "new").state == "inferred")
  }

  @Test("With shared sessions, the miss of a request without one says how to begin one")
  func shared() async throws {
    try await record("a", [list("a")])
    #expect(try await board.player().ask(Board.list).texts == [])
    let replica = try board.player()
    for endpoint in replica.endpoints { endpoint.refuseOtherSessions(for: "default", now: 0) }
    let missed = try await replica.ask(Board.list)
    #expect(missed.isMiss && missed.message.contains("Begin a session: POST /__understudy/begin"))
  }

  @Test("Mutations that were in flight together are not served to a new name: nobody knows their order")
  func together() async throws {
    let gate = upstream.hold("addNote")
    let recorder = try board.recorder(upstream, namedSessions: true)
    async let one = recorder.ask(Board.add, ["text": "one"], session: "a")
    async let two = recorder.ask(Board.add, ["text": "two"], session: "a")
    while upstream.asked < 2 { await Task.yield() }
    gate.finish()
    _ = try await (one, two)
    await recorder.finish()
    let player = try board.player()
    #expect(try await player.ask(Board.add, ["text": "one"], session: "new").isMiss)
    #expect(try await player.ask(Board.add, ["text": "one"], session: "a").state == "exact")
  }

  @Test("What start recorded is answered from start, as if no session were recorded")
  func startFirst() async throws {
    try await record("default", [list("default"), add("s", "default")])
    try await record("a", [list("a"), add("x", "a")])
    let player = try board.player()
    #expect(try await player.ask(Board.list, session: "new").state == "exact")
    #expect(try await player.ask(Board.list, session: "new").texts == [])
    #expect(try await player.ask(Board.add, ["text": "s"], session: "new").state == "exact")
    #expect(try await player.ask(Board.list).texts == [])
  }

  @Test("A recorded session does not get from others what a mutation may have changed")
  func ownRecordingOnly() async throws {
    try await record("a", [list("a"), add("x", "a")])
    try await record("b", [add("y", "b")])
    let player = try board.player()
    let missed = try await player.ask(Board.list, session: "b")
    #expect(missed.isMiss)
    #expect(missed.message.contains(#"Recorded in another session: "a""#))
    #expect(missed.message.contains("understudy exec --mode record --"))
  }

  @Test("A recorded session gets nothing from others: a discarded attempt may have changed it")
  func discardedChange() async throws {
    func edit(_ id: String) -> (Engine) async throws -> Void {
      { _ = try await $0.ask(Board.edit, ["id": .string(id), "text": "t"], session: "b") }
    }
    let note = "query Note($id: ID!) { note(id: $id) { id text } }"
    try await record("a", [{ _ = try await $0.ask(note, ["id": "y"], session: "a") }])
    try await record("b", [edit("y"), { _ = $0.reset(session: "b") }, edit("x")])
    #expect(try await board.player().ask(note, ["id": "y"], session: "b").isMiss)
  }

  @Test("What a recorded session was answered in turn is served in turn, and the last answer repeats")
  func polling() async throws {
    // Session b changes what a polls: a changes nothing itself.
    try await record("a and b", [list("a"), add("x", "b"), list("a"), add("y", "b"), list("a")])
    let player = try board.player()
    var seen: [[String]?] = []
    for _ in 0..<4 { seen.append(try await player.ask(Board.list, session: "new").texts) }
    #expect(seen == [[], ["x"], ["x", "y"], ["x", "y"]])
    // Each session has its own place in the sequence.
    #expect(try await player.ask(Board.list, session: "other").texts == [])
  }

  @Test("The first miss of a run names the sessions that recorded the request, in strict mode as well")
  func firstMissNamesSessions() async throws {
    try await record("a", [list("a"), add("x", "a")])
    try await record("b", [add("y", "b")])
    let missed = try await board.player { $0.isStrict = true }.ask(Board.list, session: "b")
    #expect(missed.isMiss)
    #expect(missed.message.contains(#"Recorded in another session: "a""#))
  }

  @Test("Many requests at once wait for one reading of the sessions, and get what one alone gets")
  func manyAtOnce() async throws {
    try await record("a", [list("a"), add("x", "a"), list("a")])
    let player = try board.player()
    player.readAhead()
    let answers = try await withThrowingTaskGroup(of: [String]?.self) { group in
      for number in 0..<16 { group.addTask { try await player.ask(Board.list, session: "new \(number)").texts } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: [], count: 16))
  }

  @Test("Strict mode serves nothing from other sessions")
  func strict() async throws {
    try await record("a", [list("a")])
    let player = try board.player { $0.isStrict = true }
    #expect(try await player.ask(Board.list, session: "new").isMiss)
    #expect(try await player.ask(Board.list, session: "a").state == "exact")
  }
}
