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
      their names. If the new name is that of another operation, nothing is done.

      Examples:

        understudy mv LaunchList Launches
        understudy mv query-20474f2b CountryList --endpoint countries

      The second gives an anonymous operation a name; understudy show lists both kinds.

      Exit codes: 0 done; 1 done, but places in endpoint.yaml have to be edited by hand; 2 not done; 64 wrong usage.

      Next: understudy check.
      """)

  @Argument(
    help: "The operation's name; for an anonymous one its folder, e.g. query-20474f2b.",
    completion: Completions.operations)
  var old: String

  @Argument(help: "Its name from now on.")
  var new: String

  @Option(
    help: .init("The endpoint, if more than one has recorded an operation of this name.", valueName: "name"),
    completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup(title: "Recordings and schemas") var recordings: RecordingsOptions
  @OptionGroup(title: "Recordings and schemas") var schemas: SchemasOptions

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
