import OrderedJSON
import Requests
import Transports

/// The table of the API's pages. The guide DashboardAPI.md has the same table.
enum DashboardPages {
  static let all: [DashboardPage] = live + misses + sessions + recordings + explorer + world

  private static let live: [DashboardPage] = [
    DashboardPage("GET", "info") { InfoPage(call: $0).json() },
    .custom("GET", "events") { call in RequestPages(call: call).events() },
    DashboardPage("GET", "requests") { try RequestPages(call: $0).list() },
    DashboardPage("DELETE", "requests") { ["cleared": .int($0.history.clear())] },
    DashboardPage("GET", "requests/<number>") { try RequestPages(call: $0).one() },
  ]

  private static let misses: [DashboardPage] = [
    DashboardPage("GET", "misses") { MissPages(call: $0).list() },
    DashboardPage("GET", "misses/<number>") { try MissPages(call: $0).one() },
    .custom("POST", "misses/<number>/record") { try MissPages(call: $0).record() },
    DashboardPage("POST", "misses/<number>/generate") { try MissPages(call: $0).generate() },
  ]

  private static let sessions: [DashboardPage] = [
    DashboardPage("GET", "sessions") { SessionsPage(engine: $0.engine).json() }
  ]

  private static let recordings: [DashboardPage] = [
    DashboardPage("GET", "endpoints/<name>/operations") {
      try OperationsPage(engine: $0.engine).list(endpoint: $0.names[0])
    },
    DashboardPage("GET", "endpoints/<name>/operations/<folder>") {
      try OperationsPage(engine: $0.engine).operation(endpoint: $0.names[0], folder: $0.names[1])
    },
    DashboardPage("GET", "endpoints/<name>/answer") {
      try OperationsPage(engine: $0.engine).answer(endpoint: $0.names[0], $0.request.target.parameters)
    },
    DashboardPage("GET", "endpoints/<name>/states") { try StatesPage(engine: $0.engine).tree(endpoint: $0.names[0]) },
    DashboardPage("GET", "search") { try SearchPage(engine: $0.engine).results($0.request.target.parameters) },
    DashboardPage("POST", "endpoints/<name>/edit") {
      try EditPage(engine: $0.engine, mayWrite: $0.mayWrite).edit(endpoint: $0.names[0], $0.request.body)
    },
  ]

  private static let explorer: [DashboardPage] = [
    DashboardPage("GET", "endpoints/<name>/schema") { try SchemaPage(engine: $0.engine).schema($0.names[0]) },
    DashboardPage("POST", "endpoints/<name>/validate") {
      try ValidationPage(engine: $0.engine).validate($0.names[0], .object(try $0.body()))
    },
    DashboardPage("POST", "endpoints/<name>/complete") {
      try CompletionPage(engine: $0.engine).complete($0.names[0], .object(try $0.body()))
    },
    DashboardPage("GET", "endpoints/<name>/coverage") { try CoveragePage(engine: $0.engine).coverage($0.names[0]) },
  ]

  private static let world: [DashboardPage] = [
    DashboardPage("GET", "endpoints/<name>/world") {
      try $0.world.types(endpoint: $0.names[0], session: $0.parameter("session"))
    },
    DashboardPage("GET", "endpoints/<name>/world/<type>") {
      try $0.world.rows(
        endpoint: $0.names[0], type: $0.names[1], session: $0.parameter("session"),
        offset: try $0.number("offset") ?? 0, limit: try $0.number("limit") ?? 50)
    },
    DashboardPage("POST", "endpoints/<name>/world/<type>") {
      try $0.world.edit(endpoint: $0.names[0], type: $0.names[1], .object(try $0.body()))
    },
    DashboardPage("POST", "endpoints/<name>/world/<type>/pin") {
      try $0.world.pin(endpoint: $0.names[0], type: $0.names[1], .object(try $0.body()))
    },
  ]
}

extension DashboardCall {
  fileprivate var world: WorldPages {
    WorldPages(engine: engine, listener: request.listener, mayWrite: !settings.isCI)
  }
}
