import ArgumentParser
import Engine
import Maintenance

/// `understudy fmt`: every recording as the recorder would write it.
struct FmtCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Reformat hand-edited recordings.",
    discussion: """
      Order of members, indentation, ids of answers, names of files, and the operation's text become what the recorder \
      would write; a byte order mark goes. What is answered stays the same. A file that cannot be read is told with line and column, and \
      nothing of it is touched.

      Examples:

        understudy fmt
        understudy fmt --check              # in CI, or before a commit
        understudy fmt --endpoint countries

      Exit codes: 0 fine; 1 with --check: something would change or cannot be read; 2 a file could not be formatted; 64 \
      wrong usage.

      Next: understudy check says whether what it formatted can be given.
      """)

  @Flag(help: "Write nothing; list what would change, and end with exit code 1 if there is something.")
  var check = false

  @Option(help: .init("Look at this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
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

/// Runs a command's work; what is wrong with folders and files ends it with exit code 2.
func orWorkFailure<Result>(_ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let failure as WorkFailure {
    throw failure
  } catch {
    throw WorkFailure("\(error)")
  }
}
