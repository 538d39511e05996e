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

  @Test(
    "A volatile coordinate without effect is a note that names the path",
    arguments: [
      ("{ made { number } }", "made", ["data.made.number"]), ("{ made { __typename number } }", "made", []),
      ("{ all: orders { n: number number } }", "all", ["data.all.number"]), ("{ serverTime }", "serverTime", []),
    ])
  func untypedCoordinate(query: String, field: String, paths: [String]) async throws {
    let schema = "type Query { made: Order orders: [Order] serverTime: Int } type Order { number: Int }"
    try folder.write(schema, to: "schemas/shop.graphqls")
    try folder.write("volatile: [Order.number, Query.serverTime]\n", to: "shop/endpoint.yaml")
    let recorder = try folder.recorder(
      ScriptedUpstream([.answer(chunks: ["{\"data\":{\"\(field)\":null}}"])]), name: "shop")
    _ = await recorder.respond(to: Board.request(query, path: "/shop")).get()
    await recorder.finish()
    let check = try RecordingsCheck(
      recordings: folder.path, schemas: "\(folder.path)/schemas", endpoint: "shop")
    #expect(check.findings == [])
    let notes = check.notes.map(\.message).filter { $0.contains("no effect") }
    #expect(notes.map { $0.split(separator: " ").last.map { String($0) } } == paths)
    #expect(notes.allSatisfy { $0.hasPrefix("Order.number under volatile has no effect here") })
  }
}
