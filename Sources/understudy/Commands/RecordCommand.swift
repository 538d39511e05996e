import ArgumentParser
import Engine

/// `understudy record`: a proxy in front of the real endpoint that keeps what passes.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Pass requests on to the real endpoint, and keep its answers.",
    discussion: """
      Every byte goes through unchanged; GraphQL operations are kept under recordings/<endpoint>/. Each named session \
      (header X-Understudy-Session, or the path /<endpoint>/~name) is one file, sessions/<name>-<digits>.json, written when \
      this program stops. Requests without a session are one file for each operation and set of variables. Recording the \
      same thing again changes nothing.

      The endpoint's name is the first label of the upstream's host (countries.trevorblades.com: countries); where that \
      says nothing (api, www, localhost, an address), name it with --endpoint. Without --upstream, the endpoints whose \
      endpoint.yaml names an upstream are recorded. When something is first recorded, --upstream is written there, without \
      a query and without a part of its path that looks like a key; a later run does not overwrite it.

      Examples:

        understudy record --upstream https://countries.trevorblades.com
        curl http://127.0.0.1:4000/countries -H 'content-type: application/json' \\
          -d '{"query": "{ country(code: \\"CA\\") { name capital } }"}'
        understudy record --upstream http://localhost:8080/graphql --endpoint shop
        understudy record --endpoint countries

      Exit codes: 0 stopped (Ctrl-C), and everything was saved; 1 something was not saved; 2 it could not start: no upstream, a port in use, recordings that cannot be \
      read; 64 wrong usage.

      Next: understudy replay gives the same answers without the network; understudy scan looks for secrets in them.
      """)

  @Option(
    help: .init(
      "The URL of the real endpoint, e.g. https://countries.trevorblades.com/graphql. (default: what endpoint.yaml says)",
      valueName: "URL"))
  var upstream: String?

  @Option(
    help: .init(
      "The endpoint's name: its folder below the recordings. (default: the first label of the upstream's host)",
      valueName: "name"), completion: Completions.anyEndpoint)
  var endpoint: String?

  @Flag(
    help:
      "Replace the recordings of requests without a session: those that this run does not record again are removed when it ends. Named sessions are always replaced as a whole."
  )
  var replace = false

  @Flag(help: "Keep answers with a 5xx status as well.")
  var recordErrors = false

  @Option(help: .init("How long the real endpoint may take to answer, in seconds.", valueName: "seconds"))
  var upstreamTimeout = 30.0

  @OptionGroup(title: "The real endpoint") var upstreamTLS: UpstreamTLSOptions
  @OptionGroup(title: "Recordings and schemas") var recordings: RecordingsOptions
  @OptionGroup(title: "Recordings and schemas") var schemas: SchemasOptions
  @OptionGroup(title: "Sessions") var sessions: SessionOptions
  @OptionGroup(title: "Listening") var listen: ListenOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard upstreamTimeout > 0 else { throw ValidationError("--upstream-timeout must be above 0.") }
  }

  func run() async throws {
    var configuration = EngineConfiguration(mode: .record)
    configuration.recordsErrors = recordErrors
    sessions.apply(to: &configuration)
    var folders = ListenerFolders(recordings: recordings.recordings, schemas: schemas.schemas)
    folders.endpoint = endpoint
    folders.upstream = upstream
    try await Run(
      configuration: configuration, listen: listen, output: output, upstreamTimeout: upstreamTimeout,
      upstreamTLS: upstreamTLS, folders: folders
    ) {
      try Endpoints.forRecording(
        upstream: upstream,
        name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, replaces: replace)
    }.untilStopped()
  }
}
