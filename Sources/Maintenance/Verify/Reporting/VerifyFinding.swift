package import OrderedJSON
package import Recordings

/// One finding of `understudy verify`.
package struct VerifyFinding: Hashable, Sendable {
  package let severity: Drift.Severity
  /// The recording or operation, below the folder as the user named it.
  package let file: String
  package let place: RecordingError.Place?
  package let message: String

  /// `file:line:column: error: sentence`, a compiler's format that editors understand.
  package var description: String {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    return RecordingError.printable("\(file)\(position): \(severity.rawValue): \(message)")
  }

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
