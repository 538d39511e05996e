import Engine
import OrderedJSON
import TestSupport
import Testing

@testable import Dashboard

@Suite("Pinned values of a generated world")
struct WorldPinTests {
  let scene: WorldScene

  init() throws { scene = try WorldScene() }

  private func pin(_ values: JSON, type: String = "Task", id: String? = nil) throws -> JSONObject {
    let id = try id ?? scene.task()
    return try scene.pages.pin(endpoint: "shop", type: type, ["id": .string(id), "values": values])
  }

  private func text(_ name: String) -> String? {
    scene.folder.contents()["schemas/shop.fixtures/\(name)"].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func everySessionAndRunHasIt() async throws {
    let id = try scene.task()
    let query = "{ task(id: \"\(id)\") { title status } }"
    _ = try await scene.ask(query, session: "a")
    let result = try pin(["title": "Größe", "status": "DONE"])
    #expect(result["file"]?.stringValue == "\(scene.folder.path)/schemas/shop.fixtures/Task-\(id).json")
    #expect(text("Task-\(id).graphql") == "{\n  task(id: \"\(id)\") {\n    title\n    status\n  }\n}\n")
    let data: JSON = ["data": ["task": ["title": "Größe", "status": "DONE"]]]
    #expect(try JSON.parse(Array(try #require(text("Task-\(id).json")).utf8)) == data)
    #expect(try await scene.ask(query, session: "a") == data)
    #expect(try await scene.ask(query, session: "b") == data)
    #expect(try scene.rows()[1]["values"]?["title"] == "Größe" && scene.rows()[1]["state"] == "generated")
    let later = Engine(
      serving: EngineConfiguration(mode: .fake), endpoints: try WorldScene.endpoints(scene.folder), upstream: nil,
      events: { _ in })
    let answer = await later.respond(to: Board.request(query, path: "/shop")).get()
    #expect(try await JSON.parse(Array(answer.text.utf8)) == data)
  }

  @Test func aSecondPinAddsToTheFirst() async throws {
    let id = try scene.task()
    _ = try pin(["title": "Eins", "estimate": 3])
    _ = try pin(["title": "Zwei"])
    #expect(scene.folder.contents().keys.filter { $0.contains("fixtures/") }.count == 2)
    let answer = try await scene.ask("{ task(id: \"\(id)\") { estimate title } }")
    #expect(answer == ["data": ["task": ["estimate": 3, "title": "Zwei"]]])
  }

  @Test func anInterfaceFindsTypesWithoutAFieldOfTheirOwn() async throws {
    let id = try #require(try scene.rows("User").first?["id"]?.stringValue)
    _ = try pin(["name": "Ada"], type: "User", id: id)
    #expect(try await scene.ask("{ users { name } }")["data"]?["users"]?.arrayValue?.first?["name"] == "Ada")
    #expect(text("User-\(id).graphql")?.contains("... on User {") == true)
  }

  @Test func impossiblePinsWriteNothing() async throws {
    let id = try scene.task()
    #expect(try scene.problem(400) { _ = try pin(["text": "x"], type: "Note", id: "1") }.contains("No field of Query"))
    #expect(try scene.problem(400) { _ = try pin(["status": "SHUT"]) }.contains("Valid values"))
    #expect(try scene.problem(404) { _ = try pin(["title": "x"], id: "999") }.contains("cannot be pinned"))
    try scene.folder.write("{ task(id: \"\(id)\") { title } }", to: "schemas/shop.fixtures/mine.graphql")
    try scene.folder.write("{\"data\": {\"task\": {\"title\": \"Mine\"}}}", to: "schemas/shop.fixtures/mine.json")
    scene.engine.refresh()
    #expect(try scene.problem(400) { _ = try pin(["title": "Other"]) }.contains("mine.json"))
    #expect(text("Task-\(id).json") == nil)
    #expect(try await scene.ask("{ task(id: \"\(id)\") { title } }") == ["data": ["task": ["title": "Mine"]]])
  }

  @Test func nothingIsWrittenInCI() throws {
    let scene = try WorldScene(isCI: true)
    #expect(try scene.pages.types(endpoint: "shop", session: nil)["canPin"] == false)
    let message = try scene.problem(409) {
      let id = JSON.string(try scene.task())
      _ = try scene.pages.pin(endpoint: "shop", type: "Task", ["id": id, "values": ["title": "x"]])
    }
    #expect(message.contains("CI"))
    #expect(scene.folder.contents().keys.allSatisfy { !$0.contains("fixtures") })
  }
}
