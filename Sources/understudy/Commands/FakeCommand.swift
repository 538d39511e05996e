import ArgumentParser
import Engine

/// `understudy fake`: answers made up from a schema.
struct FakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fake",
    abstract: "Make answers up from a schema alone.",
    discussion: """
      Every schema in ./schemas (SDL in .graphqls or .graphql, or introspection in .json) is served at \
      http://127.0.0.1:4000/<file name>. The same seed gives the same answers, on every machine and in every order of \
      asking. Operations are validated; `validation` and `ignoreRules` in recordings/<file name>/endpoint.yaml say how strictly.

        understudy fake
        understudy fake --seed 7 --endpoint countries
      """)

  @Option(help: "Serve this endpoint only.")
  var endpoint: String?

  @Option(help: "Another seed makes another world.")
  var seed: UInt64 = 0

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var listen: ListenOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await Run(configuration: EngineConfiguration(mode: .fake), listen: listen, output: output) {
      try Endpoints.forFaking(name: endpoint, schemas: schemas.schemas, recordings: recordings.recordings, seed: seed)
    }.untilStopped()
  }
}
