import ControlAPI
import Engine
import OrderedJSON
import Requests
import SharedSessions
import Synchronization
import TestSupport
import Transports

/// Several replicas in one process, which share a store.
struct Replicas {
  static let schema = """
    type Query { tasks: [Task!]! task(id: ID!): Task users: [User!]! }
    type Task { id: ID! title: String! assignee: User! }
    type User { id: ID! name: String! tasks: [Task!]! }
    type Mutation {
      createTask(title: String!): Task!
      updateTask(id: ID!, title: String): Task!
      deleteTask(id: ID!): Task
    }
    type Subscription { taskUpdated: Task }
    """

  let folder: TestFolder
  let engines: [Engine]
  let shared: [SharedSessions]

  init(_ count: Int, store: any SessionStore, schema: String = Self.schema, yaml: String? = nil) throws {
    try self.init(Array(repeating: store, count: count), schema: schema, yaml: yaml)
  }

  init(_ count: Int, store: UnreliableStore) throws {
    try self.init((0..<count).map(store.connection), clock: store.clock)
  }

  private init(
    _ stores: [any SessionStore], clock: any Stopwatch = MonotonicStopwatch(), schema: String = Self.schema,
    yaml: String? = nil
  ) throws {
    folder = try TestFolder()
    try folder.write(schema, to: "schemas/shop.graphqls")
    if let yaml { try folder.write(yaml, to: "none/shop/endpoint.yaml") }
    var (engines, shared): ([Engine], [SharedSessions]) = ([], [])
    for store in stores {
      let (engine, sessions) = try Self.replica(folder, store, clock: clock)
      engines.append(engine)
      shared.append(sessions)
    }
    self.engines = engines
    self.shared = shared
  }

  /// An engine whose sessions are in a store.
  static func replica(
    _ folder: TestFolder, _ store: any SessionStore, clock: any Stopwatch = MonotonicStopwatch(),
    recordings: Bool = false, events: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws -> (Engine, SharedSessions) {
    let number = Mutex(0)
    let name = "\(UInt64.random(in: .min ... .max))"
    let sessions = SharedSessions(
      store: store, seal: EntrySeal(password: "secret", prefix: "test:"), idleSeconds: 3_600,
      clock: clock
    ) {
      number.withLock { number in
        number += 1
        return "\(name)-\(number)"
      }
    }
    let endpoints =
      recordings
      ? try Endpoints.forReplay(name: nil, recordings: folder.path, schemas: folder.path, seed: 0, onMiss: .error)
      : try Endpoints.forFaking(
        name: nil, schemas: "\(folder.path)/schemas", recordings: "\(folder.path)/none", seed: 1)
    let engine = Engine(
      configuration: EngineConfiguration(mode: recordings ? .replay : .fake), endpoints: endpoints, upstream: nil,
      pages: ControlAPI(), sharing: sessions, events: events)
    sessions.use(engine)
    return (engine, sessions)
  }

  /// Asks a replica in a session; returns the status and the body.
  func ask(_ replica: Int, _ query: String, in session: String?) async throws -> (status: Int, json: JSON) {
    try await engines[replica].sent(Board.request(query, session: session, path: "/shop"))
  }
}

extension Engine {
  func sent(_ request: ClientRequest) async throws -> (status: Int, json: JSON) {
    let answer = await respond(to: request).get()
    return (answer.status, try JSON.parse(Array(try await answer.text.utf8)))
  }

  /// Sends a POST to the control API.
  func control(
    _ path: String, _ body: JSONObject = [:], header session: String? = nil
  ) async throws -> (status: Int, json: JSON) {
    var headers: HeaderList = ["Host": "localhost", "Content-Type": "application/json"]
    if let session { headers.append("X-Understudy-Session", session) }
    return try await sent(
      ClientRequest(
        method: "POST", target: "/__understudy/\(path)", headers: headers, body: JSON.object(body).serialize()))
  }

  /// Begins a session, and returns its token.
  @discardableResult
  func begin(_ session: String) async throws -> String {
    try await control("begin", ["session": .string(session), "named": true], header: session).json["token"]?.stringValue
      ?? ""
  }
}
