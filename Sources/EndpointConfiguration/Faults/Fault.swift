package import OrderedJSON
import Recordings

/// The faults to inject into one answer. `FaultReader` checks which of them can be combined.
package struct Fault: Hashable, Sendable {
  /// The range of the delay, in milliseconds.
  package var latency: ClosedRange<Int>?
  /// A status instead of the answer. The request is not executed and changes nothing.
  package var status: Status?
  /// A GraphQL error in the answer.
  package var error: FieldError?
  /// Resets the connection instead of answering. The request is not executed and changes nothing.
  package var resets = false
  /// The number of bytes after which the body is cut and the connection breaks.
  package var truncatesAfter: Int?
  /// The speed of the body, in bytes per second.
  package var bytesPerSecond: Int?
  /// The number of events after which a stream is cut and the connection breaks.
  package var cutsAfter: Int?
  /// The answer of an override. The operation is not executed and changes nothing.
  package var answer: GivenAnswer?

  package init() {}

  /// The contents of an answer that a user wrote.
  package struct GivenAnswer: Hashable, Sendable {
    /// Nil for an answer without `data`.
    package var data: JSON?
    package var errors: [JSON] = []

    package init() {}
  }

  /// An HTTP status with its body and headers.
  package struct Status: Hashable, Sendable {
    package var code: Int
    /// Nil for a default body that says that it is a fault.
    package var body: String?
    /// The value of `Retry-After`: seconds, or a date.
    package var retryAfter: String?
  }

  /// A field error (specification section 6.4.4).
  package struct FieldError: Hashable, Sendable {
    /// The path below `data`. If a list has no index, the error is at each of its items.
    package var path: [Step]
    package var message: String
    /// The value of `extensions.code`; nil for none.
    package var code: String?

    /// The path in dotted form: `launches.0.site`.
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

  package var isEmpty: Bool { self == Fault() }

  /// The default message of an error.
  package static let usualMessage = "Injected fault (Understudy-Fault): this field fails."
}

/// A fault or an override, and the conditions under which it applies.
package struct FaultRule: Hashable, Sendable {
  /// The operation's name, or `*` for all.
  package var operation = OperationRule.everyOperation
  /// The operation's canonical document; nil for any.
  package var document: [UInt8]?
  /// The required values of variables; other variables are ignored.
  package var variables: [VariableMatch] = []
  /// The number of matching requests per session that get the fault, from the first; nil for all.
  package var times: Int?
  /// The number of requests in 100,000 that get the fault; nil for all.
  package var rate: Int?
  /// The seed for drawing rates and ranges, together with the number of the request in its session.
  package var seed: UInt64 = 0
  package var fault = Fault()
  /// True for an override: it answers instead of the mode, and faults apply to its answer.
  package var isOverride = false

  /// A variable, or a place in one, and its value.
  package struct VariableMatch: Hashable, Sendable {
    /// The names of the variable and the fields inside it.
    package var path: [String]
    package var value: FaultValue
  }

  package init() {}
}
