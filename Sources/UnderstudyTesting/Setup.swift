import EndpointConfiguration
import Engine
import Recordings

/// All that a server is started by: tests that ask for the same share one.
struct Setup: Hashable, Sendable {
  var endpoints: [String]
  var mode: Understudy.Mode
  var onMiss: Understudy.OnMiss
  /// Absolute.
  var recordings: String
  var schemas: String
  /// The real endpoint's URL; nil for that of `endpoint.yaml`.
  var upstream: String?
  var seed: UInt64
  var isStrict: Bool

  /// - Throws: for what cannot be: an unknown mode, one that writes in CI, no folder.
  init(
    _ options: Options, file: String, environment: [String: String]
  ) throws(UnderstudyError) {
    endpoints = options.endpoints
    mode = try .resolved(options.mode, environment)
    onMiss = mode == .replay ? options.onMiss : .fail
    let folders = Folders(file: file)
    recordings = try folders.recordings(options.recordings, mode: mode)
    schemas = try folders.schemas(options.schemas, recordings: recordings, mode: mode)
    upstream = mode.writes ? options.upstream : nil
    seed = options.seed
    isStrict = options.isStrict
    guard upstream == nil || endpoints.count == 1 else {
      throw UnderstudyError(
        "\"upstream\" is the URL of one endpoint, and there are \(endpoints.count): \(endpoints.joined(separator: ", ")). Name the others' in endpoint.yaml, for example: upstream: \(UpstreamURL.example)"
      )
    }
  }

  /// What a test says.
  struct Options: Sendable {
    var endpoints: [String]
    var mode: Understudy.Mode?
    var onMiss = Understudy.OnMiss.fail
    var upstream: String?
    var recordings: String?
    var schemas: String?
    var seed: UInt64
    var isStrict: Bool
  }

  var configuration: EngineConfiguration {
    var configuration: EngineConfiguration
    switch mode {
    case .replay:
      configuration = EngineConfiguration(mode: .replay)
      configuration.onMiss = onMiss.policy
    case .record: configuration = EngineConfiguration(mode: .record)
    case .fake: configuration = EngineConfiguration(mode: .fake)
    case .auto:
      configuration = EngineConfiguration(mode: .replay)
      configuration.onMiss = .record
    case .live:
      configuration = EngineConfiguration(mode: .replay)
      configuration.isLive = true
    }
    configuration.isStrict = isStrict
    configuration.keepsJournal = true
    return configuration
  }

  /// The endpoints as they are on disk.
  ///
  /// - Throws: where one is not there or cannot be read, with what to do next.
  func load() throws(UnderstudyError) -> [Endpoint] {
    do {
      return try endpoints.flatMap { try load($0) }
    } catch {
      throw UnderstudyError("\(error)\n\(advice)")
    }
  }

  private func load(_ name: String) throws -> [Endpoint] {
    switch mode {
    case .replay:
      try Endpoints.forReplay(name: name, recordings: recordings, schemas: schemas, seed: seed, onMiss: onMiss.policy)
    case .live:
      try Endpoints.forReplay(name: name, recordings: recordings, schemas: schemas, seed: seed, onMiss: .forward)
    case .record, .auto:
      try Endpoints.forRecording(upstream: upstream, name: name, recordings: recordings, schemas: schemas)
    case .fake: try Endpoints.forFaking(name: name, schemas: schemas, recordings: recordings, seed: seed)
    }
  }

  private var advice: String {
    switch mode {
    case .replay, .live:
      "To record it with this test: \(Understudy.Mode.variable)=record swift test, and upstream: \"https://…\" where the test names the endpoint."
    case .record, .auto:
      "In a test the flags are arguments: upstream: \"https://…\" beside the endpoint's name; or an endpoint.yaml in \(recordings)/<endpoint>/ says it."
    case .fake: "Looked in \(schemas)."
    }
  }
}
