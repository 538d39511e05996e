package import OrderedJSON
package import Recordings
import Replay

/// One finding of `understudy check`.
package struct CheckFinding: Hashable, Sendable, CustomStringConvertible {
  /// The severity.
  package enum Kind: String, Hashable, Sendable {
    /// A problem: the exit code is 1.
    case finding
    /// Information: a server that violates the specification, a missing schema.
    case note
  }

  package var kind: Kind
  /// The file or folder as the user named it; nil if the message contains it.
  package var file: String?
  package var place: RecordingError.Place?
  package var message: String
  /// The lines at the place with a caret; empty if the message is enough.
  package var excerpt: [String] = []

  init(_ kind: Kind, file: String? = nil, at place: RecordingError.Place? = nil, _ message: String) {
    self.kind = kind
    self.file = file
    self.place = place
    self.message = message
  }

  init(_ error: RecordingError) { self.init(.finding, file: error.path, at: error.place, error.message) }

  /// A finding about a name in an endpoint's rules, or about the rules as a whole.
  init(_ finding: RuleFinding, in folder: EndpointFolder) {
    let kind = finding.severity == .note ? Kind.note : .finding
    guard let (mention, problem) = finding.aboutName else {
      self.init(kind, finding.text(in: folder.path))
      return
    }
    self.init(kind, file: "\(folder.path)/\(EndpointFolder.configurationFileName)", at: mention.place, problem)
  }

  /// `file:line:column: sentence`, with `note:` before the sentence of a note, then the excerpt.
  package var description: String {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    let start = file.map { "\($0)\(position): " } ?? ""
    let sentence = RecordingError.printable("\(start)\(kind == .note ? "note: " : "")\(message)")
    return ([sentence] + printableExcerpt).joined(separator: "\n")
  }

  package var json: JSON {
    var members: JSONObject = ["event": .string(kind.rawValue), "message": .string(description)]
    if let file { members["file"] = .string(file) }
    if let place {
      members["line"] = .int(place.line)
      members["column"] = .int(place.column)
    }
    return .object(members)
  }
}
