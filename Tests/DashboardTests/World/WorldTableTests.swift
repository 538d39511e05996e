import Engine
import OrderedJSON
import TestSupport
import Testing

@testable import Dashboard

@Suite("Tables of a generated world")
struct WorldTableTests {
  let scene: WorldScene

  init() throws { scene = try WorldScene() }

  @Test func aTableHasTheValuesOfAnswers() async throws {
    let types = try scene.pages.types(endpoint: "shop", session: nil)
    #expect(types["session"] == "default" && types["seed"] == 1 && types["canPin"] == true)
    #expect(types["types"]?.arrayValue?.map { $0["name"] } == ["Task", "User", "Note"])
    let answer = try await scene.ask(
      "{ tasks { id title status completedAt isPinned estimate tags } users { id name email taskCount } }")
    let tasks = try scene.rows()
    #expect(tasks.compactMap { $0["values"] } == answer["data"]?["tasks"]?.arrayValue)
    #expect(try scene.rows("User").compactMap { $0["values"] } == answer["data"]?["users"]?.arrayValue)
    #expect(tasks.allSatisfy { $0["state"] == "generated" && $0["changed"] == [] })
    #expect(try scene.type("Task")["count"] == .int(tasks.count))
  }

  @Test func columnsAreLeavesWithoutRequiredArguments() throws {
    let table = try scene.pages.rows(endpoint: "shop", type: "Task", session: nil)
    let columns = table["columns"]?.arrayValue ?? []
    #expect(
      columns.compactMap { $0["name"]?.stringValue } == [
        "id", "title", "status", "completedAt", "isPinned", "estimate", "tags",
      ])
    #expect(columns[0] == ["name": "id", "type": "ID!", "isEditable": false, "values": .null])
    #expect(
      columns[2]
        == ["name": "status", "type": "Status!", "isEditable": true, "values": ["OPEN", "IN_PROGRESS", "DONE"]])
    let users = try scene.pages.rows(endpoint: "shop", type: "User", session: nil)["columns"]?.arrayValue
    #expect(users?.first { $0["name"] == "taskCount" }?["isEditable"] == false)
  }

  @Test func pagesJoinToTheWholeTable() throws {
    let all = try scene.rows()
    #expect(try scene.rows(limit: 2) + scene.rows(offset: 2) == all)
    #expect(try scene.rows(offset: 1_000_000) == [])
    #expect(try scene.problem(400) { _ = try scene.rows(offset: -1) }.contains("offset"))
  }

  @Test func mutationsMarkRows() async throws {
    let count = try scene.rows().count
    let (first, second, user) = (try scene.task(0), try scene.task(), try scene.rows("User")[0]["id"] ?? .null)
    for mutation in [
      "createTask(title: \"Neu\", assigneeId: \(user.compactText))", "updateTask(id: \"\(second)\", title: \"Zwei\")",
      "deleteTask(id: \"\(first)\")",
    ] {
      let answer = try await scene.ask("mutation { \(mutation) { id } }", session: "a")
      #expect(answer["errors"] == nil)
    }
    let rows = try scene.rows(session: "a")
    #expect(rows.count == count + 1)
    #expect(rows[0]["state"] == "deleted" && rows[0]["id"] == .string(first))
    #expect(rows[1]["state"] == "changed" && rows[1]["changed"] == ["title"])
    #expect(rows[1]["values"]?["title"] == "Zwei")
    #expect(rows.last?["state"] == "created" && rows.last?["values"]?["title"] == "Neu")
    #expect(rows[2]["state"] == "generated")
    #expect(
      try scene.type("Task", session: "a")
        == ["name": "Task", "count": .int(count + 1), "created": 1, "deleted": 1, "changed": 1])
    #expect(try scene.rows(session: "b").allSatisfy { $0["state"] == "generated" })
    #expect(!scene.engine.sessionNames.contains("b"))
  }

  @Test func unknownNamesAreErrors() throws {
    #expect(try scene.problem(404) { _ = try scene.rows("Tasks") }.contains("There are: Task, User, Note."))
    #expect(
      try scene.problem(404) { _ = try scene.pages.types(endpoint: "x", session: nil) }.contains(
        "This run serves shop."))
  }
}
