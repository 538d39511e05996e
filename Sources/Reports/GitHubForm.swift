import Engine
import Replay
import Requests

/// A report as GitHub's workflow commands: annotations at the recording or operation file nearest to a miss.
enum GitHubForm {
  /// GitHub shows ten errors of a step, and silently drops the rest.
  private static let limit = 10

  static func lines(_ report: RunReport) -> [String] {
    let noRequest = report.noRequest.map { [error(title: "No request", file: nil, text: $0)] } ?? []
    let errors =
      noRequest
      + report.misses.map { miss in
        error(
          title: "Not recorded: \(miss.request.title)", file: report.file(of: miss), text: report.text(of: miss))
      }
      + report.refusalsAndEscapes.map { error(title: "Refused: \($0.requestLine)", file: nil, text: $0.message) }
      + report.unanswered.map { error(title: "No answer: \($0.title)", file: nil, text: $0.text) }
      + report.failures.map { error(title: "Not recorded: \($0.title)", file: nil, text: $0.text) }
    var lines = errors
    if errors.count > limit || report.unlistedFailures > 0 {
      lines = Array(errors.prefix(limit - 1))
      let rest = errors.count - lines.count + report.unlistedFailures
      let remarks = report.boundRemarks.failures.map { " \($0)." }.joined()
      lines.append(
        error(
          title: "\(rest) more", file: nil,
          text: "\(rest) more misses, refusals and failures: see the log or the report.\(remarks)"))
    }
    let notRecorded = report.notRecorded
    if !notRecorded.isEmpty {
      let more = notRecorded.count > 20 ? "\nand \(notRecorded.count - 20) more" : ""
      let text = notRecorded.prefix(20).map(\.text).joined(separator: "\n") + more
      lines.append("::warning title=\(property("Not recorded"))::\(data(text))")
    }
    if !report.warnings.isEmpty {
      let text = report.warnings.prefix(20).joined(separator: "\n")
      lines.append("::warning title=Understudy::\(data(text))")
    }
    if !report.inferred.isEmpty {
      lines.append(
        "::notice title=\(property("Inferred answers"))::\(data(InferredText.lines(report.inferred).joined(separator: "\n")))"
      )
    }
    let derived = DerivedText.lines(report.usages.map(\.use))
    if !derived.isEmpty {
      lines.append("::notice title=\(property("Derived answers"))::\(data(derived.joined(separator: "\n")))")
    }
    if let never = report.neverUsed {
      let files = never.files
      let whole = never.idle.map { "\($0.endpoint): all \($0.count) (no requests to this endpoint)" }
      let shown = (whole + files.prefix(20)).joined(separator: "\n")
      let more = files.count > 20 ? "\nand \(files.count - 20) more" : ""
      lines.append(
        "::notice title=\(property("Unused: \(TextForm.counted(never.count, "recording"))"))::\(data(shown + more))"
      )
    }
    return lines
  }

  private static func error(title: String, file: String?, text: String) -> String {
    let place = file.map { "file=\(property($0)),line=1," } ?? ""
    return "::error \(place)title=\(property(title))::\(data(text))"
  }

  /// Escapes a command's message.
  private static func data(_ text: String) -> String { escaped(text, besides: []) }

  /// Escapes a property's value, which more characters would end.
  private static func property(_ text: String) -> String { escaped(text, besides: [":", ","]) }

  private static func escaped(_ text: String, besides more: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where more.contains(scalar): result += "%3A"
      case "," where more.contains(scalar): result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
