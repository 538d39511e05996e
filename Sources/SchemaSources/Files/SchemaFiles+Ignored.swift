import Recordings

extension SchemaFiles {
  /// A file that is named like a schema but is not read.
  package struct Ignored {
    package let file: String
    /// The endpoint that it was meant for; nil if no endpoint can have that name.
    package let endpoint: String?
    private let reason: Reason

    package enum Reason {
      case isSecond(after: String)
      case isNoName(String)
      case isFolder
      case extendsNothing(String, known: [String])
    }

    init(_ file: String, of endpoint: String?, _ reason: Reason) {
      self.file = file
      self.endpoint = endpoint
      self.reason = reason
    }

    /// True if it would extend a schema that does not exist.
    var extendsNothing: Bool { if case .extendsNothing = reason { true } else { false } }

    /// The reason why it is not read, and the fix.
    package func sentence(inFolder folder: String) -> String {
      switch reason {
      case .isSecond(let taken):
        "this schema is ignored: \(folder)/\(taken) takes precedence (.graphqls before .graphql before .json). Keep one of them."
      case .isNoName(let name):
        "this schema is ignored: \"\(name)\" cannot be the name of an endpoint. Rename the file to the name of the endpoint's folder: letters, digits, dots, dashes and underscores, starting with a letter or digit."
      case .extendsNothing(let name, let known):
        "this belongs to the schema of endpoint \"\(name)\", which does not exist. \(known.isEmpty ? "Save it" : "Name it after one of \(known.joined(separator: ", ")), or save the schema") as \(folder)/\(name).graphqls."
      case .isFolder: "this is a folder, not a schema. Save the schema as a file with this name."
      }
    }
  }

  /// The files that are named like a schema but are not read, sorted: all, or those that may concern this endpoint.
  package func ignored(for endpoint: String?) -> [Ignored] {
    ignored.filter { endpoint == nil || $0.endpoint == nil || $0.endpoint == endpoint }
  }

  /// A one-line warning for each of these files.
  package func warnings(for endpoint: String?) -> [String] {
    ignored(for: endpoint).map { RecordingError.printable("\(folder)/\($0.file): \($0.sentence(inFolder: folder))") }
  }

  /// Reports that there is no schema, and why files that look like one are not read. A sentence or a line may follow.
  package var noneFound: String {
    guard !ignored.isEmpty else { return "There are no schemas in \(folder)/. " }
    let lines = ["There are no schemas in \(folder)/ that can be read:"] + warnings(for: nil)
    return lines.joined(separator: "\n") + "\n"
  }
}
