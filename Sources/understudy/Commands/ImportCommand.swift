import ArgumentParser
import Engine
import Interchange
import OrderedJSON
import ProxyTLS
import Recordings
import Transports

/// `understudy import`: imports captures of other tools as recordings.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import recordings from captures of another tool.",
    discussion: """
      Reads HARs (browsers, saved with content; Playwright, Polly.JS, mitmproxy) and Proxay tapes, and records their \
      GraphQL requests as `record` does, secrets redacted. Each file is one session. Skipped requests are listed with the \
      reason. Run it again to complete an interrupted import.

      Examples:

        understudy import app.har
        understudy import app.har --url https://countries.trevorblades.com
        understudy import tapes/*.yml --endpoint shop \\
          --upstream https://shop.example.com/graphql

      Exit codes: 0 imported; 2 unreadable, or nothing to import; 64 wrong usage.

      Next: understudy show lists the recordings; understudy replay serves them.
      """)

  @ArgumentParser.Argument(
    help: "The files: HARs or Proxay tapes.", completion: .file(extensions: ["har", "json", "yml", "yaml"]))
  var files: [String]

  @Option(
    help: .init(
      "The endpoint's name, and its folder's. (default: by the URL's host, as with record)",
      valueName: "name"), completion: Completions.anyEndpoint)
  var endpoint: String?

  @Option(help: .init("Import only requests whose URL starts with this.", valueName: "URL"))
  var url: String?

  @Option(help: .init("The URL of the real API, where a file does not name it.", valueName: "URL"))
  var upstream: String?

  @Option(
    name: .customLong("header"), parsing: .singleValue,
    help: .init(
      "Add this header to every request, e.g. 'Authorization: Bearer x' if the HAR lacks it. Repeatable.",
      valueName: "field"))
  var headers: [String] = []

  @Flag(help: "Import answers with a 5xx status too.")
  var recordErrors = false

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    var options = ImportOptions()
    options.endpoint = endpoint
    options.url = url
    options.upstream = upstream
    options.headers = try HeaderOption.fields(headers)
    options.recordings = recordings.recordings
    options.schemas = schemas.schemas
    options.recordsErrors = recordErrors
    do {
      let plan = try ImportPlan(try files.map { path throws(InterchangeError) in try CaptureFile(path: path) }, options)
      let reporter = Reporter(output: output, mode: .record)
      let importer = Importer(plan, options) { (body, coding, limit) throws(UpstreamError) in
        try ContentDecoding.decode(body, coding: coding, limit: limit)
      }
      printSkipped(plan)
      try await importer.run { reporter.receive($0) }
      printDestination(plan)
      reporter.summary(nil as Engine?)
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
  }

  private func printSkipped(_ plan: ImportPlan) {
    if output.json { return plan.skipped.forEach { Terminal.out(ImportText.json($0)) } }
    guard !output.quiet else { return }
    for line in ImportText.leftOut(plan) { Terminal.err(line) }
  }

  private func printDestination(_ plan: ImportPlan) {
    guard !output.quiet, !output.json else { return }
    for line in ImportText.places(plan, recordings: recordings.recordings) { Terminal.err(line) }
  }
}

/// The texts of an import: skipped requests as lines for people or JSON lines, and where the others are.
enum ImportText {
  static func leftOut(_ plan: ImportPlan) -> [String] {
    let lines = plan.skipped.map { "skipped \($0.description)" }
    guard plan.others > 0 else { return lines }
    let others =
      plan.others == 1
      ? "1 request that is not a GraphQL request" : "\(plan.others) requests that are not GraphQL requests"
    return lines + ["skipped \(others) to this endpoint"]
  }

  /// Returns a line for each endpoint: the folder of its recordings, and the next command.
  static func places(_ plan: ImportPlan, recordings: String) -> [String] {
    plan.targets.map { "Imported into \(recordings)/\($0.name). Replay it: understudy replay --endpoint \($0.name)" }
  }

  static func json(_ skipped: ImportPlan.Skipped) -> JSON {
    var members: [JSONObject.Member] = [.init("event", "leftOut"), .init("file", .string(skipped.path))]
    if let place = skipped.place {
      members += [.init("line", .int(place.line)), .init("column", .int(place.column))]
    }
    members += [.init("request", .string(skipped.title)), .init("reason", .string(skipped.reason))]
    return .object(JSONObject(members))
  }
}
