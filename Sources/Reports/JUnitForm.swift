import Engine
import GraphQLLanguage
import OrderedJSON
import Replay

/// A report as JUnit XML, as Jenkins, GitLab, CircleCI, Azure and others show it: a suite for each endpoint, a case for
/// each request that was answered, a failed one for each miss; refusals are a suite of their own.
enum JUnitForm {
  static func document(_ report: RunReport) -> String {
    var suites = report.endpoints.map { endpoint in
      Suite(name: endpoint, cases: answered(report, at: endpoint) + missed(report, at: endpoint))
    }
    let own = report.refusals.map { refusal in
      Case(
        name: "\(refusal.requestLine) \(refusal.status)", classname: "understudy",
        failure: (kind: "refusal", summary: refusal.message, text: refusal.message))
    }
    let failures = report.failures.map { why in
      Case(name: "recording", classname: "understudy", failure: (kind: "not written", summary: why, text: why))
    }
    if !own.isEmpty || !failures.isEmpty { suites.append(Suite(name: "understudy", cases: own + failures)) }
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
    report.usages.filter { $0.use.endpoint == endpoint && $0.use.source != .miss }.map { usage in
      let use = usage.use
      let variables = use.variables.map { $0.isEmpty ? "" : " " + JSON.object($0).brief(limit: 100) } ?? ""
      return Case(
        name: "\(use.title)\(variables)", classname: classname(endpoint, use.session),
        output:
          "\(use.source.rawValue), \(TextForm.counted(usage.count, "time"))\(use.recording.map { ", \($0)" } ?? "")")
    }
  }

  private static func missed(_ report: RunReport, at endpoint: String) -> [Case] {
    report.misses.filter { $0.request.endpoint == endpoint }.map { miss in
      let request = miss.request
      let variables = request.variables.isEmpty ? "" : " " + JSON.object(request.variables).brief(limit: 100)
      let text = MissText.message(miss)
      return Case(
        name: "\(request.kind.rawValue) \(request.name ?? "(anonymous)")\(variables)", classname: endpoint,
        file: report.file(of: miss),
        failure: (kind: "miss", summary: text.split(separator: "\n").first.map(String.init) ?? text, text: text))
    }
  }

  private static func classname(_ endpoint: String, _ session: String) -> String {
    session == "default" || session.isEmpty ? endpoint : "\(endpoint).\(session)"
  }

  private struct Suite {
    let name: String
    let cases: [Case]

    var failures: Int { cases.count { $0.failure != nil } }

    var text: String {
      let head =
        "  <testsuite name=\"\(name.xml)\" tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\">"
      return ([head] + cases.map(\.text) + ["  </testsuite>"]).joined(separator: "\n")
    }
  }

  private struct Case {
    let name: String
    let classname: String
    var file: String?
    var output: String?
    var failure: (kind: String, summary: String, text: String)?

    var text: String {
      let place = file.map { " file=\"\($0.xml)\"" } ?? ""
      let head = "    <testcase classname=\"\(classname.xml)\" name=\"\(name.xml)\"\(place)>"
      var lines = [head]
      if let failure {
        lines.append(
          "      <failure type=\"\(failure.kind.xml)\" message=\"\(failure.summary.xml)\">\(failure.text.xml)</failure>"
        )
      }
      if let output { lines.append("      <system-out>\(output.xml)</system-out>") }
      return (lines + ["    </testcase>"]).joined(separator: "\n")
    }
  }
}

extension String {
  /// The text for XML and HTML, in text and in attributes; what XML 1.0 cannot hold becomes U+FFFD.
  var xml: String {
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
