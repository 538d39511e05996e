import ArgumentParser
import Engine
import Maintenance

/// `understudy prune`: what nobody needs any more.
struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove recordings that nobody needs: unused, unreachable or replaced.",
    discussion: """
      Lists what would go and why, and removes it after a yes, or with --yes. Without --report these are answers in \
      states that no recorded mutation leads to, events of subscriptions that wait for such a state, answers that no \
      recorded session uses, and operations of which nothing is recorded. With a report \
      of `exec`, also what that run did not use; with several reports, what none of them used. The report of a run whose \
      command failed, or in which nothing was answered, is refused. With --superseded, also operations of which another \
      document of the same name is \
      known to be in use and theirs is not, by the reports and by the manifests that endpoint.yaml names. A mutation \
      after which something else was recorded is kept.

      With --sessions, only named sessions go that the reported run did not have: those of tests that were renamed or \
      deleted. Scopes of the run count as had. It must be a green run of all tests.

      Examples:

        understudy exec --report run.json -- npm test
        understudy prune --report run.json
        understudy prune --report ios.json --report android.json --yes
        understudy prune --report run.json --superseded
        understudy prune --sessions --report run.json --endpoint shop

      Exit codes: 0 done, or nothing to do, or not wanted; 2 reports or recordings cannot be read; 64 wrong usage.

      Next: run the tests again with understudy exec, then commit.
      """)

  @Option(
    name: .customLong("report"), parsing: .singleValue,
    help: .init(
      "A JSON report of `understudy exec`; what it says is unused goes. Repeatable: what none of them used goes.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var reports: [String] = []

  @Flag(help: "Take reports as they are, also of runs whose command failed, or in which nothing was answered.")
  var trustReports = false

  @Flag(help: "Remove only named sessions, those that a green run of all tests did not have. Needs --report.")
  var sessions = false

  @Flag(help: "Remove operations whose document was replaced by another one that is in use.")
  var superseded = false

  @Flag(help: "Remove without asking.")
  var yes = false

  @Option(help: .init("Look at this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup(title: "Recordings and schemas") var recordings: RecordingsOptions
  @OptionGroup(title: "Recordings and schemas") var schemas: SchemasOptions

  func validate() throws {
    guard sessions else { return }
    if reports.isEmpty {
      throw ValidationError(
        "--sessions needs the report of a green run of all tests: understudy exec --report run.json -- <the command that runs all tests>"
      )
    }
    if superseded || trustReports {
      throw ValidationError("--sessions removes sessions only: leave --superseded and --trust-reports out.")
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
    Terminal.out(pruning.summary)
    guard !pruning.isEmpty else { return }
    guard yes || (Terminal.isInteractive && Terminal.confirms("Remove them?")) else {
      Terminal.out("Nothing was removed. To do it: the same with --yes")
      return
    }
    try orWorkFailure { try pruning.carryOut() }
    Terminal.out("Removed.")
  }
}
