import Recordings

/// What goes wrong with one answer, on request: a test's bad day.
///
/// All of it can be combined, as far as it makes sense together (`FaultReader`).
package struct Fault: Hashable, Sendable {
  /// How long the answer waits, in milliseconds, from least to most.
  package var latency: ClosedRange<Int>?
  /// A status in the place of the answer; nothing is asked and nothing changed.
  package var status: Status?
  /// A GraphQL error in the answer.
  package var error: FieldError?
  /// The connection is reset in the place of the answer; nothing is asked and nothing changed.
  package var resets = false
  /// The body is cut after so many bytes, and the connection breaks.
  package var truncatesAfter: Int?
  /// How fast the body comes, in bytes a second.
  package var bytesPerSecond: Int?
  /// A stream of events is cut after so many, and the connection breaks.
  package var cutsAfter: Int?

  package init() {}

  /// An HTTP status, and what comes with it.
  package struct Status: Hashable, Sendable {
    package var code: Int
    /// Nil for one that says that it is a fault.
    package var body: String?
    /// The value of `Retry-After`: seconds, or a date.
    package var retryAfter: String?
  }

  /// An error of a field (specification section 6.4.4).
  package struct FieldError: Hashable, Sendable {
    /// From `data` on; where a list has no index the error is at each of its items.
    package var path: [Step]
    package var message: String
    /// The value of `extensions.code`; nil for none.
    package var code: String?

    /// The path as it is written: `launches.0.site`.
    package var place: String { path.map(\.description).joined(separator: ".") }
  }

  /// One step of a path.
  package enum Step: Hashable, Sendable, CustomStringConvertible {
    /// A response key.
    case key(String)
    /// An item of a list, from 0.
    case index(Int)

    package var description: String {
      switch self {
      case .key(let name): name
      case .index(let index): String(index)
      }
    }
  }

  /// Whether nothing goes wrong.
  package var isEmpty: Bool { self == Fault() }

  /// The message of an error that was given none.
  package static let usualMessage = "Injected fault (Understudy-Fault): this field fails."
}

/// When something goes wrong, and what.
package struct FaultRule: Hashable, Sendable {
  /// The operation's name, or `*` for all.
  package var operation = OperationRule.everyOperation
  /// What the variables have to be; others may be anything.
  package var variables: [VariableMatch] = []
  /// Of the requests of a session that it is about only the first so many have it; nil for all.
  package var times: Int?
  /// Of how many in a hundred thousand; nil for all.
  package var rate: Int?
  /// What the rate and ranges are drawn by, with the number of the request in its session.
  package var seed: UInt64 = 0
  package var fault = Fault()

  /// A variable, or a place in one, and its value.
  package struct VariableMatch: Hashable, Sendable {
    /// The names on the way.
    package var path: [String]
    package var value: FaultValue
  }

  package init() {}
}
