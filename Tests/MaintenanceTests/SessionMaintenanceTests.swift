import Foundation
import OrderedJSON
import Recordings
import Replay
import Requests
import TestSupport
import Testing
import Transports

@testable import Engine
@testable import Maintenance

/// What the commands that look after recordings say of named sessions.
@Suite struct SessionMaintenanceTests {
  let board: Board
  var folder: TestFolder { board.folder }

  init() async throws { board = try await Board.withTwoSessions() }

  private static let schema = """
    type Query { notes: [Note!]! }
    type Mutation { addNote(text: String!): Note }
    type Note { id: ID! text: String }
    """

  private var answerFiles: [String] {
    folder.contents().keys.filter { $0.contains("/answers/") && $0.hasSuffix(".json") }.sorted()
  }

  private func check() throws -> RecordingsCheck {
    try RecordingsCheck(recordings: folder.path, schemas: folder.path, endpoint: nil)
  }

  private func edit(_ file: String, _ old: String, _ new: String) throws {
    let text = String(decoding: try #require(folder.contents()[file]), as: UTF8.self)
    #expect(text.contains(old))
    try folder.write(text.replacing(old, with: new), to: file)
  }

  @Test func `check finds nothing in what was recorded, and counts sessions`() throws {
    try folder.write(Self.schema, to: "board.graphqls")
    let check = try check()
    #expect(check.findings == [] && check.notes == [])
    #expect(check.count == 2)
  }

  @Test func `check holds the answers of sessions against the schema, at their places`() throws {
    try folder.write(Self.schema.replacing("text: String }", with: "text: Int }"), to: "board.graphqls")
    let findings = try check().findings
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.file?.contains("/answers/") == true && ($0.place?.line ?? 0) > 5 })
  }

  @Test func `check finds variables that the schema does not take in the session's file`() throws {
    try folder.write(Self.schema, to: "board.graphqls")
    try edit(board.sessionFiles[0], "\"text\": \"tests/a\"", "\"text\": 5")
    let findings = try check().findings
    #expect(findings.map(\.file) == ["\(folder.path)/\(board.sessionFiles[0])"])
    let line = findings.first?.place?.line ?? 1
    let text = String(decoding: folder.contents()[board.sessionFiles[0]] ?? Data(), as: UTF8.self)
    #expect(text.split(separator: "\n")[line - 1].contains("\"text\": 5"))
  }

  @Test func `check reports a broken session and a missing answer, each once`() throws {
    // What only the first session uses.
    let text = String(decoding: folder.contents()[board.sessionFiles[1]] ?? Data(), as: UTF8.self)
    let answer = try #require(answerFiles.first { !text.contains($0.dropLast(5).suffix(16)) })
    try folder.remove(answer)
    try folder.write("{", to: board.sessionFiles[1])
    let findings = try check().findings.map(\.description)
    #expect(findings.filter { $0.contains("\(board.sessionFiles[1]):1:2") }.count == 1)
    #expect(findings.filter { $0.hasPrefix("\(folder.path)/\(answer): is missing") }.count == 1)
    #expect(findings.count == 2)
  }

  @Test func `answers that no session uses are a note, and prune removes them`() async throws {
    let kept = answerFiles
    try folder.remove(board.sessionFiles[1])
    let notes = try check().notes.map(\.description)
    #expect(notes.contains { $0.contains("no session uses this answer") })
    let before = folder.contents()
    let pruning = try prune()
    #expect(!pruning.isEmpty && pruning.lines.allSatisfy { $0.contains("no session uses this answer") })
    #expect(pruning.summary.hasPrefix("0 of 1 recording would be removed, and "))
    #expect(folder.contents() == before)
    try pruning.carryOut()
    #expect(answerFiles.count < kept.count && !answerFiles.isEmpty)
    #expect(try prune().isEmpty)
    #expect(try check().notes.filter { $0.message.contains("no session") }.isEmpty)
    #expect(try await board.player().ask(Board.list, session: "tests/a").state == "exact")
  }

  @Test func `operations of which nothing is recorded any more go, too`() throws {
    for file in board.sessionFiles { try folder.remove(file) }
    try prune().carryOut()
    #expect(!folder.contents().keys.contains { $0.hasSuffix("operation.graphql") || $0.contains("/answers") })
  }

  @Test func `a session that a run did not use goes, with the answers that only it used`() async throws {
    let report: JSON = ["unused": [.string(board.sessionFiles[1])]]
    try folder.write(report.compactText, to: ".report.json")
    try prune(["\(folder.path)/.report.json"]).carryOut()
    #expect(board.sessionFiles.count == 1)
    #expect(try prune().isEmpty)
    #expect(try await board.player().ask(Board.list, session: "tests/a").state == "exact")
  }

  private func prune(_ reports: [String] = []) throws -> RecordingsPruning {
    try RecordingsPruning(
      recordings: folder.path, endpoint: nil, schemas: folder.path, reports: reports, superseded: false)
  }

  @Test func `a session is one recording, used when any answer came from it`() async throws {
    let player = try board.player()
    #expect(player.recordingCounts.values.reduce(0, +) == 2)
    #expect(player.unusedRecordings == board.sessionFiles)
    _ = try await player.ask(Board.list, session: "tests/a")
    #expect(player.unusedRecordings == [board.sessionFiles[1]])
    #expect(try player.recordings(of: "board", session: "tests/a") == [board.sessionFiles[0]])
  }

  @Test func `coverage counts what sessions recorded, and what of it was used`() async throws {
    try folder.write(Self.schema, to: "board.graphqls")
    let player = try board.player()
    #expect(player.coverage.first?.fields == .init(all: 4, recorded: 4, used: 0))
    _ = try await player.ask(Board.list, session: "tests/a")
    // The session's file has a mutation, too, which was not sent.
    #expect(player.coverage.first?.fields == .init(all: 4, recorded: 4, used: 3))
  }

  @Test func `show lists what sessions recorded, and who recorded an operation`() throws {
    let lines = try RecordingsTable(recordings: folder.path, endpoint: nil).lines()
    #expect(lines.contains("board: 2 named sessions, 6 requests."))
    let list = lines.first { $0.contains("query Notes") }
    #expect(list?.split(separator: " ").dropFirst(3).first == "2")
    let endpoint = try #require(
      try Endpoints.forReplay(name: nil, recordings: folder.path, schemas: folder.path, seed: 0, onMiss: .error).first)
    let requests = try endpoint.recordedRequests(of: "Notes", variables: nil)
    #expect(requests.map(\.session) == ["tests/a", "tests/b"])
    #expect(requests.allSatisfy { $0.recording.states.count == 2 && $0.explanation.states.count == 2 })
    let added = try endpoint.recordedRequests(of: "AddNote", variables: ["text": "tests/b"])
    #expect(added.map(\.session) == ["tests/b"])
    #expect(
      RequestText(try #require(added.first)).curl(origin: "http://x").contains("x-understudy-session: tests/b"))
  }

  @Test func `an operation that is renamed is replayed exactly under its new name`() async throws {
    let move = try OperationMove(
      "Notes", to: "NoteList", recordings: folder.path, endpoint: nil, schemas: folder.path)
    #expect(move.lines.contains { $0.hasSuffix("sessions: 2 sessions updated.") })
    let player = try board.player()
    let list = Board.list.replacing("Notes", with: "NoteList")
    #expect(try await player.ask(list, session: "tests/a").texts == [])
    _ = try await player.ask(Board.add, ["text": "tests/a"], session: "tests/a")
    let after = try await player.ask(list, session: "tests/a")
    #expect(after.texts == ["tests/a"] && after.state == "exact")
    // The old name is another query with the same fields.
    let old = try await player.ask(Board.list, session: "tests/a")
    #expect(old.texts == ["tests/a"] && old.answer.headers[first: "Understudy-Source"] == "derived")
    #expect(try check().findings == [])
  }

  @Test func `a session replays exactly after a rule was added`() async throws {
    try folder.write("operations:\n  AddNote:\n    variables:\n      text: { any: true }\n", to: "board/endpoint.yaml")
    let player = try board.player()
    #expect(try await player.ask(Board.list, session: "tests/a").texts == [])
    let added = try await player.ask(Board.add, ["text": "something else"], session: "tests/a")
    #expect(added.state == "exact")
    #expect(try await player.ask(Board.list, session: "tests/a").texts == ["tests/a"])
    #expect(try check().findings == [])
    let formatting = try RecordingsFormatting(recordings: folder.path, endpoint: nil, applies: false)
    #expect(formatting.isClean)
  }

  @Test func `a miss names the nearest request of a session`() async throws {
    let missed = try await board.player().ask(Board.add, ["text": "tests/c"], session: "tests/a")
    #expect(missed.message.contains("Nearest: sessions/tests-a-"))
    #expect(missed.message.contains("tests/c"))
    #expect(!missed.message.contains("of which no recording is there"))
  }

  @Test func `verify says that it skips sessions`() throws {
    let endpoint = try #require(
      try Endpoints.forReplay(name: nil, recordings: folder.path, schemas: folder.path, seed: 0, onMiss: .error).first)
    let plan = try VerifyPlan(endpoint, recordings: folder.path, options: VerifyOptions())
    #expect(plan.left.lines.contains { $0.hasPrefix("Skipped 2 named sessions, which verify cannot send. ") })
  }

  @Test func `sessions that change on disk are noticed while serving`() async throws {
    let player = try board.player()
    #expect(try await player.ask(Board.list, session: "tests/a").texts == [])
    let text = String(decoding: try #require(folder.contents()[board.sessionFiles[0]]), as: UTF8.self)
    let name = board.sessionFiles[0]
    try folder.remove(name)
    player.refresh()
    #expect(try await player.ask(Board.add, ["text": "tests/a"], session: "tests/a").state != "exact")
    try folder.write(text, to: name)
    player.refresh()
    #expect(player.recordingCounts.values.reduce(0, +) == 2)
  }

  @Test func `an answer that is edited in place is noticed while serving`() async throws {
    let player = try board.player()
    _ = try await player.ask(Board.add, ["text": "tests/a"], session: "tests/a")
    for file in answerFiles {
      let text = String(decoding: folder.contents()[file] ?? Data(), as: UTF8.self)
      let handle = try #require(FileHandle(forWritingAtPath: "\(folder.path)/\(file)"))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(text.replacing("\"text\": \"tests/a\"", with: "\"text\": \"edited\"").utf8))
      try handle.close()
    }
    player.refresh()
    _ = player.reset(session: "tests/a")
    let asked = try await player.ask(Board.add, ["text": "tests/a"], session: "tests/a")
    #expect(asked.body["data"]?["addNote"]?["text"] == "edited")
  }
}
