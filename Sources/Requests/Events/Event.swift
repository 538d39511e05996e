package import GraphQLLanguage
package import OrderedJSON
package import Replay

/// An event for users and reports.
package enum Event: Sendable {
  /// A request was answered by the upstream.
  case exchange(Exchange)
  /// A request was not recorded, with the source of its answer. `rerun` is the command that runs its test again.
  /// `session` and `traceID` are those of the request.
  case miss(Miss, answeredBy: AnswerSource, rerun: String? = nil, session: String? = nil, traceID: String? = nil)
  case refusal(Refusal)
  /// A named session ended, with the outcome of its recording.
  case session(SavedSession)
  /// A warning of one line.
  case warning(String)
  /// Something that went as it should and that a person may want to see, in one line.
  case notice(String)
}

extension Event {
  /// The same event without the request and the answer, for a receiver that keeps it.
  package var withoutRecord: Event {
    guard case .exchange(var exchange) = self, exchange.record != nil else { return self }
    exchange.record = nil
    return .exchange(exchange)
  }
}

/// A request that went upstream, and its outcome.
package struct Exchange: Sendable {
  package var endpoint: String
  /// Nil if the request was not a GraphQL operation.
  package var operation: (kind: OperationKind, name: String?)?
  /// Shortened as in reports.
  package var variables: JSONObject
  /// The text shown for a request that is not a GraphQL operation, such as `GET /favicon.ico`.
  package var requestLine: String
  /// The status that the client got.
  package var status: Int
  package var nanoseconds: UInt64
  package var outcome: Outcome
  /// The session of the operation; nil for other requests.
  package var session: String?
  /// The error that the client got if the upstream could not be reached or gave no answer.
  package var unanswered: String?
  /// A description of an anonymous operation (`Use.sketch`).
  package var sketch: String?
  /// True if the answer is known to have GraphQL errors.
  package var hasErrors = false
  /// The texts of the request and of the recorded answer, without secrets; nil unless the log shows bodies.
  package var bodies: AnswerLine.Bodies?
  /// The request and the answer; nil unless the log keeps them.
  package var record: AnswerRecord?
  /// True if it was not meant to be recorded: the user wants no recording, or it is not an operation.
  package var isPassedOnly = false
  /// The trace id of the request; nil unless the log shows it.
  package var traceID: String?

  package init(
    endpoint: String, operation: (kind: OperationKind, name: String?)?, variables: JSONObject, requestLine: String,
    status: Int, nanoseconds: UInt64, outcome: Outcome, session: String? = nil
  ) {
    self.endpoint = endpoint
    self.operation = operation
    self.variables = variables
    self.requestLine = requestLine
    self.status = status
    self.nanoseconds = nanoseconds
    self.outcome = outcome
    self.session = session
  }

  /// The outcome of recording. Associated paths are below the recordings folder.
  package enum Outcome: Hashable, Sendable {
    /// A new recording.
    case new(String)
    /// The same answer as recorded.
    case known(String)
    /// Another answer than recorded; the file was rewritten.
    case changed(String)
    /// Not recorded, with the reason.
    case notRecorded(String)
    /// Recording failed, or the recordings have another answer, which replay would give.
    case failed(String)

    /// True if the answer is in the recordings now.
    package var isKept: Bool {
      switch self {
      case .new, .known, .changed: true
      case .notRecorded, .failed: false
      }
    }
  }
}
