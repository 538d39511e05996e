import ArgumentParser
import Engine
import Maintenance

/// `understudy migrate`: recordings in the current format.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Update recordings to the current format.",
    discussion: """
      The member "format" of each file is its version. All recordings of an endpoint are rewritten, or none: a file that \
      is newer than this program, or cannot be read, is reported with its place. Named sessions are checked, too. \
      There has been only version 1 of recordings so far, and version 2 of sessions.

      Examples:

        understudy migrate
        understudy migrate --endpoint countries

      Exit codes: 0 all are of the current format now; 2 an endpoint's could not be brought there; 64 wrong usage.

      Next: understudy check.
      """)

  @Option(help: .init("Look at this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions

  func run() throws {
    let migration = try orWorkFailure {
      try RecordingsMigration(recordings: recordings.recordings, endpoint: endpoint)
    }
    for line in migration.lines { Terminal.out(line) }
    Terminal.out(migration.summary)
  }
}
