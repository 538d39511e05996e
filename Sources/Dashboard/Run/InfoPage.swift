import EndpointConfiguration
import Engine
import OrderedJSON
import Recordings
import Requests
import SchemaSources

/// `GET v1/info`: the properties of the run.
struct InfoPage {
  let call: DashboardCall

  /// The version of the API. It rises with a change that an older client would not understand.
  static let version = 1

  private var engine: Engine { call.engine }

  func json() -> JSONObject {
    let settings = call.settings
    let configuration = engine.configuration
    return [
      "version": .int(Self.version), "program": .string(settings.programVersion),
      "mode": .string(configuration.mode.rawValue), "token": .string(settings.token), "url": .string(call.origin),
      "onMiss": .string(configuration.onMiss.rawValue),
      "mayWrite": .bool(call.mayWrite),
      "mayRecord": .bool(call.recordsMisses),
      "ci": .bool(settings.isCI), "sessionHeader": .string(configuration.sessionHeader),
      "command": .string(settings.command), "endpoints": .array(engine.endpoints.map { .object(object($0)) }),
    ]
  }

  private func object(_ endpoint: Endpoint) -> JSONObject {
    let store = endpoint.store
    let schema = endpoint.schema
    return [
      "name": .string(endpoint.name), "url": .string("\(call.origin)/\(endpoint.name)"),
      "upstream": endpoint.upstream.map { .string($0.shown) } ?? .null,
      "recordings": .int(store.map { store in store.entries.reduce(0) { $0 + $1.fileCount } } ?? 0),
      "operations": .int(store?.entries.count ?? 0), "sessions": .int(store?.sessions.files.count ?? 0),
      "hasSchema": .bool(schema != nil),
      "schema": endpoint.schemaFile.map { .string($0) } ?? .null,
      "generates": .bool(endpoint.watchedSchema.current.generatesData),
    ]
  }
}

/// The counts that all views show.
enum StatusSummary {
  static func json(_ engine: Engine?, _ history: RequestHistory) -> JSONObject {
    let counts = history.counts
    guard let engine else { return [:] }
    return [
      "misses": .int(engine.missTally.count), "requests": .int(counts.last), "unlisted": .int(counts.unlisted),
      // While recording, the files change, but not the generation.
      "recordings": .int(
        engine.endpoints.reduce(engine.generation) { sum, endpoint in
          sum + (endpoint.store.map { $0.fileCount + $0.sessions.files.count } ?? 0)
        }), "sessions": .int(engine.sessionNames.count),
    ]
  }
}

extension DashboardCall {
  /// True if this run sends misses to the real API and records the answers.
  var recordsMisses: Bool {
    let configuration = engine.configuration
    return configuration.mode == .replay && configuration.onMiss == .record && !configuration.isLive
  }

  /// True if recordings may be edited now. In CI nothing is written, and a recorder writes them itself.
  var mayWrite: Bool { !settings.isCI && engine.configuration.mode != .record }
}
