import OrderedJSON
import Recordings
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance
@testable import SchemaSources

@Suite struct PrunePlanTests {
  private func pruning(
    _ story: RecordedBoard, unused: [[String]] = [], superseded: Bool = false
  ) throws -> RecordingsPruning {
    var reports: [String] = []
    for (number, paths) in unused.enumerated() {
      let report: JSON = ["unused": .array(paths.map { .string($0) })]
      try story.folder.write(report.compactText, to: ".report\(number).json")
      reports.append("\(story.folder.path)/.report\(number).json")
    }
    return try RecordingsPruning(
      recordings: story.folder.path, endpoint: nil, schemas: story.folder.path, reports: reports,
      superseded: superseded)
  }

  @Test func `without a report nothing is too much`() async throws {
    let story = try await RecordedBoard()
    let pruning = try pruning(story)
    #expect(pruning.isEmpty && pruning.lines.isEmpty && pruning.notes.isEmpty)
    #expect(pruning.summary == "Nothing to remove in 3 recordings.")
  }

  @Test func `what a run did not use goes, when it is carried out`() async throws {
    let story = try await RecordedBoard()
    let before = story.recordings
    let pruning = try pruning(story, unused: [[story.path("Notes")]])
    #expect(pruning.lines.count == 1)
    #expect(
      pruning.lines[0].hasPrefix("\(story.folder.path)/\(story.path("Notes")): unused in the reported run ("))
    #expect(pruning.summary.hasPrefix("1 of 3 recordings would be removed: "))
    #expect(story.recordings == before)
    try pruning.carryOut()
    #expect(story.recordings == before.filter { !$0.contains(".Notes-") })
    #expect(try story.findings() == [])
  }

  @Test func `of several runs one that used it is enough`() async throws {
    let story = try await RecordedBoard()
    #expect(try pruning(story, unused: [[story.path("Notes")], []]).isEmpty)
    #expect(try !pruning(story, unused: [[story.path("Notes")], story.recordings]).isEmpty)
  }

  @Test func `a mutation after which something was recorded stays, and so do those before it`() async throws {
    let story = try await RecordedBoard()
    let (add, edit, list) = (story.path("AddNote"), story.path("EditNote"), story.path("Notes"))
    let pruning = try pruning(story, unused: [[add, edit]])
    #expect(pruning.isEmpty)
    #expect(
      pruning.notes == [
        "\(story.folder.path)/\(add): kept, because \(list) was recorded after it.",
        "\(story.folder.path)/\(edit): kept, because \(list) was recorded after it.",
      ])
    // With all that depends on it, it goes.
    let all = try self.pruning(story, unused: [[add, edit, list]])
    #expect(all.lines.count == 3 && all.notes.isEmpty)
    try all.carryOut()
    #expect(story.recordings.isEmpty)
  }

  @Test func `a later mutation keeps those on which it stands`() async throws {
    let story = try await RecordedBoard()
    let pruning = try pruning(story, unused: [[story.path("AddNote"), story.path("Notes")]])
    #expect(pruning.lines.count == 1)
    #expect(pruning.notes.count == 1 && pruning.notes[0].contains(story.path("EditNote")))
    try pruning.carryOut()
    #expect(try story.findings() == [])
  }

  @Test func `states that nothing leads to are taken out`() async throws {
    let story = try await RecordedBoard()
    try story.folder.remove(story.path("AddNote").split(separator: "/").dropLast().joined(separator: "/"))
    #expect(try !story.findings().isEmpty)
    let pruning = try pruning(story)
    #expect(pruning.lines.count == 2)
    #expect(
      pruning.lines[0].contains("EditNote") && pruning.lines[0].contains("no recorded mutation leads to state"))
    #expect(pruning.lines[1].contains("; the rest is kept"))
    #expect(pruning.summary.hasPrefix("1 of 2 recordings would be removed, and parts of 1 more: "))
    try pruning.carryOut()
    #expect(try story.findings() == [])
    #expect(story.recordings.count == 1)
    #expect(try await story.replayed()[0] == [])
  }

  // MARK: Documents that were replaced

  private func recordNewer(_ story: RecordedBoard) async throws {
    let recorder = try story.board.recorder(StatefulUpstream())
    _ = try await recorder.ask("query Notes { notes { text } }")
    await recorder.finish()
  }

  private func manifest(_ bodies: String...) -> String {
    let operations = bodies.enumerated().map { number, body in
      #"{"id":"\#(number)","name":"Notes","type":"query","body":"\#(body)"}"#
    }
    return
      #"{"format":"apollo-persisted-query-manifest","version":1,"operations":[\#(operations.joined(separator: ","))]}"#
  }

  @Test func `nothing is taken for replaced where nobody knows what is in use`() async throws {
    let story = try await RecordedBoard()
    try await recordNewer(story)
    let error = #expect(throws: ConfigurationError.self) { try pruning(story, superseded: true) }
    #expect(error?.description.contains("the documents in use are unknown") == true)
    #expect(error?.description.contains("--report FILE") == true)
  }

  @Test func `a document that no manifest has goes where another one of its name is in one`() async throws {
    let story = try await RecordedBoard()
    let old = story.path("Notes")
    try await recordNewer(story)
    try story.folder.write(manifest("query Notes { notes { text } }"), to: "board/persisted-queries.json")
    let pruning = try pruning(story, superseded: true)
    #expect(pruning.lines.count == 1)
    #expect(
      pruning.lines[0].hasPrefix(
        "\(story.folder.path)/\(old): its document was replaced by the one in board/query.Notes-")
    )
    try pruning.carryOut()
    #expect(story.recordings.count == 3 && !story.recordings.contains(old))
    #expect(try story.findings() == [])
  }

  @Test func `clients of two versions keep both`() async throws {
    let story = try await RecordedBoard()
    try await recordNewer(story)
    let both = manifest("query Notes { notes { text } }", "query Notes { notes { id text } }")
    try story.folder.write(both, to: "board/persisted-queries.json")
    #expect(try pruning(story, superseded: true).isEmpty)
    // In no manifest of its own, but a run has used it.
    try story.folder.write(manifest("query Notes { notes { text } }"), to: "board/persisted-queries.json")
    #expect(try pruning(story, unused: [[]], superseded: true).isEmpty)
  }

  @Test func `a file that is no recording stops it before anything`() async throws {
    let story = try await RecordedBoard()
    let paths = story.recordings
    try story.folder.write("{", to: story.path("Notes"))
    #expect(throws: RecordingError.self) { try pruning(story, unused: [paths]) }
    #expect(story.recordings == paths)
  }

  @Test func `a report of other recordings is noticed`() async throws {
    let story = try await RecordedBoard()
    let notes = try pruning(story, unused: [["board/query.X-12345678/a-12345678.json"]]).notes
    #expect(
      notes == [
        "1 path of the report does not exist (board/query.X-12345678/a-12345678.json). Is it a report of these recordings?"
      ])
  }
}
