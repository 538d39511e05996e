import ArgumentParser
import Maintenance

/// `understudy fmt`: reformats recordings as the recorder writes them.
struct FmtCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Reformat hand-edited recordings.",
    discussion: """
      Rewrites the files as the recorder would: order of members, indentation, ids of answers, file names, text of \
      operations, no byte order mark. The answers do not change. A file that cannot be read is reported with line and \
      column, and left unchanged.

      Examples:

        understudy fmt
        understudy fmt --check              # in CI, or before a commit
        understudy fmt --endpoint countries

      Exit codes: 0 formatted; 1 with --check: a file would change or is unreadable; 2 a file could not be formatted; 64 \
      wrong usage.

      Next: understudy check.
      """)

  @Flag(help: "List what would change, write nothing, and exit with 1 if there is something.")
  var check = false

  @Option(help: .init("Format this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions

  func run() throws {
    let formatting = try orWorkFailure {
      try RecordingsFormatting(recordings: recordings.recordings, endpoint: endpoint, applies: !check)
    }
    for problem in formatting.problems { Terminal.err("understudy: \(problem)") }
    for line in formatting.lines { Terminal.out(line) }
    Terminal.out(formatting.summary)
    if check, !formatting.isClean { throw ExitCode(1) }
    if !formatting.problems.isEmpty { throw ExitCode(2) }
  }
}

/// Runs a command's work, and converts its errors to `WorkFailure`: exit code 2.
func orWorkFailure<Result>(_ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let failure as WorkFailure {
    throw failure
  } catch {
    throw WorkFailure("\(error)")
  }
}
