import ArgumentParser
import Engine

/// `understudy fake`: serves answers generated from a schema.
struct FakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fake",
    abstract: "Generate answers from a schema.",
    discussion: """
      Serves each schema in ./schemas (SDL, or introspection in .json) at http://127.0.0.1:4000/<file name>. The same seed \
      gives the same answers on every machine. If ./recordings has the endpoint, recorded objects are part of the data.

      Mutations change the data of their session (X-Understudy-Session, or /<endpoint>/~name) and of no other. \
      Subscriptions report these changes.

      Examples:

        understudy fake
        understudy fake --endpoint countries --seed 7
        understudy fake --error-rate 5% --latency 100-300ms
        understudy fake --endpoint countries --explain   # how values are made

      Exit codes: 0 stopped (Ctrl-C); 2 could not start; 64 wrong usage.

      Next: set values under "fakes" in endpoint.yaml, or with directives in the schema. All options: understudy fake --help-all
      """)

  @Option(help: .init("Serve this endpoint only.", valueName: "name"), completion: Completions.fakedEndpoints)
  var endpoint: String?

  @Option(help: .init("The seed of the data.", valueName: "number"))
  var seed: UInt64 = 0

  @Flag(name: .customLong("no-learn"), help: "Do not use recordings: generate everything.")
  var noLearn = false

  @Flag(help: "Print what each type and field generates, and exit.")
  var explain = false

  @OptionGroup var fakes: FakeOptions
  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var validation: ValidationOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var log: LogOptions
  @OptionGroup var shared: SharedSessionOptions
  @OptionGroup var proxy: ForwardProxyOptions
  @OptionGroup var listen: ListenOptions
  @OptionGroup var draining: DrainOptions

  func run() async throws {
    if explain {
      let endpoints = try orWorkFailure {
        try Endpoints.forFaking(
          name: endpoint, schemas: schemas.schemas, recordings: recordings.recordings, seed: seed,
          overrides: fakes.overrides, learns: !noLearn)
      }
      for endpoint in endpoints { print(endpoint.worldExplanation) }
      return
    }
    var configuration = EngineConfiguration(mode: .fake)
    if let latency = fakes.latency { configuration.delayFakes(milliseconds: latency.milliseconds, seed: seed) }
    configuration.fakeTick = fakes.tick?.milliseconds
    configuration.isLenient = validation.lenient
    var folders = ListenerFolders(recordings: recordings.recordings, schemas: schemas.schemas)
    folders.endpoint = endpoint
    folders.seed = seed
    folders.fakes = fakes.overrides
    folders.learns = !noLearn
    try await Run(
      configuration: configuration, listen: listen, output: output, log: log, drain: draining.seconds, proxy: proxy,
      sharedSessions: shared,
      folders: folders
    ) {
      try Endpoints.forFaking(
        name: endpoint, schemas: schemas.schemas, recordings: recordings.recordings, seed: seed,
        overrides: fakes.overrides, learns: !noLearn)
    }.untilStopped()
  }
}
