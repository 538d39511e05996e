import OrderedJSON
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance

@Suite struct FormattingTextTests {
  private func format(_ story: RecordedBoard, applies: Bool) throws -> RecordingsFormatting {
    try RecordingsFormatting(recordings: story.folder.path, endpoint: nil, applies: applies)
  }

  @Test func `check says what would be done, and fmt what was`() async throws {
    let story = try await RecordedBoard()
    #expect(try format(story, applies: false).isClean)
    #expect(try format(story, applies: false).summary == "Nothing to format in 6 files.")
    let path = story.path("Notes")
    let text = try #require(story.folder.contents()[path].map { String(decoding: $0, as: UTF8.self) })
    try story.folder.write(JSON.parse(text: text).compactText, to: path)
    let check = try format(story, applies: false)
    #expect(check.lines == ["\(story.folder.path)/\(path): would be formatted"] && !check.isClean)
    #expect(check.summary == "1 of 6 files would be formatted. To format: understudy fmt")
    let done = try format(story, applies: true)
    #expect(done.lines == ["\(story.folder.path)/\(path): formatted"])
    #expect(done.summary == "Formatted 1 of 6 files.")
    #expect(try format(story, applies: true).isClean)
    #expect(try await story.replayed() == [[], ["one"], ["two"]])
  }

  @Test func `what cannot be read is told`() async throws {
    let story = try await RecordedBoard()
    let path = story.path("Notes")
    try story.folder.write("{\n  \"format\": 1,,\n}", to: path)
    let done = try format(story, applies: true)
    #expect(done.problems.count == 1)
    #expect(done.problems[0].hasPrefix("\(story.folder.path)/\(path):2:15: not JSON: "))
    #expect(done.summary == "Nothing to format in 6 files. 1 could not be read, and was not changed.")
    let other = story.path("AddNote")
    let text = try #require(story.folder.contents()[other].map { String(decoding: $0, as: UTF8.self) })
    try story.folder.write(JSON.parse(text: text).compactText, to: other)
    #expect(
      try format(story, applies: false).summary
        == "1 of 6 files would be formatted. 1 could not be read, and was not changed. To format: understudy fmt"
    )
  }

  @Test func `migrate says that all is current`() async throws {
    let story = try await RecordedBoard()
    let migration = try RecordingsMigration(recordings: story.folder.path, endpoint: nil)
    #expect(migration.lines.isEmpty)
    #expect(migration.summary == "All 3 recordings have format 1, the current one.")
  }
}
