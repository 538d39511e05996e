package import OrderedJSON
package import Recordings

/// One line of what `understudy verify` found.
package struct VerifyFinding: Hashable, Sendable {
  package let severity: Drift.Severity
  /// The recording, or the operation, that it is about, as the user named its folder.
  package let file: String
  /// Where in the file.
  package let place: RecordingError.Place?
  package let message: String

  /// `file:line:column: error: sentence`, as compilers have it, so that editors jump to it.
  package var description: String {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    return RecordingError.printable("\(file)\(position): \(severity.rawValue): \(message)")
  }

  /// The line of `--json`.
  package var json: JSON {
    var members: JSONObject = [
      "event": .string(severity.rawValue), "file": .string(file), "message": .string(message),
    ]
    if let place {
      members["line"] = .int(place.line)
      members["column"] = .int(place.column)
    }
    return .object(members)
  }
}
