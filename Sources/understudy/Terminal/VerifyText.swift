import EndpointConfiguration
import Maintenance
import OrderedJSON
import Recordings
import Synchronization

/// Prints a verification: findings on standard output, progress on standard error.
final class VerifyText: Sendable {
  private let json: Bool
  private let tellsValues: Bool
  /// The progress bar of a terminal, and the last tenth that was printed elsewhere.
  private let state = Mutex<(bar: ProgressBar, tenth: Int)>((ProgressBar(), 0))
  private let hasBar: Bool

  init(json: Bool, tellsValues: Bool) {
    self.json = json
    self.tellsValues = tellsValues
    hasBar = Terminal.showsProgress
  }

  func warn(_ warnings: [String]) { for warning in warnings { Terminal.err("warning: \(warning)") } }

  func print(_ event: VerifyEvent) {
    state.withLock { state in
      switch event {
      case .progress(let done, let total, let next): progress(done, total, next, &state)
      case .began(let endpoint, let url, let count):
        // "Up to": a request is skipped if a credential or an id for it is missing.
        note("\(endpoint): up to \(count == 1 ? "1 request" : "\(count) requests") to \(url)", &state)
      case .waiting(let url, let said, let seconds):
        note("\(url) limits the rate of requests (\(said)): waiting \(seconds) s", &state)
      case .failed(_, let why): note("understudy: \(why)", &state)
      case .found(let finding):
        if finding.severity == .value, !tellsValues { return }
        out(json ? finding.json.compactText : shown(finding), &state)
      case .replaced(let path, let what):
        let line: JSON = ["event": "sentInstead", "file": .string(path), "what": .string(what)]
        if json || tellsValues {
          out(json ? line.compactText : RecordingError.printable("\(path): sent: \(what)"), &state)
        }
      case .updated(let path):
        let line: JSON = ["event": "updated", "file": .string(path)]
        out(json ? line.compactText : RecordingError.printable("\(path): updated"), &state)
      case .kept(let path, let why):
        let line: JSON = ["event": "notUpdated", "file": .string(path), "why": .string(why)]
        out(json ? line.compactText : RecordingError.printable("\(path): not updated: \(why)"), &state)
      }
    }
  }

  /// Prints the summary.
  func end(_ report: VerifyReport) {
    state.withLock { state in
      guard json else {
        for line in report.lines(tellsValues: tellsValues) { out(RecordingError.printable(line), &state) }
        return
      }
      for reason in report.skipped.reasons {
        let files = report.skipped.files(reason)
        let line: JSON = [
          "event": "notAsked", "count": .int(files.count), "why": .string(reason.text(files.count)),
          "files": .array(files.map { .string($0) }),
        ]
        out(line.compactText, &state)
      }
      out(report.json.compactText, &state)
    }
  }

  // MARK: Lines

  private func progress(_ done: Int, _ total: Int, _ next: String, _ state: inout (bar: ProgressBar, tenth: Int)) {
    if hasBar {
      let line = ProgressBar.line(
        done: done, of: total, next: RecordingError.printable(next), width: Terminal.errorWidth)
      return Terminal.raw(state.bar.show(line))
    }
    // A log gets a line only for each tenth.
    let tenth = total == 0 ? 0 : done * 10 / total
    guard total >= 20, tenth > state.tenth, tenth < 10 else { return }
    state.tenth = tenth
    Terminal.err("\(done) of \(total) done")
  }

  private func note(_ line: String, _ state: inout (bar: ProgressBar, tenth: Int)) {
    Terminal.raw(state.bar.clear())
    Terminal.err(line)
  }

  private func out(_ line: String, _ state: inout (bar: ProgressBar, tenth: Int)) {
    Terminal.raw(state.bar.clear())
    Terminal.out(line)
  }

  private func shown(_ finding: VerifyFinding) -> String {
    guard Terminal.isColored else { return finding.description }
    let color = finding.severity == .error ? "31" : finding.severity == .warning ? "33" : "2"
    let word = " \(finding.severity.rawValue): "
    guard let range = finding.description.firstRange(ofText: word) else { return finding.description }
    let description = finding.description
    return
      "\(description[..<range.lowerBound]) \u{1B}[\(color)m\(finding.severity.rawValue):\u{1B}[0m \(description[range.upperBound...])"
  }
}
