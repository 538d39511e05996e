import ArgumentParser
import Interchange

/// `understudy manifest`: reports which operations of a client's manifest are recorded.
struct ManifestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest",
    abstract: "Report which operations of a manifest are recorded.",
    discussion: """
      A manifest is the list of operations that a client's build writes: Apollo's persisted query manifest, the older \
      operationOutput.json, or Relay's map of persisted queries.

      Examples:

        understudy manifest persisted-query-manifest.json --endpoint countries
        understudy manifest persisted_queries.json --endpoint countries --json

      Exit codes: 0 every operation is recorded; 1 an operation is not recorded, or its name or type contradicts its \
      text; 2 the manifest is unreadable, or belongs to another endpoint; 64 wrong usage.

      Next: record the missing operations with understudy record.
      """)

  @ArgumentParser.Argument(help: "The manifest: a JSON file.", completion: .file(extensions: ["json"]))
  var file: String

  @Option(
    help: .init("The endpoint. (default: the only endpoint)", valueName: "name"),
    completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  @Flag(help: "Print one JSON object a line on standard output; the last is the summary.")
  var json = false

  func run() async throws {
    let coverage: ManifestCoverage
    do {
      coverage = try ManifestCoverage(
        file, endpoint: endpoint, recordings: recordings.recordings, schemas: schemas.schemas)
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
    if json {
      for line in coverage.json { Terminal.out(line) }
    } else {
      for line in coverage.lines { Terminal.out(line) }
    }
    if !coverage.missing.isEmpty || !coverage.findings.isEmpty { throw ExitCode(1) }
  }
}
