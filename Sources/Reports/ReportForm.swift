import OrderedJSON

/// A format of a report.
package enum ReportForm: String, Sendable, CaseIterable {
  case text
  case json
  case junit
  case github
  case html

  /// Finds the format of a file's ending, e.g. `reports/understudy.xml`; nil for an unknown ending.
  package init?(file: String) {
    let name = file.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "txt", "text", "log": self = .text
    case "json": self = .json
    case "xml": self = .junit
    case "html", "htm": self = .html
    default: return nil
    }
  }

  /// Returns the report in this format, ending in a newline. `page` returns it as an HTML page.
  package func text(of report: RunReport, page: () -> String = { "" }) -> String {
    switch self {
    case .text: TextForm.lines(report, isWhole: true).joined(separator: "\n") + "\n"
    case .json: JSONForm.object(report).prettyText + "\n"
    case .junit: JUnitForm.document(report)
    case .github: GitHubForm.lines(report).map { $0 + "\n" }.joined()
    case .html: page()
    }
  }
}
