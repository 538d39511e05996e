package import OrderedJSON

/// One way in which the endpoint's answer is not the recorded one any more.
package struct Drift: Hashable, Sendable {
  /// How bad it is for a client.
  package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// What a client reads is gone, or of another form: the exit code is 1.
    case error
    /// A value that a rule says is stable is another one; a null that the schema allows came; an error went away.
    case warning
    /// A value is another one, as values are wont to be. Told only where it is asked for.
    case value

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .value: 2
      }
    }
  }

  package var severity: Severity
  /// Where, from the root of the answer; empty where it is about the answer as a whole.
  package var path: JSONPath
  /// A sentence that names the place.
  package var message: String

  package init(_ severity: Severity, at path: JSONPath = [], _ message: String) {
    self.severity = severity
    self.path = path
    self.message = message
  }
}

extension JSONPath {
  /// The way without indices: what is wrong with each element of a list is one thing.
  var withoutIndices: JSONPath {
    JSONPath(
      steps.filter { step in
        if case .index = step { false } else { true }
      })
  }

  /// Whether the way leads to the other's place, or to one around it.
  func isPrefix(of other: JSONPath) -> Bool { other.steps.starts(with: steps) }
}
