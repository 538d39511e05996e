import Foundation
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Maintenance
@testable import Recordings

/// `fmt`, `mv` and `prune` on the files of named sessions.
@Suite struct SessionCareTests {
  let folder: TemporaryFolder
  let story: SessionFolder

  init() throws {
    folder = try TemporaryFolder()
    story = try SessionFolder(folder, sessions: ["a", "b"])
  }

  private func answers(_ session: String) throws -> [RecordedResponse] {
    let store = try story.endpoint.store()
    guard let (recording, file) = try store.sessions.recording(of: session) else { return [] }
    return try store.resolved(recording, file: file).joined().flatMap { resolved throws in
      try resolved.request.answers.map { try store.sessions.answer($0, inFolder: resolved.request.operation) }
    }
  }

  // MARK: fmt

  @Test func `what the recorder wrote has its form already`() throws {
    let formatting = try story.endpoint.formatting(rules: .none)
    #expect(formatting.changes.isEmpty && formatting.problems.isEmpty)
    // An operation, two answers, two sessions.
    #expect(formatting.count == 5)
  }

  @Test func `sessions and answers that were edited by hand get the recorder's form`() throws {
    let before = try folder.contents()
    for file in [story.session, story.answer] {
      let json = try JSON.parse(text: try folder.read(file))
      try folder.write(json.compactText, to: file)
    }
    let planned = try story.endpoint.formatting(rules: .none).changes.map(\.path)
    #expect(planned.count == 2 && planned.allSatisfy { $0.contains("/answers/") || $0.hasPrefix("sessions/") })
    _ = try story.endpoint.format(rules: .none)
    #expect(try folder.contents() == before)
  }

  @Test func `a session whose name was edited gets its file's name`() throws {
    try story.edit(story.session, "\"session\": \"a\"", "\"session\": \"tests/new\"")
    _ = try story.endpoint.format(rules: .none)
    #expect(try answers("tests/new") == answers("b"))
    #expect(try answers("a") == [])
  }

  @Test func `an answer that cannot be read is reported, and the rest is formatted`() throws {
    let path = story.answer
    try folder.write("{", to: path)
    let formatting = try story.endpoint.format(rules: .none)
    #expect(formatting.problems.map(\.path) == ["\(folder.path)/\(path)"])
    #expect(try folder.read(path) == "{")
  }

  // MARK: mv

  @Test func `another name of an operation is in all sessions, and their answers go along`() throws {
    let before = try answers("a")
    #expect(before == [response(canada), response(japan)])
    let renaming = try story.endpoint.rename(operation: "CountryDetail", to: "Country")
    #expect(renaming.sessionCount == 2)
    #expect(try answers("a") == before)
    #expect(try answers("b") == before)
    #expect(!folder.files().contains { $0.contains("CountryDetail") })
    #expect(try !folder.contents().contains { $0.contains("CountryDetail") })
    #expect(try story.endpoint.formatting(rules: .none).changes.isEmpty)
    let store = try story.endpoint.store()
    #expect(try store.unusedAnswers(store.sessionIndex()) == [])
  }

  @Test func `renaming that is interrupted anywhere is finished by the next command`() throws {
    let original = try answers("a")
    for steps in 0..<40 {
      let folder = try TemporaryFolder()
      let story = try SessionFolder(folder, sessions: ["a", "b"])
      let isDone: Bool
      do {
        _ = try story.endpoint.rename(operation: "CountryDetail", to: "Country", stoppingAfter: steps)
        isDone = true
      } catch {
        isDone = false
      }
      try story.endpoint.finishRewriting()
      let store = try story.endpoint.store()
      let index = store.sessionIndex()
      #expect(index.problems.isEmpty)
      for session in index.sessions {
        let found = try session.requests.flatMap { try store.recording(of: $0).recording.states.flatMap(\.responses) }
        #expect(found == original)
      }
      #expect(Set(store.entries.map(\.folder)).count == 1)
      if isDone { return }
    }
    Issue.record("never done")
  }

  @Test func `the order of reads is that in which the recorder writes them under the new names`() throws {
    let store = try story.endpoint.store()
    let sent = try Sent("query Zebra { zebra }")
    let other = try store.requireFolder(of: sent.key, document: sent.document)
    let answer = response(#"{"data":{"zebra":1}}"#)
    let id = SessionFormat.id(of: answer)
    _ = try store.sessions.write(answer, as: id, inFolder: other)
    var beginning = try store.sessions.beginning(of: "c")
    let requests = [story.folderName, other].map { folder in
      SessionRecording.Step.request(
        .init(
          operation: folder, identity: .anonymous, variables: [:],
          answers: [folder == other ? id : String(story.answer.dropLast(5).suffix(16))]))
    }
    _ = try store.sessions.save(SessionRecording(name: "c", steps: requests), since: &beginning)
    _ = try story.endpoint.rename(operation: "Zebra", to: "Ant")
    let renamed = try story.endpoint.store().sessions.recording(of: "c")?.recording
    #expect(renamed?.requests.map { $0.operation.hasPrefix("query.Ant-") } == [true, false])
  }

  // MARK: prune

  @Test func `an operation that a session uses stays when its unnamed recordings go`() throws {
    let sent = try Sent(countryDetail)
    let store = try story.endpoint.store()
    _ = try store.save(response(canada), for: try sent.key(#"{"code":"CA"}"#), document: sent.document, state: "start")
    try store.finish()
    let file = try #require(store.files(inFolder: story.folderName).first)
    let bytes = try FileReading.bytes(of: "\(folder.path)/\(story.operation)/\(file)")
    try story.endpoint.prune(
      [Pruned(folder: story.folderName, file: file, content: ContentHash(of: bytes))], rules: .none)
    #expect(try answers("a") == [response(canada), response(japan)])
    #expect(try story.endpoint.store().fileCount == 0)
  }

  @Test func `an answer that a session uses is never removed`() throws {
    let answer = String(story.answer.dropFirst("countries/".count))
    #expect(throws: RecordingError.self) { try story.endpoint.prune([], files: [answer], rules: .none) }
    #expect(try answers("a").count == 2)
  }

  @Test func `while a session cannot be read nothing is removed`() throws {
    let spare = try spareAnswer()
    try folder.write("{", to: story.session)
    #expect(throws: RecordingError.self) { try story.endpoint.prune([], files: [spare], rules: .none) }
    #expect(folder.files().contains("countries/\(spare)"))
  }

  @Test func `an answer that no session uses goes, and the last one takes the operation along`() throws {
    let spare = try spareAnswer()
    try story.endpoint.prune([], files: [spare], rules: .none)
    #expect(!folder.files().contains("countries/\(spare)"))
    #expect(try answers("a").count == 2)
    let sessions = try folder.files().filter { $0.contains("/sessions/") }.map { file in
      Pruned(
        folder: "sessions", file: String(file.dropFirst("countries/sessions/".count)),
        content: ContentHash(of: try FileReading.bytes(of: "\(folder.path)/\(file)")))
    }
    let all = folder.files().filter { $0.contains("/answers/") }.map { String($0.dropFirst("countries/".count)) }
    try story.endpoint.prune(sessions, files: all, operations: [story.folderName], rules: .none)
    #expect(folder.files().filter { $0.hasPrefix("countries/") }.isEmpty)
  }

  /// Writes an answer that no session uses.
  private func spareAnswer() throws -> String {
    let answer = response(#"{"data":{"country":null}}"#)
    let id = SessionFormat.id(of: answer)
    _ = try story.endpoint.store().sessions.write(answer, as: id, inFolder: story.folderName)
    return "\(story.folderName)/answers/\(id).json"
  }

  // MARK: mv --session

  @Test func `a renamed session has another file, and the same answers`() throws {
    let before = try answers("a")
    let renamed = try #require(try story.endpoint.rename(session: "a", to: "tests/new"))
    #expect(renamed.old.hasPrefix("sessions/a-") && renamed.new.hasPrefix("sessions/tests-new-"))
    #expect(try answers("tests/new") == before)
    #expect(try answers("a") == [])
    #expect(try story.endpoint.sessionNames().sorted() == ["b", "tests/new"])
    #expect(try story.endpoint.formatting(rules: .none).changes.isEmpty)
  }

  @Test func `a session's name that is taken stays, and one that is not there is nothing`() throws {
    let before = try folder.contents()
    #expect(throws: RecordingError.self) { _ = try story.endpoint.rename(session: "a", to: "b") }
    #expect(try story.endpoint.rename(session: "x", to: "c") == nil)
    #expect(try folder.contents().filter { !$0.contains("/.understudy") } == before)
  }

  @Test func `an interrupted renaming is all done or not begun`() throws {
    var stops = 0
    while true {
      let story = try SessionFolder(try TemporaryFolder(), sessions: ["a", "b"])
      do {
        _ = try story.endpoint.rename(session: "a", to: "new", stoppingAfter: stops)
        break
      } catch { #expect(error.message == "stopped by a test. Run it again.") }
      let hadBegun = try story.endpoint.hasUnfinishedRewriting()
      try story.endpoint.finishRewriting()
      let names = try story.endpoint.sessionNames().sorted()
      #expect(names == ["b", "new"] || !hadBegun && names == ["a", "b"], "stopped after \(stops)")
      stops += 1
    }
    #expect(stops > 3)
  }
}
