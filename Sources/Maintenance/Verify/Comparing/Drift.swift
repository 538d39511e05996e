package import OrderedJSON

/// A difference between a new answer and the recorded one.
package struct Drift: Hashable, Sendable {
  /// The severity for clients.
  package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// A field is missing or has another shape: the exit code is 1.
    case error
    /// A value that a rule calls stable changed, a null that the schema allows appeared, or an error disappeared.
    case warning
    /// A value changed. Reported only on request.
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
  /// The path from the root of the answer; empty for the answer as a whole.
  package var path: JSONPath
  /// A sentence that contains the path.
  package var message: String

  package init(_ severity: Severity, at path: JSONPath = [], _ message: String) {
    self.severity = severity
    self.path = path
    self.message = message
  }
}

extension JSONPath {
  /// The path without indices, to report a problem of all list elements once.
  var withoutIndices: JSONPath {
    JSONPath(
      steps.filter { step in
        if case .index = step { false } else { true }
      })
  }

  /// Indicates whether the path leads to the other's place or to one around it.
  func isPrefix(of other: JSONPath) -> Bool { other.steps.starts(with: steps) }
}
