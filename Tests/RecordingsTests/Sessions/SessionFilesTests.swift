import Foundation
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Files of sessions and answers that cannot be read stop the start, with their place; they are never absent.
@Suite struct SessionFilesTests {
  let folder: TemporaryFolder
  let story: SessionFolder

  init() throws {
    folder = try TemporaryFolder()
    story = try SessionFolder(folder, sessions: ["a", "b"])
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: @Sendable (TemporaryFolder, SessionFolder) throws -> Void
    /// With SESSION, OTHER, ANSWER and FOLDER for the paths.
    var error: String
    /// Whether it shows when names are listed.
    var inNames = false
  }

  static let cases = [
    Case(
      testDescription: "not JSON", change: { try $0.write("{\n  \"format\": 2,", to: $1.session) },
      error:
        "SESSION:2:15: not JSON: Expected a name in double quotes, found the end of the text. Correct it at this place."
    ),
    Case(
      testDescription: "unknown member",
      change: { try $1.edit($1.session, "\"steps\":", "\"stepz\": 1,\n  \"steps\":") },
      error: "SESSION:4:3: unknown member \"stepz\""),
    Case(
      testDescription: "newer format", change: { try $1.edit($1.session, "\"format\": 2", "\"format\": 3") },
      error: "SESSION:2:13: was written by a newer Understudy (format 3; this one reads up to 2)"),
    Case(
      testDescription: "newer answer", change: { try $1.edit($1.answer, "\"format\": 2", "\"format\": 3") },
      error: "ANSWER:2:13: was written by a newer Understudy (format 3; this one reads up to 2)"),
    Case(
      testDescription: "missing answer", change: { try $0.remove($1.answer) },
      error:
        "ANSWER: is missing, and a session uses it. Restore it from version control. Or remove the sessions that use it, and record their tests again. To list them: grep -rl "
    ),
    Case(
      testDescription: "broken answer", change: { try $0.write("{\n  \"format\": 2\n}\n", to: $1.answer) },
      error: "ANSWER:1:1: "),
    Case(
      testDescription: "conflict markers", change: { try $0.write("<<<<<<< HEAD\n", to: $1.answer) },
      error:
        "ANSWER:1:1: has Git conflict markers. Resolve the merge conflict: keep one version, and delete the markers."),
    Case(
      testDescription: "another session's name",
      change: { try $1.edit($1.session, "\"session\": \"a\"", "\"session\": \"c\"") },
      error: "SESSION: the name does not match the session's name in the file: rename the file to c-"),
    Case(
      testDescription: "two files of one session",
      change: { try $0.write(try $0.read($1.session), to: $1.session.replacingOccurrences(of: "/a-", with: "/z-")) },
      error: "DUPLICATE: records the session \"a\", as SESSION does: remove one of the two files."),
    Case(
      testDescription: "missing operation",
      change: { try FileManager.default.removeItem(atPath: "\($0.path)/\($1.operation)") },
      error: "SESSION: a step names the operation FOLDER, which has no folder"),
    Case(
      testDescription: "misnamed file",
      change: { try $0.write(try $0.read($1.session), to: "countries/sessions/a.json") },
      error: "ENDPOINT/sessions/a.json: the name of a session's file ends in a dash, eight digits of a hash and .json.",
      inNames: true),
    Case(
      testDescription: "symbolic link to a session",
      change: { folder, story in
        let file = "\(folder.path)/\(story.session)"
        try FileManager.default.moveItem(atPath: file, toPath: "\(folder.path)/elsewhere")
        try FileManager.default.createSymbolicLink(
          atPath: file, withDestinationPath: "\(folder.path)/elsewhere")
      }, error: "SESSION: ", inNames: true),
    Case(
      testDescription: "symbolic link to an answer",
      change: { folder, story in
        let file = "\(folder.path)/\(story.answer)"
        try FileManager.default.moveItem(atPath: file, toPath: "\(folder.path)/elsewhere")
        try FileManager.default.createSymbolicLink(
          atPath: file, withDestinationPath: "\(folder.path)/elsewhere")
      }, error: "ANSWER: "),
    Case(
      testDescription: "symbolic link to all sessions",
      change: { folder, _ in
        try FileManager.default.moveItem(
          atPath: "\(folder.path)/countries/sessions", toPath: "\(folder.path)/elsewhere")
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder.path)/countries/sessions", withDestinationPath: "\(folder.path)/elsewhere")
      }, error: "ENDPOINT/sessions: ", inNames: true),
    Case(
      testDescription: "symbolic link to all answers",
      change: { folder, story in
        try FileManager.default.moveItem(
          atPath: "\(folder.path)/\(story.operation)/answers", toPath: "\(folder.path)/elsewhere")
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder.path)/\(story.operation)/answers", withDestinationPath: "\(folder.path)/elsewhere")
      }, error: "ENDPOINT/FOLDER/answers: ", inNames: true),
  ]

  @Test(arguments: cases) func `what cannot be read stops the start`(_ one: Case) throws {
    let expected =
      one.error.replacing("SESSION", with: "\(folder.path)/\(story.session)")
      .replacing("DUPLICATE", with: "\(folder.path)/\(story.session.replacingOccurrences(of: "/a-", with: "/z-"))")
      .replacing("ANSWER", with: "\(folder.path)/\(story.answer)")
      .replacing("ENDPOINT", with: "\(folder.path)/countries")
      .replacing("FOLDER", with: story.folderName)
    try one.change(folder, story)
    let error = #expect(throws: RecordingError.self) { try story.endpoint.store() }
    #expect(error.map { "\($0)".hasPrefix(expected) } == true, "\(error.map { "\($0)" } ?? "nothing")")
    // With more files than are read, only names are looked at.
    if one.inNames {
      #expect(throws: RecordingError.self) { try story.endpoint.store(readingAllUpTo: 1) }
    } else {
      _ = try story.endpoint.store(readingAllUpTo: 1)
    }
  }

  @Test func `all files together are counted: those of sessions, answers and unnamed requests`() throws {
    // Two sessions with two answers.
    try folder.remove(story.answer)
    _ = try story.endpoint.store(readingAllUpTo: 2)
    #expect(throws: RecordingError.self) { try story.endpoint.store(readingAllUpTo: 3) }
  }

  @Test func `a folder with nothing but sessions is an endpoint's, and does not go unseen`() throws {
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(story.operation)")
    #expect(try RecordingsFolder(path: folder.path).endpoints.map(\.name) == ["countries"])
  }

  @Test func `the words in a folder's name are free: its answers are found, and none counts as unused`() throws {
    let renamed = story.operation.replacingOccurrences(of: "CountryDetail", with: "Other")
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/\(story.operation)", toPath: "\(folder.path)/\(renamed)")
    let store = try story.endpoint.store()
    #expect(try store.unusedAnswers(store.sessionIndex()) == [])
  }
}
