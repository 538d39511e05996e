import Engine
import OrderedJSON
import Requests
import TestSupport
import Transports

@testable import Dashboard

/// A folder with a schema, and an engine that generates its data.
struct WorldScene {
  static let schema = """
    type Query {
      tasks(status: Status): [Task!]!
      task(id: ID!): Task
      users: [User!]!
      node(id: ID!): Node
      notes: [Note!]!
    }
    interface Node { id: ID! }
    type Task implements Node {
      id: ID!
      title: String!
      status: Status!
      completedAt: DateTime
      isPinned: Boolean!
      estimate: Int
      tags: [String!]!
      score(unit: String!): Float
      assignee: User!
    }
    type User implements Node { id: ID! name: String! email: String tasks: [Task!]! taskCount: Int! }
    type Note { id: ID! text: String! }
    enum Status { OPEN IN_PROGRESS DONE }
    scalar DateTime
    type Mutation {
      createTask(title: String!, assigneeId: ID!): Task!
      updateTask(id: ID!, title: String): Task!
      deleteTask(id: ID!): Task
    }
    type Subscription { taskUpdated: Task }
    """

  let folder: TestFolder
  let engine: Engine
  private let mayWrite: Bool
  var pages: WorldPages { WorldPages(engine: engine, mayWrite: mayWrite) }

  init(isCI: Bool = false) throws {
    folder = try TestFolder()
    try folder.write(Self.schema, to: "schemas/shop.graphqls")
    mayWrite = !isCI
    engine = Engine(
      serving: EngineConfiguration(mode: .fake), endpoints: try Self.endpoints(folder), upstream: nil,
      events: { _ in })
  }

  static func endpoints(_ folder: TestFolder) throws -> [Endpoint] {
    try Endpoints.forFaking(
      name: nil, schemas: "\(folder.path)/schemas", recordings: "\(folder.path)/recordings", seed: 1)
  }

  func ask(_ query: String, session: String? = nil) async throws -> JSON {
    let response = engine.respond(to: Board.request(query, session: session, path: "/shop"))
    return try JSON.parse(Array(await response.get().text.utf8))
  }

  func rows(_ type: String = "Task", session: String? = nil, offset: Int = 0, limit: Int = 200) throws -> [JSON] {
    let table = try pages.rows(endpoint: "shop", type: type, session: session, offset: offset, limit: limit)
    return table["rows"]?.arrayValue ?? []
  }

  func type(_ name: String, session: String? = nil) throws -> JSON {
    let all = try pages.types(endpoint: "shop", session: session)["types"]?.arrayValue ?? []
    return all.first { $0["name"]?.stringValue == name } ?? .null
  }

  /// The id of the task with a number in the table.
  func task(_ number: Int = 1) throws -> String { try rows()[number]["id"]?.stringValue ?? "" }

  /// The message of the problem that `body` throws.
  func problem(_ status: Int, _ body: () throws -> Void) throws -> String {
    do {
      try body()
      return ""
    } catch let problem as DashboardProblem {
      return problem.status == status ? problem.message : "\(problem)"
    }
  }
}
