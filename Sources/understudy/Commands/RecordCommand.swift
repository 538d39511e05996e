import ArgumentParser
import Engine

/// `understudy record`: forwards requests to the real API, and records its answers.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record the real API's answers to your client.",
    discussion: """
      Serves http://127.0.0.1:4000/<endpoint>, forwards requests to the real API, and writes recordings/<endpoint>/. \
      Answers pass unchanged. A session (the \
      header X-Understudy-Session, or the path /<endpoint>/~name) becomes one file when the program stops. A request \
      without a session becomes one file at once.

      --upstream is saved in recordings/<endpoint>/endpoint.yaml, if that has none. Without --upstream, every endpoint \
      with a saved URL is recorded. The port is also an HTTP proxy: with HTTPS_PROXY=http://127.0.0.1:4000, clients keep \
      their URLs. For https, run understudy ca first.

      Examples:

        understudy record --upstream https://countries.trevorblades.com
        curl http://127.0.0.1:4000/countries -H 'content-type: application/json' \\
          -d '{"query": "{ country(code: \\"CA\\") { name capital } }"}'
        understudy record --upstream http://localhost:8080/graphql --endpoint shop
        understudy record --endpoint countries

      Exit codes: 0 stopped (Ctrl-C), everything saved; 1 something was not saved; 2 could not start; 64 wrong usage.

      Next: understudy replay. All options: understudy record --help-all
      """)

  @Option(
    help: .init("The URL of the real API. (default: in endpoint.yaml)", valueName: "URL"))
  var upstream: String?

  @Option(
    help: .init(
      "The endpoint's name. (default: by the upstream's host)",
      valueName: "name"), completion: Completions.anyEndpoint)
  var endpoint: String?

  @Flag(help: "Replace all recordings without a session, and the ids of setups.")
  var replace = false

  @Flag(help: "Record answers with a 5xx status too.")
  var recordErrors = false

  @Option(help: .more("Seconds that the real API may take to answer.", "seconds"))
  var upstreamTimeout = 30.0

  @OptionGroup var interception: InterceptionOptions
  @OptionGroup var proxy: ForwardProxyOptions
  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var log: LogOptions
  @OptionGroup var sessions: SessionOptions
  @OptionGroup var listen: ListenOptions
  @OptionGroup var draining: DrainOptions
  @OptionGroup var upstreamTLS: UpstreamTLSOptions

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
    folders.replaces = replace
    try await Run(
      configuration: configuration, listen: listen, output: output, log: log, drain: draining.seconds,
      upstreamTimeout: upstreamTimeout,
      upstreamTLS: upstreamTLS, proxy: proxy, only: interception.only, folders: folders
    ) {
      try Endpoints.forRecording(
        upstream: upstream,
        name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, replaces: replace,
        isProxy: endpoint == nil)
    }.untilStopped()
  }
}
