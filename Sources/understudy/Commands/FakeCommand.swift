import ArgumentParser
import Engine

/// `understudy fake`: answers made up from a schema.
struct FakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fake",
    abstract: "Answer with a world that is made up from a schema alone.",
    discussion: """
      Every schema in ./schemas (SDL in .graphqls or .graphql, or introspection in .json) is served at \
      http://127.0.0.1:4000/<file name>. The same seed gives the same answers, on every machine and in every order of \
      asking. Operations are validated; `validation` and `ignoreRules` in recordings/<file name>/endpoint.yaml say how \
      strictly.

      Recordings of the same name below ./recordings are learned from: what was recorded is in the world as it is, and \
      made-up values are drawn from recorded ones.

      Mutations change the world of the session that sends them (X-Understudy-Session, or /<endpoint>/~<session>), and of \
      no other; POST /__understudy/sessions/<session>/reset starts one over. Subscriptions are told of what the mutations \
      of their session change, and with --tick of something else each so often.

      Examples:

        understudy fake
        understudy fake --endpoint countries --seed 7
        understudy fake --error-rate 5% --latency 100-300ms
        understudy fake --endpoint countries --explain   # what was inferred

      Exit codes: 0 it was ended (Ctrl-C); 2 it could not start: no schema, one that is wrong, a port in use; 64 wrong \
      usage.

      Next: directives in the schema say values otherwise; see "Fakes" in the README.
      """)

  @Option(help: .init("Serve this endpoint only.", valueName: "name"), completion: Completions.fakedEndpoints)
  var endpoint: String?

  @Option(help: .init("Another seed makes another world.", valueName: "number"))
  var seed: UInt64 = 0

  @Flag(name: .customLong("no-learn"), help: "Make everything up, and use nothing of what was recorded.")
  var noLearn = false

  @Flag(help: "Print what was inferred for each type and field, and end.")
  var explain = false

  @OptionGroup(title: "What is made up") var fakes: FakeOptions
  @OptionGroup(title: "Recordings and schemas") var recordings: RecordingsOptions
  @OptionGroup(title: "Recordings and schemas") var schemas: SchemasOptions
  @OptionGroup(title: "Listening") var listen: ListenOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    if explain {
      let endpoints = try Endpoints.forFaking(
        name: endpoint, schemas: schemas.schemas, recordings: recordings.recordings, seed: seed,
        overrides: fakes.overrides, learns: !noLearn)
      for endpoint in endpoints { print(endpoint.worldExplanation) }
      return
    }
    var configuration = EngineConfiguration(mode: .fake)
    if let latency = fakes.latency { configuration.delayFakes(milliseconds: latency.milliseconds, seed: seed) }
    configuration.fakeTick = fakes.tick?.milliseconds
    var folders = ListenerFolders(recordings: recordings.recordings, schemas: schemas.schemas)
    folders.endpoint = endpoint
    folders.seed = seed
    folders.fakes = fakes.overrides
    folders.learns = !noLearn
    try await Run(configuration: configuration, listen: listen, output: output, folders: folders) {
      try Endpoints.forFaking(
        name: endpoint, schemas: schemas.schemas, recordings: recordings.recordings, seed: seed,
        overrides: fakes.overrides, learns: !noLearn)
    }.untilStopped()
  }
}
