import Engine
import Replay

/// A report as one page that needs nothing else: no script, no font, no picture from anywhere.
enum HTMLForm {
  static func page(_ report: RunReport) -> String {
    let sections = [
      misses(report), refusals(report), written(report), inferred(report), asked(report), slowest(report),
      unused(report), coverage(report), warnings(report),
    ]
    let title = report.command.map { "\($0.words.joined(separator: " ")) with Understudy" } ?? "Understudy"
    return HTMLPage.document(title: title, body: ([head(report, title)] + sections.compactMap(\.self)))
  }

  /// The title, and the numbers that matter.
  private static func head(_ report: RunReport, _ title: String) -> String {
    var tiles = [
      tile("answered", report.answered, "good"),
      tile("exact", report.count(.exact), nil), tile("inferred", report.count(.inferred), nil),
      tile("faked", report.count(.fake), nil),
      tile("missed", report.misses.count, report.misses.isEmpty ? nil : "bad"),
      tile("refused", report.refusals.count, report.refusals.isEmpty ? nil : "bad"),
      tile("recordings never used", report.unused.count, report.unused.isEmpty ? nil : "odd"),
    ]
    if report.count(.upstream) > 0 {
      tiles.insert(tile("from the real endpoint", report.count(.upstream), "odd"), at: 4)
    }
    let ended = report.command.map { "The command ended with \($0.code). " } ?? ""
    let names = report.endpoints.joined(separator: ", ")
    return """
      <header><h1>\(title.xml)</h1>
      <p>\(ended.xml)Mode \(report.mode.xml); endpoints: \(names.xml).</p>
      <ul class="tiles">\(tiles.joined())</ul></header>
      """
  }

  private static func tile(_ label: String, _ number: Int, _ mood: String?) -> String {
    "<li\(mood.map { " class=\"\($0)\"" } ?? "")><b>\(number)</b> \(label)</li>"
  }

  /// A section with a heading; nil where there is nothing in it.
  static func section(_ heading: String, _ items: [String], _ content: (String) -> String) -> String? {
    items.isEmpty ? nil : "<section><h2>\(heading.xml)</h2>\n\(content(items.joined(separator: "\n")))\n</section>"
  }

  /// A table.
  ///
  /// - Parameters:
  ///   - columns: its heads.
  ///   - rows: its cells as text; those of a column whose head begins with `#` are numbers.
  /// - Returns: its HTML.
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
