import ArgumentParser
import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import SchemaSources

/// `understudy fixture add`: saves a query with its generated answer, for editing.
struct FixtureAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Save a query with its generated answer, and edit the answer.",
    discussion: """
      Writes schemas/<endpoint>.fixtures/<name>.graphql and <name>.json. From then on, the generated data has exactly \
      this answer, and everything else agrees with it.

      Examples:

        understudy fixture add '{ countries { code name } }' --endpoint countries
        understudy fixture add - --endpoint shop --edit < query.graphql

      Exit codes: 0 saved; 1 saved, but the answer has problems; 2 the query is invalid, or cannot be saved; 64 wrong \
      usage.

      Next: start understudy fake. It uses the fixtures. For those of a set: understudy fake --fixtures empty-team
      """)

  @ArgumentParser.Argument(help: "The query, or - for standard input.")
  var query: String

  @Option(
    help: .init("The endpoint. Needed if there are several schemas.", valueName: "name"),
    completion: Completions.fakedEndpoints)
  var endpoint: String?

  @Option(help: .init("The name of the files. (default: the operation's name, or its first field)", valueName: "name"))
  var name: String?

  @Option(help: .init("The set of fixtures to add it to. (default: none, so that it always applies)", valueName: "set"))
  var set: String?

  @Flag(help: "Open the answer in $VISUAL or $EDITOR.")
  var edit = false

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  func validate() throws {
    for (option, value) in [("--name", name), ("--set", set)] {
      guard let value, !EndpointFolder.isName(value) else { continue }
      throw ValidationError(
        "\(option): \(RecordingError.shown(.string(value))) is not a valid name. Use letters, digits, dots, dashes and underscores."
      )
    }
  }

  func run() async throws {
    do {
      try await add()
    } catch let error as ConfigurationError {
      throw WorkFailure("\(error)")
    } catch let error as RecordingError {
      throw WorkFailure("\(error)")
    }
  }

  private func add() async throws {
    let text = query == "-" ? String(decoding: try SchemaInput.standardInput(), as: UTF8.self) : query
    let endpoints = try Endpoints.forFaking(
      name: endpoint, schemas: schemas.schemas, recordings: recordings.recordings, seed: 0)
    guard endpoints.count == 1, let only = endpoints.first else {
      throw WorkFailure(
        "There are several schemas: \(endpoints.map(\.name).joined(separator: ", ")). Name one: --endpoint \(endpoints[0].name)"
      )
    }
    let source = SourceText(text, name: "the query")
    guard let answer = try only.generatedAnswer(toFixture: source) else { return }
    let path = try freePath(only.name, source)
    try FixtureFiles.write(query: text, answer: answer, to: path)
    print("Saved: \(path)\(FixtureFiles.query), \(FixtureFiles.answer)")
    if edit { try await editing(path + FixtureFiles.answer) }
    var selected = FakeConfiguration()
    selected.fixtures = set.map { [$0] }
    do {
      _ = try Endpoints.forFaking(
        name: only.name, schemas: schemas.schemas, recordings: recordings.recordings, seed: 0, overrides: selected)
    } catch let error as ConfigurationError {
      Terminal.err("\(error)\nCorrect it, then: understudy fake")
      throw ExitCode(1)
    }
    if !edit { print("Next: change values in \(path)\(FixtureFiles.answer), then: understudy fake") }
  }

  private func editing(_ file: String) async throws {
    let editor = ["VISUAL", "EDITOR"].lazy.compactMap(Terminal.variable).first { !$0.isEmpty } ?? "vi"
    let code = try await CommandRun(words: ["sh", "-c", "\(editor) \"$1\"", "sh", file], environment: [:], grace: 10)
      .untilEnd().code
    guard code == 0 else {
      throw WorkFailure(
        "The editor (\(editor)) ended with code \(code). The answer is saved. Set EDITOR to another editor, or edit \(file)."
      )
    }
  }

  /// Returns the path of the new files without their endings. Without `--name`, a name that is taken gets a number.
  private func freePath(_ endpoint: String, _ source: SourceText) throws -> String {
    let files = try FixtureFiles(of: endpoint, in: schemas.schemas)
    guard let name else {
      return try files.freePath(FixtureFiles.name(for: try GraphQLLanguage.parse(source)), inSet: set)
    }
    let path = files.path(name, inSet: set)
    guard try !FixtureFiles.isTaken(path) else {
      throw WorkFailure("\(path)\(FixtureFiles.query) exists. Choose another --name, or remove the file.")
    }
    return path
  }
}
