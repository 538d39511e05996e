import ArgumentParser
import EndpointConfiguration
import Engine
import Recordings
import RedisSessions
import SchemaSources
import SharedSessions
import Transports

/// The options for sessions that several replicas serve.
struct SharedSessionOptions: ParsableArguments {
  @Option(
    name: .customLong("sessions"),
    help: .more(
      "The sessions of replicas: begun (only those that POST /__understudy/begin began here), or the URL of a Redis or Valkey server that all replicas use.",
      "begun|url"))
  var sessions: String?

  @Flag(help: .more("With a session store: accept one that loses sessions when it restarts. Then all sessions end."))
  var storeMayLose = false

  /// The environment variable with the store's password.
  static let passwordVariable = "UNDERSTUDY_SESSIONS_PASSWORD"

  func validate() throws {
    guard let sessions, sessions != "begun" else {
      if storeMayLose {
        throw ValidationError(
          "--store-may-lose is for a session store. Add its URL: --sessions redis://127.0.0.1:6379/0")
      }
      return
    }
    guard RedisAddress.isMeant(by: sessions) else {
      throw ValidationError(
        "--sessions has \"\(sessions)\". Use --sessions begun, or the URL of a Redis or Valkey server: --sessions redis://127.0.0.1:6379/0"
      )
    }
    do throws(StoreProblem) {
      _ = try RedisAddress(sessions)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Refuses faults and overrides whose effect depends on how many requests came before, which each replica counts for
  /// itself.
  static func requireNoCounts(at endpoints: [Endpoint]) throws {
    for endpoint in endpoints {
      let rules = endpoint.configuration.faults + endpoint.configuration.answers
      guard let rule = rules.first(where: { $0.times != nil || $0.rate != nil }) else { continue }
      let word = rule.times == nil ? "rate" : "times"
      throw WorkFailure(
        "endpoint.yaml of \(endpoint.name) has \(word) at a fault or an answer of operation \"\(rule.operation)\". Replicas with a session store do not count requests together. Remove \(word), or send the header Understudy-Fault with the requests that are to fail."
      )
    }
  }

  /// Opens the store, and checks it; nil without `--sessions`.
  ///
  /// - Throws: `WorkFailure` if the store is unreachable or not safe for sessions.
  func open(
    _ configuration: EngineConfiguration, _ folders: ListenerFolders, _ endpoints: [Endpoint]
  ) async throws -> SharedSessions? {
    guard let sessions else { return nil }
    if configuration.reachesUpstream {
      throw WorkFailure(
        "With --sessions, no request may reach the real API, which all replicas would have to do in the same order. Use --on-miss error or fake."
      )
    }
    let idle = configuration.sessionIdleSeconds
    let name = String(UInt64.random(in: .min ... .max), radix: 16)
    let tokens: @Sendable () -> String = { "\(String(UInt64.random(in: .min ... .max), radix: 16))\(name)" }
    guard sessions != "begun" else {
      return SharedSessions(
        store: MemorySessionStore(isAlone: true, idleSeconds: idle), seal: EntrySeal(password: "", prefix: ""),
        idleSeconds: idle, tokens: tokens)
    }
    #if Redis
      let settings = try Self.settings(configuration, folders, endpoints).hex
      do throws(StoreProblem) {
        let address = try RedisAddress(sessions)
        let password = Terminal.variable(Self.passwordVariable).flatMap { $0.isEmpty ? nil : $0 }
        let store = try RedisSessionStore(
          address, password: password, mayLose: storeMayLose, replica: name, idleSeconds: idle)
        try await store.check()
        return SharedSessions(
          store: store,
          seal: EntrySeal(password: password ?? "", prefix: address.prefix, settings: settings), idleSeconds: idle,
          tokens: tokens)
      } catch {
        throw WorkFailure("\(error)")
      }
    #else
      throw WorkFailure(
        "This program was built without support for Redis and Valkey. Build it with the package trait Redis, as the guide \"Run it for a team\" shows."
      )
    #endif
  }

  /// Identifies what answers depend on besides the recordings, which are too many to be read at the start: version,
  /// options, `endpoint.yaml` with its manifests, and the files of the schema.
  private static func settings(
    _ configuration: EngineConfiguration, _ folders: ListenerFolders, _ endpoints: [Endpoint]
  ) throws(RecordingError) -> ContentHash {
    var bytes: [UInt8] = []
    for option in [
      Run.version, configuration.mode.rawValue, configuration.onMiss.rawValue, "\(configuration.missStatus)",
      "\(configuration.isStrict) \(configuration.isLenient) \(configuration.derives)",
      configuration.exhausted.rawValue, configuration.timing.rawValue,
      "\(configuration.maximumBatch) \(configuration.fakeTick ?? 0)",
      "\(folders.seed) \(folders.learns) \(folders.fakes)",
    ] {
      bytes.appendPart(option.utf8)
    }
    let schemas = try SchemaFiles(folder: folders.schemas)
    for endpoint in endpoints {
      bytes.appendPart(endpoint.name.utf8)
      let folder = EndpointFolder(name: endpoint.name, below: folders.recordings)
      let manifests = endpoint.configuration.persistedQueries.map { $0.path(below: folder.path) }
      for path in [folder.configurationPath] + manifests {
        if let file = try FileReading.bytes(ifPresent: path) { bytes.appendPart(file) }
      }
      for path in try schemas.stamps(of: endpoint.name).keys.sorted() {
        // The folders of fixtures decide when they apply.
        bytes.appendPart(path.utf8.dropFirst(folders.schemas.utf8.count))
        bytes.appendPart(try FileReading.bytes(of: path))
      }
    }
    return ContentHash(of: bytes)
  }
}
