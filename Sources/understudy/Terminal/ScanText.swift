import Maintenance
import OrderedJSON
import Recordings
import Redaction

/// The findings of a scan, as lines for people and as JSON lines.
enum ScanText {
  /// Prints findings on standard output, and unread or skipped files on standard error.
  static func print(_ line: FolderScan.Line) {
    switch line {
    case .finding(let finding): Terminal.out(finding.description)
    case .more(let path, let count): Terminal.out(safe("\(path): and \(count) more in this file."))
    case .unread(let error): Terminal.err("understudy: \(error)")
    case .passed(let path, let what): Terminal.err(safe("\(path): \(what)."))
    }
  }

  /// Returns, for example, `No secrets in 42 files.` or `3 secrets in 2 files; 1 could not be read.`
  static func line(_ summary: FolderScan.Summary) -> String {
    let found =
      summary.secrets == 0
      ? "No secrets in \(count(summary.files, "file"))"
      : "\(count(summary.secrets, "secret")) in \(count(summary.places, "file"))"
    return found + (summary.unread == 0 ? "." : "; \(summary.unread) could not be read.")
  }

  static func json(_ line: FolderScan.Line) -> JSON {
    switch line {
    case .finding(let finding): .object(members(of: finding))
    case .more(let path, let count): .object(["event": "more", "path": .string(path), "count": .int(count)])
    case .unread(let error):
      .object(["event": "unread", "path": .string(error.path), "message": .string(error.description)])
    case .passed(let path, let what): .object(["event": "passed", "path": .string(path), "message": .string(what)])
    }
  }

  static func json(_ summary: FolderScan.Summary) -> JSON {
    .object([
      "event": "summary", "secrets": .int(summary.secrets), "places": .int(summary.places),
      "files": .int(summary.files), "unread": .int(summary.unread),
    ])
  }

  private static func members(of finding: SecretFinding) -> JSONObject {
    var object: JSONObject = ["event": "finding", "path": .string(finding.path)]
    switch finding.place {
    case .content(let place, let path):
      object["line"] = .int(place.line)
      object["column"] = .int(place.column)
      if let path { object["jsonPath"] = .string(path.description) }
    case .fileName: object["nameOf"] = "file"
    case .folderName: object["nameOf"] = "folder"
    }
    object["kind"] = .string("\(finding.kind)")
    if let name = finding.name { object["name"] = .string(name) }
    object["message"] = .string(finding.description)
    return object
  }

  private static func count(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }

  /// Escapes control characters as `\u{1b}`. File names may come from anywhere, and a terminal obeys them.
  private static func safe(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}
