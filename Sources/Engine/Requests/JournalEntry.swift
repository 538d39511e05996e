import EndpointConfiguration
package import GraphQLLanguage
package import OrderedJSON
import Recordings
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
  package internal(set) var outcome: Outcome?

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

/// The part of an answer's record that only a journal needs.
package final class AnswerNote: Sendable {
  /// The explanation of a miss; nil for other outcomes.
  let miss: Miss?
  /// The recorded state of an inferred answer, with the mutations that no recording has; nil for other answers.
  let inference: InferredAnswer?

  init(miss: Miss? = nil, inference: InferredAnswer? = nil) {
    self.miss = miss
    self.inference = inference
  }
}

extension JournalEntry.Outcome {
  init(_ answer: Answer) {
    self.init(
      source: JournalEntry.Source(of: answer), status: answer.status, recording: answer.use?.recording,
      miss: answer.note?.miss,
      inference: answer.note?.inference, problem: answer.problem, fault: answer.headers[first: FaultHeader.name])
  }

  init(refused problem: String, status: Int) {
    self.init(
      source: .refused, status: status, recording: nil, miss: nil, inference: nil, problem: problem, fault: nil)
  }
}

extension JournalEntry.Source {
  init(of answer: Answer) {
    if let use = answer.use {
      self.init(use.source)
    } else if answer.problem != nil {
      self = .refused
    } else if answer.headers[first: AnswerSource.header] == AnswerSource.fault.rawValue {
      self = .fault
    } else {
      self = .upstream
    }
  }

  private init(_ source: Use.Source) {
    self =
      switch source {
      case .exact: .exact
      case .inferred: .inferred
      case .derived: .derived
      case .introspection: .introspection
      case .fake: .fake
      case .override: .override
      case .upstream: .upstream
      case .unanswered: .refused
      case .miss: .miss
      }
  }
}
