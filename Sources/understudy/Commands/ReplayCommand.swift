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

      Examples:

        understudy replay
        understudy replay --endpoint countries --port 0 --json
        understudy replay --on-miss fake      # the rest is made up from the schema
        understudy replay --strict --miss-status 500

      Exit codes: 0 it was ended (Ctrl-C); 2 it could not start: recordings that cannot be read, a port in use; 64 wrong \
      usage.

      Next: understudy exec -- COMMAND replays around a test command, and says what was missed.
      """)

  @Option(help: .init("Serve this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var replay: ReplayOptions

  func run() async throws {
    let misses = replay.misses
    try await Run(
      configuration: replay.configuration, listen: replay.listen, output: replay.output,
      upstreamTimeout: misses.upstreamTimeout, upstreamTLS: misses.upstreamTLS, folders: replay.folders(endpoint)
    ) {
      try Endpoints.forReplay(
        name: endpoint, recordings: replay.recordings.recordings, schemas: replay.schemas.schemas, seed: misses.seed,
        onMiss: misses.onMiss)
    }.untilStopped()
  }
}
