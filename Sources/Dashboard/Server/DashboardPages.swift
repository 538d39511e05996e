import OrderedJSON
import Requests
import Transports

/// The table of the API's pages. The guide Dashboard.md has the same table.
enum DashboardPages {
  static let all: [DashboardPage] = live + misses + sessions + explorer

  private static let live: [DashboardPage] = [
    DashboardPage("GET", "info") { InfoPage(call: $0).json() },
    .custom("GET", "events") { call in RequestPages(call: call).events() },
    DashboardPage("GET", "requests") { try RequestPages(call: $0).list() },
    DashboardPage("DELETE", "requests") { ["cleared": .int($0.dashboard.history.clear())] },
    DashboardPage("GET", "requests/<number>") { try RequestPages(call: $0).one() },
  ]

  private static let misses: [DashboardPage] = [
    DashboardPage("GET", "misses") { MissPages(call: $0).list() },
    DashboardPage("GET", "misses/<number>") { try MissPages(call: $0).one() },
    .custom("POST", "misses/<number>/record") { try MissPages(call: $0).record() },
  ]

  private static let sessions: [DashboardPage] = [
    DashboardPage("GET", "sessions") { SessionsPage(engine: $0.engine).json() }
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
}
