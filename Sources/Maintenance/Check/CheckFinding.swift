package import OrderedJSON
package import Recordings
import Replay

/// One line of what `understudy check` says.
package struct CheckFinding: Hashable, Sendable, CustomStringConvertible {
  /// What is to be done about it.
  package enum Kind: String, Hashable, Sendable {
    /// Something is wrong: the exit code is 1.
    case finding
    /// To be known: a server that does not keep to the specification, a schema that is not there.
    case note
  }

  package var kind: Kind
  /// The file or folder that it is about, as the user named it; nil where the message says it.
  package var file: String?
  /// Where in the file.
  package var place: RecordingError.Place?
  package var message: String
  /// The place as it looks in the file, with a caret, in lines; empty where the sentence is enough.
  package var excerpt: [String] = []

  init(_ kind: Kind, file: String? = nil, at place: RecordingError.Place? = nil, _ message: String) {
    self.kind = kind
    self.file = file
    self.place = place
    self.message = message
  }

  init(_ error: RecordingError) { self.init(.finding, file: error.path, at: error.place, error.message) }

  /// What is said of a name in an endpoint's rules, or of the rules as a whole.
  init(_ finding: RuleFinding, in folder: EndpointFolder) {
    let kind = finding.severity == .note ? Kind.note : .finding
    guard let (mention, problem) = finding.aboutName else {
      self.init(kind, finding.text(in: folder.path))
      return
    }
    self.init(kind, file: "\(folder.path)/\(EndpointFolder.configurationFileName)", at: mention.place, problem)
  }

  /// `file:line:column: sentence`, a note with `note:` before the sentence; below it the excerpt.
  package var description: String {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    let start = file.map { "\($0)\(position): " } ?? ""
    let sentence = RecordingError.printable("\(start)\(kind == .note ? "note: " : "")\(message)")
    return ([sentence] + printableExcerpt).joined(separator: "\n")
  }

  /// The line of `--json`.
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
