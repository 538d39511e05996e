import ArgumentParser
import Maintenance
import Requests

/// `understudy mv`: renames an operation or a named session.
struct MvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv",
    abstract: "Rename an operation or a session.",
    discussion: """
      Use it when a client renames an operation, whose name is part of the request. It renames the document, its folder \
      and files, and its name in endpoint.yaml. The new name must not exist yet.

      With --session, it renames a session: use it when you rename a test. The name of a test file or class renames the \
      sessions of all its tests.

      Examples:

        understudy mv LaunchList Launches
        understudy mv query-20474f2b CountryList --endpoint countries
        understudy mv --session tests.py::test_add tests.py::test_buy --endpoint shop
        understudy mv --session tests.py test_shop.py --endpoint shop

      The second example renames an operation without a name. To list operations: understudy show. To list sessions: \
      understudy show --sizes

      Exit codes: 0 done; 1 done, but edit endpoint.yaml by hand; 2 not done; 64 wrong usage.

      Next: understudy check.
      """)

  @Flag(help: "Rename a named session, not an operation.")
  var session = false

  @Argument(
    help: "The operation's name; if it has none, its folder, e.g. query-20474f2b. With --session: the session's name.",
    completion: Completions.operationsOrSessions)
  var old: String

  @Argument(help: "The new name.")
  var new: String

  @Option(
    help: .init(
      "The endpoint. Required if several endpoints have the operation; with --session, rename in this endpoint only.",
      valueName: "name"),
    completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  func run() throws {
    if session {
      let move = try orWorkFailure {
        try SessionMove(old, to: new, recordings: recordings.recordings, endpoint: endpoint)
      }
      for line in move.lines { Terminal.out(line) }
      return
    }
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
