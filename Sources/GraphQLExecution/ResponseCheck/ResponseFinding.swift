package import OrderedJSON

/// Something about a response that is not as its operation and the schema have it.
package struct ResponseFinding: Hashable, Sendable {
  /// How bad it is.
  package enum Kind: String, Hashable, Sendable {
    /// The response does not answer the operation.
    case error
    /// The server does not keep to the specification, but clients can do with it.
    case note
  }

  package var kind: Kind
  /// The value that it is about, from the response's root; of a field that is missing the object that lacks it.
  package var path: JSONPath
  /// Whether it is about the last member's name rather than its value.
  package var isAboutName: Bool
  /// A sentence that names the place in words: `data.country.name is 7: expected a string (Country.name: String!).`
  package var message: String

  package init(_ kind: Kind, at path: JSONPath, isAboutName: Bool = false, _ message: String) {
    self.kind = kind
    self.path = path
    self.isAboutName = isAboutName
    self.message = message
  }
}

/// The findings of one response, so many of them kept.
struct ResponseFindings {
  private(set) var kept: [ResponseFinding] = []
  private(set) var errorCount = 0
  private var noteCount = 0

  /// Of a response that has nothing to do with its operation, so many are enough.
  static let limit = 50

  mutating func add(_ finding: ResponseFinding) {
    if finding.kind == .error { errorCount += 1 } else { noteCount += 1 }
    if kept.count < Self.limit { kept.append(finding) }
  }

  mutating func add(_ others: ResponseFindings) {
    errorCount += others.errorCount
    noteCount += others.noteCount
    kept += others.kept.prefix(Self.limit - kept.count)
  }

  /// The findings, and one that tells of those that were not kept.
  var all: [ResponseFinding] {
    let more = errorCount + noteCount - kept.count
    guard more > 0 else { return kept }
    let kind: ResponseFinding.Kind = errorCount > kept.count(where: { $0.kind == .error }) ? .error : .note
    return kept + [ResponseFinding(kind, at: [], "\(more) more of this response are not shown.")]
  }
}
