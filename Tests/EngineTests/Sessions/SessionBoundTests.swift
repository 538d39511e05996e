import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization
import TestSupport
import Testing

@testable import Engine

@Suite("What sessions hold is bounded, and a session past the bound says so")
struct SessionBoundTests {
  private func note(_ megabytes: Int, in name: String, of table: inout SessionTable) throws {
    try table.with(name, now: 0) { $0.fakedMutations.note("m", bytes: megabytes << 20) }
  }

  @Test("A session that holds too much has to start over; others go on")
  func oneSession() throws {
    var table = SessionTable()
    try note(200, in: "a", of: &table)
    try note(100, in: "a", of: &table)
    #expect(table.heldBytes > 300 << 20)
    let problem = #expect(throws: SessionProblem.tooLarge(name: "a", megabytes: 256)) {
      try note(1, in: "a", of: &table)
    }
    #expect(problem?.message.contains("POST /__understudy/sessions/a/reset") == true)
    try note(1, in: "b", of: &table)
    _ = table.reset("a")
    #expect(table.heldBytes < 2 << 20)
    try note(1, in: "a", of: &table)
  }

  @Test("If all sessions together hold too much, those go on that have changed nothing")
  func allSessions() throws {
    var table = SessionTable()
    for number in 0..<6 { try note(200, in: "s\(number)", of: &table) }
    #expect(throws: SessionProblem.allTooLarge(name: "s0", megabytes: 1_024)) { try note(1, in: "s0", of: &table) }
    try table.with("new", now: 0) { _ in }
    for number in 0..<3 { _ = table.reset("s\(number)") }
    try note(1, in: "s5", of: &table)
  }

  @Test("A session's mutations count with their variables and the ids in their answers")
  func history() async throws {
    let board = try await Board.recorded()
    let player = try board.player()
    defer { withExtendedLifetime(board) {} }
    for number in 0..<20 {
      _ = try await player.ask(Board.add, ["text": .string("\(number)" + String(repeating: "x", count: 10_000))])
    }
    let held = player.endpoints[0].state.withLock { $0.sessions.heldBytes }
    #expect(held > 20 * 10_000)
    #expect(player.reset(session: "default"))
    #expect(player.endpoints[0].state.withLock { $0.sessions.heldBytes } == 0)
  }

  @Test("20,000 sessions with 50 mutations of generated data each fit into the bound")
  func generated() {
    var mutations = FakedMutations()
    for _ in 0..<50 { mutations.note("CreateAttendee", bytes: 150) }
    #expect(mutations.heldBytes * 20_000 < SessionTable.byteLimit)
    // The estimate is above what was measured.
    #expect(mutations.heldBytes > 50 * 780)
  }

  @Test("A transcript of too many bytes is not followed")
  func transcript() {
    var transcript = Transcript()
    let response = RecordedResponse(status: 200, headers: [], body: .json(1))
    let key = ContentHash(of: [1])
    for _ in 0..<3 {
      transcript.note(.init(key: key, isMutation: false, response: response, places: .standard), bytes: 15 << 20)
    }
    #expect(transcript.isBroken && transcript.heldBytes == 0)
  }

  @Test("Values that the client made, ids that stand for others and advice count for a session's bound")
  func clientValues() throws {
    let (old, new) = ("3f2504e0-4f89-41d3-9a0c-0305e82c3301", "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d")
    var session = Session(start: nil, number: 1, now: 0)
    let isNoted = session.clientValues.note(recorded: ["id": .string(old)], sent: ["id": .string(new)])
    #expect(isNoted && session.heldBytes > 200)
    let before = session.heldBytes
    session.advise([String(repeating: "x", count: 5_000)])
    session.advise([String(repeating: "x", count: 5_000)])
    #expect(session.heldBytes > before + 5_000 && session.heldBytes < before + 6_000)
    let (endpoint, request) = (Endpoint(name: "board"), Board.request(Board.add, ["text": "a"]))
    let asked = try endpoint.asked(try endpoint.parsed(request), by: request, in: "a")
    let tracer = Tracer(asked.stated, hints: NoSchema())
    func answer(_ id: String) -> JSON { ["data": ["addNote": ["id": .string(id)]]] }
    let withAdvice = session.heldBytes
    session.aliases.note(tracer.trace(answer(new)), standingFor: tracer.trace(answer(old)))
    #expect(session.heldBytes > withAdvice + 100)
  }

  @Test("A run whose set-ups issue too many ids saves none of the sessions in them, and says why")
  func scopes() throws {
    var table = ScopeTable(byteLimit: 20_000)
    table.begin("suite", isScope: true, in: [], number: 1)
    table.begin("alone", isScope: false, in: [], number: 2)
    let endpoint = Endpoint(name: "board")
    let request = Board.request(Board.add, ["text": "a"])
    let asked = try endpoint.asked(try endpoint.parsed(request), by: request, in: "suite")
    let tracer = Tracer(asked.stated, hints: NoSchema())
    let beginning = try SessionStore(path: "no-such-folder").beginning(of: "suite")
    table.record("suite", beginning: beginning, previous: nil, mutations: [])
    for number in 0..<1_000 {
      let id = "id-\(number)-\(String(repeating: "x", count: 100))"
      let answer: JSON = ["data": ["addNote": ["id": .string(id)]]]
      let trace = tracer.trace(answer)
      #expect(trace.issued.count == 1)
      table.note("suite", asked.key, ScopeTable.Issued(trace.issued, in: answer))
      #expect(table.heldBytes < 22_000)
      _ = table.renaming(of: "suite")
    }
    table.begin("suite/test", isScope: false, in: ["suite"], number: 3)
    #expect(table.obstacle(of: "suite")?.contains("record the rest in another run") == true)
    #expect(table.obstacle(of: "suite/test") != nil && table.obstacle(of: "alone") == nil)
    table.end("suite")
    #expect(table.heldBytes < 20_000)
  }

  @Test("The first answers of a recording run are bounded, and the obstacle says what to do")
  func firstAnswers() {
    var answers = FirstAnswers(byteLimit: 1 << 20)
    let response = RecordedResponse(
      status: 200, headers: [], body: .json(.string(String(repeating: "x", count: 200_000))))
    for number in 0..<6 {
      let place = FirstAnswer.Place(key: ContentHash(of: [UInt8(number)]), state: "start")
      #expect((answers.obstacle == nil) == (number < 6))
      answers.note(FirstAnswer(response: response, session: 1), at: place)
    }
    #expect(answers.obstacle?.contains("record the rest in another run") == true)
  }
}
