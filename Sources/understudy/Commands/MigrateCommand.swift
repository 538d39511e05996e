import ArgumentParser
import Maintenance

/// `understudy migrate`: updates recordings to the current format.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Update recordings to the current format.",
    discussion: """
      The member "format" of each file is its version. Either all recordings of an endpoint are rewritten, or none. A file \
      with a newer version, or that cannot be read, is reported. The current versions are 1 for recordings, and 2 for \
      named sessions, which are only checked.

      Examples:

        understudy migrate
        understudy migrate --endpoint countries

      Exit codes: 0 all have the current format; 2 an endpoint could not be updated; 64 wrong usage.

      Next: understudy check.
      """)

  @Option(help: .init("Update this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
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
