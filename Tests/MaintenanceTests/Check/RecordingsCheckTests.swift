import Engine
import Maintenance
import OrderedJSON
import Recordings
import TestSupport
import Testing

@Suite("Recordings that are checked")
struct RecordingsCheckTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("A response with a name twice is a finding that says which")
  func nameTwice() async throws {
    try folder.write("type Query { n: Int }", to: "schemas/countries.graphqls")
    let recorder = try folder.recorder(
      ScriptedUpstream([.answer(chunks: [#"{"data":{"n":1,"n":2}}"#])]), name: "countries")
    _ = await recorder.respond(to: Board.request("{n}", path: "/countries")).get()
    await recorder.finish()
    let check = try RecordingsCheck(
      recordings: folder.path, schemas: "\(folder.path)/schemas", endpoint: "countries")
    let messages = check.findings.map(\.message)
    #expect(
      messages == [
        "data.n appears twice in the response, so the response is not checked against the schema. Clients may read either value. Delete one of the two, or record again."
      ])
    #expect(check.findings.allSatisfy { $0.place.map { $0.line > 1 } ?? false })
    #expect(check.notes == [])
  }

  @Test("Each answer that no session can reach is a finding")
  func unreachable() async throws {
    let board = Board(folder: folder)
    let recorder = try board.recorder(StatefulUpstream())
    _ = try await recorder.ask(Board.tick)
    _ = try await recorder.ask(Board.add, ["text": "a"])
    _ = try await recorder.ask(Board.list)
    await recorder.finish()
    for name in folder.contents().keys where name.contains("mutation.Tick") { try folder.remove(name) }
    let check = try RecordingsCheck(recordings: folder.path, schemas: folder.path, endpoint: nil)
    #expect(check.findings.count == 2)
    #expect(check.findings.allSatisfy { $0.description.contains("can never be served") })
  }
}
