import Engine
import GraphQLLanguage
import OrderedJSON
import Replay
import Requests

/// A report as JUnit XML, as Jenkins, GitLab, CircleCI, Azure and others show it: a suite for each endpoint, a case for
/// each answered request, and a failed case for each miss. The class of a case is the session. Refusals are a suite of
/// their own.
enum JUnitForm {
  static func document(_ report: RunReport) -> String {
    var suites = report.endpoints.map { endpoint in
      Suite(
        name: endpoint,
        cases: answered(report, at: endpoint) + missed(report, at: endpoint) + unanswered(report, at: endpoint))
    }
    // Endpoints without requests are no suites, unless there was no request at all: a report needs a suite.
    if suites.contains(where: { !$0.cases.isEmpty }) { suites.removeAll { $0.cases.isEmpty } }
    let own = report.refusalsAndEscapes.map { refusal in
      Case(
        name: "\(refusal.requestLine) \(refusal.status)", classname: "understudy",
        failure: (kind: "refusal", summary: refusal.message, text: refusal.message))
    }
    let failures = report.failures.map { remark in
      Case(
        name: "recording of \(remark.title)", classname: "understudy",
        failure: (kind: "not recorded", summary: remark.reason, text: remark.text))
    }
    let notRecorded = report.notRecorded.map { remark in
      Case(name: "recording of \(remark.title)", classname: "understudy", skipped: "not recorded: \(remark.reason)")
    }
    let noRequest = report.noRequest.map { text in
      Case(name: "requests", classname: "understudy", failure: (kind: "no request", summary: text, text: text))
    }
    let unlisted =
      report.boundRemarks.failures.map { text in
        Case(name: "not listed", classname: "understudy", failure: (kind: "not listed", summary: text, text: text))
      } + report.boundRemarks.others.map { Case(name: "not listed", classname: "understudy", skipped: $0) }
    let cases = [noRequest].compactMap(\.self) + own + failures + notRecorded + unlisted
    if !cases.isEmpty { suites.append(Suite(name: "understudy", cases: cases)) }
    let tests = suites.reduce(0) { $0 + $1.cases.count }
    let failed = suites.reduce(0) { $0 + $1.failures }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="understudy" tests="\(tests)" failures="\(failed)" errors="0">
      \(suites.map(\.text).joined(separator: "\n"))
      </testsuites>

      """
  }

  private static func answered(_ report: RunReport, at endpoint: String) -> [Case] {
    report.usages.filter { $0.use.endpoint == endpoint && $0.use.source.isAnswer }.map { usage in
      let use = usage.use
      return Case(
        name: use.title(limit: 100), classname: classname(endpoint, use.session),
        output:
          "\(use.source.rawValue), \(TextForm.counted(usage.count, "time"))\(use.recording.map { ", \($0)" } ?? "")")
    }
  }

  private static func missed(_ report: RunReport, at endpoint: String) -> [Case] {
    report.missesOfSessions.filter { $0.miss.request.endpoint == endpoint }.map { miss, session in
      let request = miss.request
      let variables = request.variables.isEmpty ? "" : " " + JSON.object(request.variables).brief(limit: 100)
      let text = report.text(of: miss, session: session)
      return Case(
        name: "\(MissText.title(request))\(variables)", classname: classname(endpoint, session),
        file: report.file(of: miss),
        failure: (kind: "miss", summary: text.split(separator: "\n").first.map(String.init) ?? text, text: text))
    }
  }

  private static func unanswered(_ report: RunReport, at endpoint: String) -> [Case] {
    report.unanswered.filter { $0.endpoint == endpoint }.map { remark in
      Case(
        name: remark.title, classname: classname(endpoint, remark.session ?? ""),
        failure: (kind: "no answer", summary: remark.reason, text: remark.text))
    }
  }

  private static func classname(_ endpoint: String, _ session: String) -> String {
    session == "default" || session.isEmpty ? endpoint : "\(endpoint).\(session)"
  }

  private struct Suite {
    let name: String
    let cases: [Case]

    /// Numbers cases of the same name, since CI systems show only one of them.
    init(name: String, cases: [Case]) {
      self.name = name
      var counts: [String: Int] = [:]
      self.cases = cases.map { each in
        let count = counts["\(each.classname)\n\(each.name)", default: 0] + 1
        counts["\(each.classname)\n\(each.name)"] = count
        guard count > 1 else { return each }
        var other = each
        other.name += " (\(count))"
        return other
      }
    }

    var skipped: Int { cases.count { $0.skipped != nil } }
    var failures: Int { cases.count { $0.failure != nil } }

    var text: String {
      let head =
        "  <testsuite name=\"\(name.xml)\" tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\">"
      return ([head] + cases.map(\.text) + ["  </testsuite>"]).joined(separator: "\n")
    }
  }

  private struct Case {
    var name: String
    let classname: String
    var file: String?
    var output: String?
    var failure: (kind: String, summary: String, text: String)?
    /// The reason why the case is skipped.
    var skipped: String?

    var text: String {
      let place = file.map { " file=\"\($0.xml)\"" } ?? ""
      let head = "    <testcase classname=\"\(classname.xml)\" name=\"\(name.xml)\"\(place)>"
      var lines = [head]
      if let failure {
        lines.append(
          "      <failure type=\"\(failure.kind.xml)\" message=\"\(failure.summary.xml)\">\(failure.text.xml)</failure>"
        )
      }
      if let skipped { lines.append("      <skipped message=\"\(skipped.xml)\"/>") }
      if let output { lines.append("      <system-out>\(output.xml)</system-out>") }
      return (lines + ["    </testcase>"]).joined(separator: "\n")
    }
  }
}

extension String {
  /// The text escaped for XML and HTML, in text and in attributes; characters outside XML 1.0 become U+FFFD.
  package var xml: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      default:
        let isKept = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        text.unicodeScalars.append(isKept ? scalar : "\u{FFFD}")
      }
    }
    return text
  }
}
