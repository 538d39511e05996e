import ArgumentParser
import Engine

/// `understudy replay`: serves recorded answers, without network.
struct ReplayCommand: ReplayingCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay recorded answers, without network.",
    discussion: """
      Serves each folder in ./recordings at http://127.0.0.1:4000/<folder>. A request that is not recorded gets GraphQL \
      errors that name the nearest recording. It never reaches the network.

      Give each test a session: set the header X-Understudy-Session, or use http://127.0.0.1:4000/<folder>/~name. \
      Answers depend on what the session changed before.

      Examples:

        understudy replay
        understudy replay --endpoint countries --port 0 --json
        understudy replay --on-miss fake      # generate what is not recorded
        understudy replay --strict --miss-status 500

      Exit codes: 0 stopped (Ctrl-C); 2 could not start; 64 wrong usage.

      Next: understudy exec -- COMMAND replays for a test command, and reports misses. All options: understudy replay \
      --help-all
      """)

  @Option(help: .init("Serve this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var log: LogOptions
  @OptionGroup var shared: SharedSessionOptions
  @OptionGroup var misses: MissOptions
  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var validation: ValidationOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var sessions: SessionOptions
  @OptionGroup var proxy: ForwardProxyOptions
  @OptionGroup var listen: ListenOptions
  @OptionGroup var upstreamTLS: UpstreamTLSOptions
  @OptionGroup var draining: DrainOptions

  func run() async throws {
    try await Run(
      configuration: replayConfiguration, listen: listen, output: output, log: log,
      drain: draining.seconds,
      upstreamTimeout: misses.upstreamTimeout, upstreamTLS: upstreamTLS, proxy: proxy,
      sharedSessions: shared,
      folders: folders(endpoint)
    ) {
      try Endpoints.forReplay(
        name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, seed: misses.seed,
        onMiss: misses.onMiss)
    }.untilStopped()
  }
}
