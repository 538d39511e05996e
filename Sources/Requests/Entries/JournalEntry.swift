package import GraphQLLanguage
package import OrderedJSON
package import Replay
package import Transports

/// One request of a run as the client sent it, with its outcome.
package struct JournalEntry: Sendable {
  /// Its place among all requests of the run, in the order in which they came.
  package let number: Int
  /// For example `POST /countries`.
  package let requestLine: String
  /// Nil if the request names none that is served.
  package let endpoint: String?
  /// Nil if the request names neither a session nor an endpoint.
  package let session: String?
  /// Nil for a request that is not an operation, or cannot be parsed, which then has no name and variables either.
  package let kind: OperationKind?
  package let name: String?
  /// As the client sent them, secrets included.
  package let variables: JSONObject
  package let headers: HeaderList
  /// Nil until there is an answer.
  package var outcome: Outcome?

  package init(
    number: Int, requestLine: String, endpoint: String?, session: String?, kind: OperationKind?, name: String?,
    variables: JSONObject, headers: HeaderList
  ) {
    self.number = number
    self.requestLine = requestLine
    self.endpoint = endpoint
    self.session = session
    self.kind = kind
    self.name = name
    self.variables = variables
    self.headers = headers
  }

  /// The outcome of a request.
  package struct Outcome: Sendable {
    package let source: Source
    package let status: Int
    /// The recording that answered, by its path below the recordings folder.
    package let recording: String?
    /// The explanation of a miss; nil for other outcomes.
    package let miss: Miss?
    /// The recorded state of an inferred answer, with the mutations that no recording has; nil for other answers.
    package let inference: InferredAnswer?
    /// The reason for a refusal; nil for other outcomes.
    package let problem: String?
    /// The fault that was injected into the answer, as in the header; nil for none.
    package let fault: String?
  }

  /// The source of an answer.
  package enum Source: String, Sendable, CaseIterable {
    case exact, inferred, derived, introspection, fake, override, upstream, miss
    /// None: a fault replaced the answer.
    case fault
    /// Understudy itself, which could not serve the request.
    case refused
  }
}

/// The part of an answer that only a journal and a page need.
package final class AnswerNote: Sendable {
  /// The explanation of a miss; nil for other outcomes.
  let miss: Miss?
  /// The recorded state of an inferred answer, with the mutations that no recording has; nil for other answers.
  let inference: InferredAnswer?

  package init(miss: Miss? = nil, inference: InferredAnswer? = nil) {
    self.miss = miss
    self.inference = inference
  }
}
