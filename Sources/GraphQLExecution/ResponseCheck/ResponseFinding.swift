package import OrderedJSON

/// A mismatch between a response and its operation or schema.
package struct ResponseFinding: Hashable, Sendable {
  /// The severity.
  package enum Kind: String, Hashable, Sendable {
    /// The response does not answer the operation.
    case error
    /// The server violates the specification, but clients can handle it.
    case note
  }

  package var kind: Kind
  /// The path of the value from the response's root. For a missing field, the path of the object.
  package var path: JSONPath
  /// True if the finding is about the name of the path's last member rather than its value.
  package var isAboutName: Bool
  /// A sentence that includes the path: `data.country.name is 7: expected a string (Country.name: String!).`
  package var message: String

  package init(_ kind: Kind, at path: JSONPath, isAboutName: Bool = false, _ message: String) {
    self.kind = kind
    self.path = path
    self.isAboutName = isAboutName
    self.message = message
  }
}

/// The first findings of one response.
struct ResponseFindings {
  private(set) var kept: [ResponseFinding] = []
  private(set) var errorCount = 0
  private var noteCount = 0

  /// Enough to see that a response belongs to another operation.
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

  /// The findings, and one more that counts those beyond the limit.
  var all: [ResponseFinding] {
    let more = errorCount + noteCount - kept.count
    guard more > 0 else { return kept }
    let kind: ResponseFinding.Kind = errorCount > kept.count(where: { $0.kind == .error }) ? .error : .note
    return kept + [ResponseFinding(kind, at: [], "\(more) more of this response are not shown.")]
  }
}
