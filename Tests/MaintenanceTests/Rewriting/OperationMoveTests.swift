import OrderedJSON
import TestSupport
import Testing

@testable import Engine
@testable import Maintenance
@testable import SchemaSources

@Suite struct OperationMoveTests {
  private func move(
    _ old: String, _ new: String, _ story: RecordedBoard, endpoint: String? = nil
  ) throws -> OperationMove {
    try OperationMove(
      old, to: new, recordings: story.folder.path, endpoint: endpoint, schemas: story.folder.path)
  }

  @Test func `a query is replayed under its new name, and exactly`() async throws {
    let story = try await RecordedBoard()
    let done = try move("Notes", "AllNotes", story)
    #expect(done.lines.count == 1 && done.byHand.isEmpty && done.notes.isEmpty)
    #expect(try story.findings() == [])
    let renamed = Board.list.replacing("Notes", with: "AllNotes")
    #expect(try await story.replayed(list: renamed) == [[], ["one"], ["two"]])
    #expect(try await story.replayed() == [nil, nil, nil])
  }

  @Test func `what was recorded after a mutation follows it under its new name`() async throws {
    let story = try await RecordedBoard()
    _ = try move("AddNote", "CreateNote", story)
    #expect(try story.findings() == [])
    let renamed = Board.add.replacing("AddNote", with: "CreateNote")
    #expect(try await story.replayed(add: renamed) == [[], ["one"], ["two"]])
  }

  @Test func `rules follow, and what they say holds`() async throws {
    let story = try await RecordedBoard()
    try story.folder.write(
      "operations: { Notes: { independentOf: [EditNote] } }  # by hand\n", to: "board/endpoint.yaml")
    let done = try move("EditNote", "ChangeNote", story)
    #expect(done.byHand.isEmpty && done.lines.count == 2)
    let text = story.folder.contents()["board/endpoint.yaml"].map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "operations: { Notes: { independentOf: [ChangeNote] } }  # by hand\n")
    #expect(try story.findings() == [])
  }

  @Test func `places that cannot be edited are told with line and column`() async throws {
    let story = try await RecordedBoard()
    try story.folder.write("operations: { Notes: { independentOf: [&e EditNote] } }\n", to: "board/endpoint.yaml")
    let done = try move("EditNote", "ChangeNote", story)
    #expect(
      done.byHand == [
        "\(story.folder.path)/board/endpoint.yaml:1:40: names EditNote, now ChangeNote. Change it by hand."
      ])
  }

  @Test func `a persisted document of the old name is told`() async throws {
    let story = try await RecordedBoard()
    try story.folder.write(
      #"{"format":"apollo-persisted-query-manifest","version":1,"operations":[{"id":"abc","name":"Notes","type":"query","body":"query Notes { notes { id text } }"}]}"#,
      to: "board/persisted-queries.json")
    let notes = try move("Notes", "AllNotes", story).notes
    #expect(
      notes == [
        "A persisted document is still called Notes (abc…). A client that sends the id requests Notes, which is no longer recorded. Generate the client's manifest again."
      ])
  }

  @Test func `of two endpoints the one that has it is meant, and of both none`() async throws {
    let story = try await RecordedBoard()
    try story.folder.write("upstream: https://a.example/graphql\n", to: "other/endpoint.yaml")
    _ = try move("Notes", "AllNotes", story)
    let unknown = #expect(throws: ConfigurationError.self) { try move("AllNote", "N", story) }
    #expect(
      unknown?.description
        == "No operation \"AllNote\" is recorded in \(story.folder.path)/. Did you mean \"AllNotes\" or \"AddNote\"? `understudy show` lists them."
    )
    #expect(throws: ConfigurationError.self) { try move("AllNotes", "N", story, endpoint: "none") }
    for (name, data) in story.folder.contents() where name.hasSuffix("operation.graphql") {
      guard name.contains(".AllNotes-") else { continue }
      // The same operation has another key at another endpoint; formatting does not touch it, and the name is enough.
      let text = String(decoding: data, as: UTF8.self)
      let upstream = StatefulUpstream()
      let recorder = try story.folder.recorder(upstream, name: "other")
      _ = try await recorder.ask(text, path: "/other")
      await recorder.finish()
    }
    let both = #expect(throws: ConfigurationError.self) { try move("AllNotes", "N", story) }
    #expect(
      both?.description == "\"AllNotes\" is recorded for board and other. Choose one with --endpoint NAME.")
    #expect(try move("AllNotes", "N", story, endpoint: "other").lines.count == 1)
  }
}
