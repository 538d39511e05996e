import ArgumentParser
import Engine
import Maintenance
import OrderedJSON

/// `understudy check`: whether the recordings can be used.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that recordings are readable and fit their schema.",
    discussion: """
      Reads every recording, every endpoint.yaml and every schema. A finding is a line with file, line and column: a \
      file that cannot be read; an answer that can never be given, because the mutation that leads to its state is \
      missing; an operation, variables or an answer that the endpoint's schema does not have so; a schema that is not \
      right. A line with "note:" is to be known only, such as a server that does not keep to the specification.

      Examples:

        understudy check
        understudy check --endpoint countries --json
        understudy check --rules            # what endpoint.yaml's rules would change
        understudy check --rules --apply    # and do it

      Exit codes: 0 there are no findings; 1 there are; 2 the folder cannot be looked at; 64 wrong usage.

      Next: edit what was found, or understudy help record to record it again.
      """)

  @Option(help: .init("Look at this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @Flag(help: "Say what the rules of endpoint.yaml change about the recordings; nothing is written.")
  var rules = false

  @Flag(help: "With --rules: rename and rewrite the recordings as the rules want them.")
  var apply = false

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions

  @Flag(help: "Print one JSON object a line on standard output; the last is the summary.")
  var json = false

  func validate() throws {
    if apply, !rules { throw ValidationError("--apply does what --rules says: give both.") }
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
