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

  init(_ count: Int, store: any SessionStore, schema: String = Self.schema) throws {
    folder = try TestFolder()
    try folder.write(schema, to: "schemas/shop.graphqls")
    var (engines, shared): ([Engine], [SharedSessions]) = ([], [])
    for _ in 0..<count {
      let (engine, sessions) = try Self.replica(folder, store)
      engines.append(engine)
      shared.append(sessions)
    }
    self.engines = engines
    self.shared = shared
  }

  /// An engine whose sessions are in a store.
  static func replica(
    _ folder: TestFolder, _ store: any SessionStore, recordings: Bool = false,
    events: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws -> (Engine, SharedSessions) {
    let number = Mutex(0)
    let name = "\(UInt64.random(in: .min ... .max))"
    let sessions = SharedSessions(
      store: store, seal: EntrySeal(password: "secret", prefix: "test:"), idleSeconds: 3_600
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
  func control(_ path: String, _ body: JSONObject = [:]) async throws -> (status: Int, json: JSON) {
    try await sent(
      ClientRequest(
        method: "POST", target: "/__understudy/\(path)",
        headers: ["Host": "localhost", "Content-Type": "application/json"], body: JSON.object(body).serialize()))
  }

  /// Begins a session, and returns its token.
  @discardableResult
  func begin(_ session: String) async throws -> String {
    try await control("begin", ["session": .string(session), "named": true]).json["token"]?.stringValue ?? ""
  }
}

/// A store that fails and delays by a seed: before an operation takes effect, or after it.
final class UnreliableStore: SessionStore {
  private let store = MemorySessionStore(isAlone: false)
  private let state: Mutex<UInt64>
  private let failures: Atomic<UInt64>

  /// - Parameters:
  ///   - seed: decides which operations fail.
  ///   - failures: how many of 100 operations fail.
  init(seed: UInt64, failures: UInt64) {
    state = Mutex(seed &* 2 &+ 1)
    self.failures = Atomic(failures)
  }

  func fail(_ failures: UInt64) { self.failures.store(failures, ordering: .relaxed) }

  private func next() -> UInt64 {
    state.withLock { state in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }

  private func unreliably<Result>(
    _ body: () async throws(StoreProblem) -> Result
  ) async throws(StoreProblem) -> Result {
    for _ in 0..<(next() % 4) { await Task.yield() }
    if next() % 100 < failures.load(ordering: .relaxed) { throw StoreProblem("The store failed before it.") }
    let result = try await body()
    for _ in 0..<(next() % 4) { await Task.yield() }
    if next() % 100 < failures.load(ordering: .relaxed) { throw StoreProblem("The store failed after it.") }
    return result
  }

  func begin(_ name: String, with entry: StoredEntry, replaces: Bool) async throws(StoreProblem) -> StoredBegin {
    try await unreliably { () async throws(StoreProblem) in
      try await store.begin(name, with: entry, replaces: replaces)
    }
  }

  func read(_ name: String, after place: LogPlace?) async throws(StoreProblem) -> StoredRead {
    try await unreliably { () async throws(StoreProblem) in try await store.read(name, after: place) }
  }

  func append(
    _ name: String, after place: LogPlace, _ entry: StoredEntry
  ) async throws(StoreProblem) -> StoredAppend {
    try await unreliably { () async throws(StoreProblem) in
      try await store.append(name, after: place, entry)
    }
  }

  func end(_ name: String, log: String) async throws(StoreProblem) -> StoredEnd {
    try await unreliably { () async throws(StoreProblem) in try await store.end(name, log: log) }
  }

  func give(_ lease: SessionLease, of name: String) async {}
  func notify(_ handler: @escaping @Sendable (StoreNotice) -> Void) { store.notify(handler) }
  var keepsEntries: Bool { true }
}
