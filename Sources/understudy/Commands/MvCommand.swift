import ArgumentParser
import Engine

/// `understudy mv`: an operation gets another name.
struct MvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv",
    abstract: "Rename an operation, with all that was recorded of it.",
    discussion: """
      An operation's name is part of what is asked, so a client that calls it otherwise asks for something else. This \
      renames its document, its folder and the files in it, and the name where endpoint.yaml mentions it; states keep \
      their names. If the new name is that of another operation, nothing is done. Exit code: 0 done; 1 done, but \
      places in endpoint.yaml have to be edited by hand; 2 not done.

        understudy mv LaunchList Launches
        understudy mv --endpoint countries query-20474f2b CountryList     # gives an anonymous one a name
      """)

  @Argument(help: "The operation's name; for an anonymous one its folder, e.g. query-20474f2b.")
  var old: String

  @Argument(help: "Its name from now on.")
  var new: String

  @Option(help: "The endpoint, if more than one has recorded an operation of this name.")
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  func run() throws {
    let move = try orWorkFailure {
      try OperationMove(
        old, to: new, recordings: recordings.recordings, endpoint: endpoint, schemas: schemas.schemas)
    }
    for line in move.lines { Terminal.out(line) }
    for note in move.notes { Terminal.err("note: \(note)") }
    for line in move.byHand { Terminal.err(line) }
    if !move.byHand.isEmpty { throw ExitCode(1) }
  }
}
