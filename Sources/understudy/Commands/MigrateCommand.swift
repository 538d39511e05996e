import ArgumentParser
import Engine

/// `understudy migrate`: recordings in the current format.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Bring recordings of an older format to the current one.",
    discussion: """
      Each file says by its member "format" of which version it is. All recordings of an endpoint are rewritten, or \
      none: a file that is newer than this program, or cannot be read, is told with its place. There has been only \
      version 1 so far.

      Examples:

        understudy migrate
        understudy migrate --endpoint countries

      Exit codes: 0 all are of the current format now; 2 an endpoint's could not be brought there; 64 wrong usage.

      Next: understudy check.
      """)

  @Option(help: .init("Look at this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup(title: "Recordings and schemas") var recordings: RecordingsOptions

  func run() throws {
    let migration = try orWorkFailure {
      try RecordingsMigration(recordings: recordings.recordings, endpoint: endpoint)
    }
    for line in migration.lines { Terminal.out(line) }
    Terminal.out(migration.summary)
  }
}
