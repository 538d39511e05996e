import Foundation

/// The settings of a listener. Tests with the same settings share one.
struct Setup: Hashable, Sendable {
  var endpoints: [String]
  var mode: Understudy.Mode
  var onMiss: Understudy.OnMiss
  /// Absolute.
  var recordings: String
  var schemas: String
  /// The URL of the real API; nil for that in `endpoint.yaml`.
  var upstream: String?
  var seed: UInt64
  var isStrict: Bool

  /// - Throws: `UnderstudyError` for an unknown mode, a mode that writes in CI, and a missing folder.
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
    guard Int(exactly: seed) != nil else {
      throw UnderstudyError("\"seed\" is above the largest seed, \(Int.max). Choose a smaller one.")
    }
    guard upstream == nil || endpoints.count == 1 else {
      throw UnderstudyError(
        "\"upstream\" is the URL of one endpoint, and there are \(endpoints.count): \(endpoints.joined(separator: ", ")). Put each URL into its endpoint.yaml, for example: upstream: https://api.example.com/graphql"
      )
    }
  }

  /// The arguments of a test.
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

  /// The settings of its listener.
  var settings: [String: Understudy.JSONValue] {
    var settings: [String: Understudy.JSONValue] = [
      "mode": .string(mode.rawValue), "endpoints": .array(endpoints.map { .string($0) }),
      "recordings": .string(recordings), "schemas": .string(schemas), "journal": true,
    ]
    if mode == .replay { settings["onMiss"] = .string(onMiss.word) }
    if isStrict, mode == .replay || mode == .auto { settings["strict"] = true }
    if mode == .fake || onMiss == .fake { settings["seed"] = .int(Int(seed)) }
    settings["upstream"] = upstream.map { .string($0) }
    return settings
  }

  /// The command that records a test.
  func rerun(_ filter: String) -> String {
    let exec = ProcessInfo.processInfo.environment["UNDERSTUDY_RERUN"] ?? ""
    return "\(exec.isEmpty ? "\(Understudy.Mode.variable)=record" : exec) swift test --filter \(filter)"
  }

  /// The remedy if the program cannot serve the endpoints.
  var advice: String {
    switch mode {
    case .replay, .live:
      "To record it, \(upstream == nil ? "add upstream: \"https://…\" where the test names the endpoint, and " : "")run \(Understudy.Mode.variable)=record swift test."
    case .record, .auto:
      "Name the real API: upstream: \"https://…\" where the test names the endpoint, or upstream: https://… in \(recordings)/<endpoint>/endpoint.yaml."
    case .fake: "Save the schema as \(schemas)/\(endpoints.first ?? "NAME").graphqls."
    }
  }
}
