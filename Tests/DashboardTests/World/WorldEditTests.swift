import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

@testable import Dashboard

@Suite("Edits of a generated world")
struct WorldEditTests {
  let scene: WorldScene

  init() throws { scene = try WorldScene() }

  private func edit(_ values: JSON, id: JSON? = nil, session: String = "a") throws -> JSONObject {
    let id = try id ?? .string(scene.task())
    return try scene.pages.edit(
      endpoint: "shop", type: "Task", ["session": .string(session), "id": id, "values": values])
  }

  @Test func theNextAnswerOfTheSessionHasIt() async throws {
    let query = try "{ task(id: \"\(scene.task())\") { title status } }"
    let before = try await scene.ask(query, session: "a")
    let row = try edit(["title": "Straße 東京", "status": "DONE"])
    #expect(row["state"] == "changed" && row["values"]?["title"] == "Straße 東京")
    let data: JSON = ["data": ["task": ["title": "Straße 東京", "status": "DONE"]]]
    #expect(try await scene.ask(query, session: "a") == data)
    #expect(try await scene.ask(query, session: "b") == before)
    #expect(try await scene.ask(query) == before)
    #expect(scene.engine.reset(session: "a"))
    #expect(try await scene.ask(query, session: "a") == before)
    #expect(try scene.rows(session: "a")[1]["state"] == "generated")
  }

  @Test func valuesFollowAsInAMutation() throws {
    _ = try edit(["status": "OPEN"])
    let row = try edit(["status": "DONE"])
    #expect(row["values"]?["completedAt"]?.stringValue?.hasPrefix("2027-01-01T00:00:0") == true)
    #expect(try edit(["status": "OPEN"])["values"]?["completedAt"] == .null)
  }

  @Test(
    arguments: [
      (["id": "7"], "is the key of the object"), (["status": "SHUT"], "Valid values: OPEN, IN_PROGRESS, DONE."),
      (["title": .null], "String! cannot represent value: null"), (["estimate": "much"], "Int cannot represent"),
      (["tags": "a"], "[String!] cannot represent value"), (["tags": ["a", .null]], "cannot represent value: null"),
      (["completedAt": "soon"], "not a date or time"), (["assignee": "1"], "is not a field that can be set"),
      ([:], "no values"),
    ] as [(JSON, String)])
  func impossibleValuesChangeNothing(values: JSON, message: String) throws {
    let before = try scene.rows(session: "a")
    #expect(try scene.problem(400) { _ = try edit(values) }.contains(message))
    #expect(try scene.rows(session: "a") == before)
  }

  @Test func anUnknownObjectIsAnError() async throws {
    #expect(try scene.problem(404) { _ = try edit(["title": "x"], id: "999") }.contains("no Task"))
    _ = try await scene.ask("mutation { deleteTask(id: \"\(scene.task())\") { id } }", session: "a")
    #expect(try scene.problem(400) { _ = try edit(["title": "x"]) }.contains("deleted"))
  }

  @Test func subscriptionsAreNotified() async throws {
    var request = Board.request("subscription { taskUpdated { id title } }", session: "a", path: "/shop")
    request.headers.append("Accept", "text/event-stream")
    let answer = await scene.engine.respond(to: request).get()
    guard case .stream(let body) = answer.body else {
      Issue.record("no stream")
      return
    }
    var chunks: any AsyncIteratorProtocol<[UInt8], any Error> = body.makeAsyncIterator()
    _ = try edit(["title": "Alt"], session: "b")
    _ = try edit(["title": "Neu"])
    let event = String(decoding: try await chunks.next(isolation: nil) ?? [], as: UTF8.self)
    #expect(event.contains("\"title\":\"Neu\"") && !event.contains("Alt"))
    scene.engine.endStreams()
  }
}
