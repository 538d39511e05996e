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

        understudy migrate
      """)

  @Option(help: "Look at this endpoint only.")
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
