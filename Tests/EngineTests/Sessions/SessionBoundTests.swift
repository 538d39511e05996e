import OrderedJSON
import Recordings
import Replay
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
