import Foundation
import OrderedJSON
import Recordings
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance

/// The commands about named sessions: a story, sizes, renaming, and pruning by the report of a run.
@Suite struct SessionCommandTests {
  let board: Board
  var folder: TestFolder { board.folder }

  init() async throws { board = try await Board.withTwoSessions() }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return "\(error)".replacing("\(folder.path)/", with: "")
    }
  }

  // MARK: Story

  @Test func `a story has each request, what it changed, and its answer`() throws {
    let stories = try SessionStory.all(
      of: "tests/a", recordings: folder.path, schemas: folder.path, endpoint: nil)
    let lines = try #require(stories.first).lines()
    #expect(stories.count == 1)
    #expect(lines.first == "session tests/a")
    #expect(lines[1].hasSuffix(".json: 3 requests to board"))
    #expect(
      lines.filter { $0.first?.isNumber == true } == [
        "1. query Notes", #"2. mutation AddNote {"text":"tests/a"}"#, "3. query Notes",
      ])
    #expect(lines.contains { $0.hasPrefix("   changed: returned addNote.id ") })
    #expect(lines.last?.hasPrefix(#"   → {"data":{"notes":["#) == true)
    #expect(lines[lines.count - 2] == "   different answer than request 1")
  }

  @Test func `a story of a session that is not there suggests one`() {
    let text = message {
      _ = try SessionStory.all(of: "tests/c", recordings: folder.path, schemas: folder.path, endpoint: nil)
    }
    #expect(text.contains(#"No session "tests/c" is recorded in"#) && text.contains("tests/a"))
  }

  // MARK: Sizes

  @Test func `sizes are the bytes of the files, and each file counts once in the sum`() throws {
    let lines = try RecordingSizes(recordings: folder.path, endpoint: nil).lines()
    let files = folder.contents().filter { $0.key.split(separator: "/").count > 2 && !$0.key.contains("/.") }
    #expect(lines.last == "\(files.values.reduce(0) { $0 + $1.count }) bytes in all.")
    let session = try #require(lines.first { $0.hasPrefix("tests/a ") })
    let numbers = session.split(separator: " ").compactMap { Int($0) }
    // Requests, the bytes that no other session uses, all bytes: both sessions begin with the same list.
    #expect(numbers.count == 3 && numbers[0] == 3 && numbers[1] < numbers[2])
  }

  // MARK: Renaming

  @Test func `a renamed session is replayed under its new name alone`() async throws {
    let move = try SessionMove("tests/a", to: "tests/new", recordings: folder.path, endpoint: nil)
    #expect(move.lines.count == 1)
    #expect(board.sessionFiles.count == 2 && board.sessionFiles.contains { $0.contains("tests-new-") })
    let player = try board.player()
    #expect(try await player.ask(Board.list, session: "tests/new").state == "exact")
    #expect(try RecordingsCheck(recordings: folder.path, schemas: folder.path, endpoint: nil).findings == [])
    #expect(
      try folder.path.isEmpty == false
        && EndpointFolder(name: "board", below: folder.path).sessionNames().sorted() == ["tests/b", "tests/new"])
  }

  @Test(
    "What cannot be renamed is said, and nothing is changed",
    arguments: [
      ("tests/a", "tests/b", #"board already has a session "tests/b", so nothing was renamed."#),
      ("tests/a", "tests/a", #"The session already has the name "tests/a""#),
      ("tests/x", "tests/y", #"No session "tests/x" is recorded"#),
      ("tests/a", "a\nb", "contains a line break"),
      ("default", "tests/c", "is the name for requests without a session"),
    ])
  func refused(old: String, new: String, said: String) {
    let before = folder.contents()
    let text = message { _ = try SessionMove(old, to: new, recordings: folder.path, endpoint: nil) }
    #expect(text.contains(said))
    #expect(folder.contents() == before)
  }

  // MARK: Pruning by reports

  private func prune(_ report: JSONObject) throws -> RecordingsPruning {
    try folder.write(JSON.object(report).compactText, to: ".report.json")
    return try RecordingsPruning(
      sessionsIn: folder.path, endpoint: nil, reports: ["\(folder.path)/.report.json"])
  }

  private static let green: JSONObject = [
    "format": 1, "commandExitCode": 0, "exitCode": 0, "endpoints": ["board"], "missed": 0, "refused": 0,
    "unanswered": 0, "sessionNames": ["tests/a"],
  ]

  @Test func `a session that the run did not have goes, with the answers that only it used`() async throws {
    let before = folder.contents()
    let pruning = try prune(Self.green)
    #expect(folder.contents().filter { !$0.key.hasPrefix(".report") } == before)
    #expect(pruning.lines.contains { $0.contains("the run did not have the session tests/b") })
    #expect(pruning.summary.hasPrefix("1 of 2 sessions would be removed, and "))
    #expect(
      pruning.notes == [
        "The run used 1 of the 2 recorded sessions. Remove the others only if it ran all tests."
      ])
    try pruning.carryOut()
    #expect(board.sessionFiles.count == 1)
    #expect(try prune(Self.green).isEmpty)
    #expect(try await board.player().ask(Board.list, session: "tests/a").state == "exact")
    let notes = try RecordingsCheck(recordings: folder.path, schemas: folder.path, endpoint: nil).notes
    #expect(notes.filter { $0.message.contains("session") }.isEmpty)
  }

  @Test(
    "A report that does not say which sessions are unused is refused",
    arguments: [
      (["commandExitCode": 1, "exitCode": 1], "did not pass: the command exited with 1"),
      (["missed": 2, "exitCode": 1], "did not pass: 2 requests missed"),
      (["exitCode": 1], "did not pass: something was not saved"),
      (["exitCode": nil], "did not pass: the exit code is missing"),
      (["sessionNames": nil], #"has no list "sessionNames""#), (["sessionNames": .null], "does not list the sessions"),
      (["sessionNames": []], "had no named sessions"), (["format": 9], "the report has format 9"),
      (["sessionNames": ["tests/z"]], "None of the sessions of the run is recorded"),
    ] as [([String: JSON?], String)])
  func notGreen(changes: [String: JSON?], said: String) {
    var report = Self.green
    for (key, value) in changes { report[key] = value }
    let text = message { _ = try prune(report) }
    #expect(text.contains(said))
  }

  @Test func `sessions of an endpoint that the run did not serve stay`() throws {
    var report = Self.green
    report["endpoints"] = ["other"]
    #expect(try prune(report).isEmpty)
  }

  @Test func `a run's sessions are those of its requests and those that began`() async throws {
    let player = try board.player()
    _ = try await player.ask(Board.list, session: "tests/a")
    _ = try await player.ask(Board.list)
    guard case .begun(let scope) = player.context.openSessions.begin("tests/scope", on: 0, isScope: true) else {
      Issue.record("the scope does not begin")
      return
    }
    player.sessionBegan(scope)
    #expect(player.runSessions == ["tests/a", "tests/scope"])
  }
}
