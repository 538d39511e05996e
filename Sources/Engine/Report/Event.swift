package import GraphQLLanguage
package import OrderedJSON
package import Replay

/// Something that happened and that a person or a report may want to see.
package enum Event: Sendable {
  /// A request was answered from the real endpoint.
  case exchange(Exchange)
  /// A request was not recorded, and what was answered instead; `rerun` is the command that runs its test again.
  case miss(Miss, answeredBy: AnswerSource, rerun: String? = nil)
  /// A request was refused.
  case refusal(Refusal)
  /// A named session has ended, and what became of its recording.
  case session(SavedSession)
  /// Something to know that stops nothing, in one line.
  case warning(String)
  /// Something that went as it should and that a person may want to see, in one line.
  case notice(String)
}

/// A request that went to the real endpoint, and what came of it.
package struct Exchange: Sendable {
  package var endpoint: String
  /// Nil where the request was no GraphQL operation.
  package var operation: (kind: OperationKind, name: String?)?
  /// Cut where reports cut them.
  package var variables: JSONObject
  /// What is shown for a request that is no GraphQL operation, e.g. `GET /favicon.ico`.
  package var requestLine: String
  /// The status that the client got.
  package var status: Int
  package var nanoseconds: UInt64
  package var outcome: Outcome
  /// The session that the operation belongs to; nil where the request was none.
  package var session: String?
  /// What the client was told in the place of an answer, where the real endpoint could not be asked or gave none.
  package var unanswered: String?
  /// What tells an anonymous operation from others (`Use.sketch`).
  package var sketch: String?
  /// Whether the answer has GraphQL errors, as far as that is known.
  package var hasErrors = false
  /// The texts of the request and of the recorded answer, without secrets; nil unless the log shows bodies.
  package var bodies: AnswerLine.Bodies?
  /// Whether nothing was to be kept of it: the user wants nothing written, or it is no operation.
  package var isPassedOnly = false

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

  /// Whether and how it was kept.
  package enum Outcome: Hashable, Sendable {
    /// Not seen before; the file's path below the recordings folder.
    case new(String)
    /// The same answer as was recorded.
    case known(String)
    /// Another answer than was recorded; the file was rewritten.
    case changed(String)
    /// Not kept, and why.
    case notRecorded(String)
    /// It should have been kept and could not be, or the recordings have another answer, which is what replay would give.
    case failed(String)

    /// Whether the answer is in the recordings now.
    package var isKept: Bool {
      switch self {
      case .new, .known, .changed: true
      case .notRecorded, .failed: false
      }
    }
  }
}
