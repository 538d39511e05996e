import ArgumentParser
import Maintenance
import OrderedJSON
import Recordings
import Redaction

/// `understudy scan`: looks for secrets in the recordings.
struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Look for secrets in the recordings.",
    discussion: """
      Checks the content and the name of every file in ./recordings, including files that Understudy did not write. A \
      finding has the place and the kind, never the value. Use it in a pre-commit hook and in CI.

      Examples:

        understudy scan
        understudy scan --endpoint countries --json

      Exit codes: 0 no secrets; 1 secrets found; 2 a file could not be read; 64 wrong usage.

      Next: add the places under `redact` in endpoint.yaml, remove the file, and record again.
      """)

  @Option(help: .init("Scan this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions

  @Flag(help: "Print one JSON object a line on standard output; the last is the summary.")
  var json = false

  func run() async throws {
    let summary: FolderScan.Summary
    do {
      summary = try FolderScan(folder: recordings.recordings, endpoint: endpoint).run { line in
        if json { Terminal.out(ScanText.json(line)) } else { ScanText.print(line) }
      }
    } catch {
      throw WorkFailure("\(error)")
    }
    if json {
      Terminal.out(ScanText.json(summary))
    } else {
      if summary.secrets > 0 { Terminal.out(SecretFinding.advice) }
      Terminal.out(ScanText.line(summary))
    }
    // As in grep, an error takes precedence over a finding.
    if summary.unread > 0 { throw ExitCode(2) }
    if summary.secrets > 0 { throw ExitCode(1) }
  }
}
