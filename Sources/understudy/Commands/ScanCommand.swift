import ArgumentParser
import Maintenance
import OrderedJSON
import Recordings
import Redaction

/// `understudy scan`: whether anything below the recordings looks like a secret.
struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Look for secrets in the recordings.",
    discussion: """
      Every file below ./recordings is looked at, with its name, also such as were not written by this program. A \
      finding says place and kind, never the value. It is made for a pre-commit hook and for CI.

      Examples:

        understudy scan
        understudy scan --endpoint countries --json

      Exit codes: 0 there are none; 1 there are; 2 something could not be looked at; 64 wrong usage.

      Next: name what it found under `redact` in endpoint.yaml, remove the file, and record it again.
      """)

  @Option(help: .init("Look at this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @OptionGroup var recordings: RecordingsOptions

  @Flag(help: "Print one JSON object a line on standard output; the last is the summary.")
  var json = false

  func run() async throws {
    let summary: FolderScan.Summary
    do {
      summary = try FolderScan(folder: recordings.recordings, endpoint: endpoint).run { line in
        if json { Terminal.out(ScanText.json(line)) } else { ScanText.tell(line) }
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
    // As with grep: what is not known weighs more than what is.
    if summary.unread > 0 { throw ExitCode(2) }
    if summary.secrets > 0 { throw ExitCode(1) }
  }
}
