import Replay
import Requests

/// A report as one self-contained page: no script, font or picture from elsewhere.
enum HTMLForm {
  static func page(_ report: RunReport) -> String {
    let sections = [
      misses(report), unanswered(report), refusals(report), notRecorded(report), written(report), inferred(report),
      asked(report), slowest(report), unused(report), coverage(report), warnings(report),
    ]
    // The arguments are omitted, as in the JSON: they may contain a password.
    let title = report.command.map(title) ?? "Understudy"
    return HTMLPage.document(title: title, body: ([head(report, title)] + sections.compactMap(\.self)))
  }

  private static func title(_ command: RunReport.Command) -> String {
    "\(command.name) with Understudy"
  }

  private static func head(_ report: RunReport, _ title: String) -> String {
    var tiles: [String?] = [
      tile("answered", report.answered, "good"),
      tile("exact", report.count(.exact), nil), tile("inferred", report.count(.inferred), nil),
      report.count(.derived) > 0 ? tile("derived", report.count(.derived), nil) : nil,
      report.count(.introspection) > 0 ? tile("introspection", report.count(.introspection), nil) : nil,
      tile("generated", report.count(.fake), nil),
      report.count(.override) > 0 ? tile("overridden", report.count(.override), "odd") : nil,
      report.count(.upstream) > 0 ? tile("from the real API", report.count(.upstream), "odd") : nil,
      tile(
        "missed" + TextForm.distinct(report.differentMisses, of: report.missed), report.missed,
        report.missed == 0 ? nil : "bad"),
      report.unansweredCount > 0 ? tile("without an answer", report.unansweredCount, "bad") : nil,
      tile(
        "refused" + TextForm.distinct(report.differentRefusals, of: report.refused), report.refused,
        report.refused == 0 ? nil : "bad"),
    ]
    if let never = report.neverUsed { tiles.append(tile("unused recordings", never.count, "odd")) }
    let failures = report.failures.reduce(0) { $0 + $1.count }
    if failures > 0 { tiles.append(tile("not recorded", failures, "bad")) }
    let ended = report.command.map { "The command exited with \($0.code). " } ?? ""
    let names = report.endpoints.joined(separator: ", ")
    let remarks = (report.boundRemarks.failures + report.boundRemarks.others).map { "\n<p>\($0.xml).</p>" }.joined()
    return """
      <header><h1>\(title.xml)</h1>
      <p>\(ended.xml)Mode \(report.mode.xml); endpoints: \(names.xml).</p>\(report.noRequest.map { "\n<p class=\"bad\">\($0.xml)</p>" } ?? "")\(remarks)
      <ul class="tiles">\(tiles.compactMap(\.self).joined())</ul></header>
      """
  }

  private static func tile(_ label: String, _ number: Int, _ mood: String?) -> String {
    "<li\(mood.map { " class=\"\($0)\"" } ?? "")><b>\(number)</b> \(label)</li>"
  }

  /// Returns a section with a heading; nil if it is empty.
  static func section(_ heading: String, _ items: [String], _ content: (String) -> String) -> String? {
    items.isEmpty ? nil : "<section><h2>\(heading.xml)</h2>\n\(content(items.joined(separator: "\n")))\n</section>"
  }

  /// Returns a table with these heads and cells as text; columns whose head begins with `#` have numbers.
  static func table(_ columns: [String], _ rows: [[String]]) -> String {
    let numbers = columns.map { $0.hasPrefix("#") }
    func cell(_ text: String, _ column: Int, _ tag: String) -> String {
      "<\(tag)\(numbers[column] ? " class=\"number\"" : "")>\(text.xml)</\(tag)>"
    }
    let head = columns.enumerated().map { cell($1.hasPrefix("#") ? String($1.dropFirst()) : $1, $0, "th") }
    let body = rows.map { row in "<tr>\(row.enumerated().map { cell($1, $0, "td") }.joined())</tr>" }
    return
      "<table><thead><tr>\(head.joined())</tr></thead>\n<tbody>\n\(body.joined(separator: "\n"))\n</tbody></table>"
  }
}
