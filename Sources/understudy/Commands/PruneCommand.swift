import ArgumentParser
import Maintenance

/// `understudy prune`: removes unused recordings.
struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove unused recordings.",
    discussion: """
      Lists recordings to remove and why, then asks. Without --report: answers that no session and no recorded mutation \
      leads to. With reports of `exec`: also what none of these runs used. A mutation that other recordings follow is kept.

      With --sessions: only sessions of renamed or deleted tests, which the run in the report did not have. The report \
      must be of a passing run of all tests.

      Examples:

        understudy exec --report run.json -- npm test
        understudy prune --report run.json
        understudy prune --report ios.json --report android.json --yes
        understudy prune --report run.json --superseded
        understudy prune --sessions --report run.json --endpoint shop

      Exit codes: 0 done, or nothing to do; 2 unreadable; 64 wrong usage.

      Next: run the tests again with understudy exec, then commit.
      """)

  @Option(
    name: .customLong("report"), parsing: .singleValue,
    help: .init(
      "A JSON report of `understudy exec`. Repeatable.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var reports: [String] = []

  @Flag(help: "Accept reports of failed or empty runs.")
  var trustReports = false

  @Flag(help: "Remove sessions that the run of --report did not have.")
  var sessions = false

  @Flag(help: "Also remove operations whose document was replaced, by reports and manifests.")
  var superseded = false

  @Flag(help: "Remove without asking.")
  var yes = false

  @Option(help: .init("Prune this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  func validate() throws {
    guard sessions else { return }
    if reports.isEmpty {
      throw ValidationError(
        "--sessions needs the report of a passing run of all tests: understudy exec --report run.json -- <the command that runs all tests>"
      )
    }
    if superseded || trustReports {
      throw ValidationError("--sessions removes only sessions. Remove --superseded and --trust-reports.")
    }
  }

  func run() throws {
    let pruning = try orWorkFailure {
      if sessions {
        return try RecordingsPruning(sessionsIn: recordings.recordings, endpoint: endpoint, reports: reports)
      }
      return try RecordingsPruning(
        recordings: recordings.recordings, endpoint: endpoint, schemas: schemas.schemas, reports: reports,
        trustsReports: trustReports, superseded: superseded)
    }
    for line in pruning.lines { Terminal.out(line) }
    for note in pruning.notes { Terminal.err("note: \(note)") }
    if !yes || pruning.isEmpty { Terminal.out(pruning.summary) }
    guard !pruning.isEmpty else { return }
    guard yes || (Terminal.isInteractive && Terminal.confirms("Remove them?")) else {
      Terminal.out("Nothing was removed. To remove them, add --yes.")
      return
    }
    try orWorkFailure { try pruning.carryOut() }
    Terminal.out(yes ? pruning.summary(isDone: true) : "Removed.")
  }
}
