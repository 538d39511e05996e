import ArgumentParser
import Maintenance
import OrderedJSON

/// `understudy check`: checks that recordings are usable.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that files are readable and fit the schema.",
    discussion: """
      Reads every recording, endpoint.yaml and schema. Each finding has its file, and its line and column, if there are \
      any. Findings are: files that cannot be read, answers that no recorded mutation leads to, operations, variables and answers that do not match \
      the schema, and errors in a schema. A line with "note:" is not a finding. For example, the server violates the \
      specification.

      Examples:

        understudy check
        understudy check --endpoint countries --json
        understudy check --rules            # list what the rules change
        understudy check --rules --apply    # apply them

      Exit codes: 0 no findings; 1 findings, or changes that --rules lists; 2 the folder cannot be read; 64 wrong usage.

      Next: edit the files, or record again with understudy record.
      """)

  @Option(help: .init("Check this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @Flag(help: "List what the rules of endpoint.yaml change in the recordings. Writes nothing.")
  var rules = false

  @Flag(help: "With --rules: rename and rewrite the recordings.")
  var apply = false

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  @Flag(help: "Print one JSON object a line on standard output; the last is the summary.")
  var json = false

  func validate() throws {
    if apply, !rules { throw ValidationError("--apply needs --rules: pass both.") }
  }

  func run() async throws {
    if rules { return try RulesRun(command: self).run() }
    let check: RecordingsCheck
    do {
      check = try RecordingsCheck(recordings: recordings.recordings, schemas: schemas.schemas, endpoint: endpoint)
    } catch {
      throw WorkFailure("\(error)")
    }
    for finding in check.findings + check.notes {
      if json { Terminal.out(finding.json) } else { Terminal.out(finding.description) }
    }
    if json { Terminal.out(check.summaryJSON) } else { Terminal.out(check.summary) }
    if !check.findings.isEmpty { throw ExitCode(1) }
  }
}
