import ArgumentParser
import Engine
import Maintenance
import Reports

/// `understudy coverage`: reports how much of the schemas is recorded.
struct CoverageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Report which parts of the schemas are recorded.",
    discussion: """
      Reports for each endpoint with recordings and a schema (schemas/<endpoint>.graphqls) how much of the schema is \
      recorded, and lists what is missing. A field is covered if it is selected, an argument if it is passed, an enum \
      value if it is sent or returned. The reports of understudy exec add what a test run used.

      Examples:

        understudy coverage
        understudy coverage --endpoint countries

      Exit codes: 0 reported; 2 recordings or schemas are missing or unreadable; 64 wrong usage.

      Next: record the missing parts with understudy record.
      """)

  @Option(help: .init("Report this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  func run() async throws {
    let endpoints: [Endpoint]
    do {
      endpoints = try Endpoints.forReplay(
        name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, seed: 0, onMiss: .error)
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
    let engine = Engine(
      configuration: EngineConfiguration(mode: .replay), endpoints: endpoints, upstream: nil, events: { _ in })
    let coverage = engine.coverage
    let broken = endpoints.flatMap(\.warnings).filter { $0.hasPrefix("The schema of ") }
    for warning in broken { Terminal.err("warning: \(warning)") }
    if coverage.isEmpty, !broken.isEmpty {
      throw WorkFailure("No schema beside the recordings can be used. Correct the problems above.")
    }
    guard !coverage.isEmpty else {
      let file = "\(schemas.schemas)/\(endpoints[0].name).graphqls"
      let get = endpoints[0].knowsUpstream ? "get it" : "get it, for example"
      throw WorkFailure(
        "There is no schema beside the recordings. Save one as \(file), or \(get): understudy schema fetch \(endpoints[0].shownUpstream) --output \(file)"
      )
    }
    for each in coverage { for line in CoverageText.lines(each, ofRun: false) { Terminal.out(line) } }
  }
}
