import ArgumentParser
import Engine

/// `understudy replay`: the recorded answers, with no network.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Answer from recordings, with no network.",
    discussion: """
      Every folder in ./recordings is served at http://127.0.0.1:4000/<folder>. A request that was not recorded is \
      answered with GraphQL errors that say what comes nearest and how it differs; it never reaches the network. \
      Introspection that was not recorded is answered from schemas/<folder>.graphqls, or from a recorded introspection.

      An answer depends on what its session has changed before: name a session for each test with the header \
      X-Understudy-Session, or in the path, http://127.0.0.1:4000/<folder>/~name.

        understudy replay
        understudy replay --on-miss fake      # what was not recorded is made up from schemas/<endpoint>.graphqls
      """)

  @Option(help: "Serve this endpoint only.")
  var endpoint: String?

  @OptionGroup var misses: MissOptions
  @OptionGroup var sessions: SessionOptions
  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var listen: ListenOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await Run(
      configuration: misses.replayConfiguration(sessions), listen: listen, output: output,
      upstreamTimeout: misses.upstreamTimeout, upstreamTLS: misses.upstreamTLS
    ) {
      try Endpoints.forReplay(
        name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, seed: misses.seed,
        onMiss: misses.onMiss)
    }.untilStopped()
  }
}

extension MissOptions {
  /// The engine's configuration for replay with these options.
  func replayConfiguration(_ sessions: SessionOptions) -> EngineConfiguration {
    var configuration = EngineConfiguration(mode: .replay)
    configuration.onMiss = onMiss
    configuration.missStatus = missStatus
    configuration.isStrict = strict
    configuration.exhausted = exhausted
    configuration.timing = timing
    sessions.apply(to: &configuration)
    return configuration
  }
}
