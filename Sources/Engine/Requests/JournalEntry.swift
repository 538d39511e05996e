import EndpointConfiguration
package import GraphQLLanguage
package import OrderedJSON
import Recordings
package import Replay
package import Transports

/// One request of a run: what was asked, in the words of the client, and what became of it.
package struct JournalEntry: Sendable {
  /// Its place among all requests of the run, in the order in which they came.
  package let number: Int
  /// E.g. `POST /countries`.
  package let requestLine: String
  /// Nil where the request names none that is served.
  package let endpoint: String?
  /// Nil where the request names none, and no endpoint either.
  package let session: String?
  /// Nil for a request that is no operation, or is not understood; so are name and variables.
  package let kind: OperationKind?
  package let name: String?
  /// As the client sent them, with whatever is secret in them.
  package let variables: JSONObject
  package let headers: HeaderList
  /// Nil as long as there is no answer.
  package internal(set) var outcome: Outcome?

  /// The outcome of a request.
  package struct Outcome: Sendable {
    package let source: Source
    package let status: Int
    /// The recording that answered, by its path below the recordings folder.
    package let recording: String?
    /// Why there is no answer, where it was missed.
    package let miss: Miss?
    /// The recorded state of an inferred answer, with the mutations that no recording has; nil for other answers.
    package let inference: InferredAnswer?
    /// Why it was refused, where it was.
    package let problem: String?
    /// The fault that was injected into the answer, in the words of the header; nil for none.
    package let fault: String?
  }

  /// Where an answer came from.
  package enum Source: String, Sendable, CaseIterable {
    case exact, inferred, introspection, fake, upstream, miss
    /// Nowhere: it goes wrong on request, in the place of an answer.
    case fault
    /// Understudy itself, which could not serve it.
    case refused
  }
}

/// The part of an answer's record that only a journal keeps.
package final class AnswerNote: Sendable {
  /// Why there is none.
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
  /// Where an answer came from.
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
      case .introspection: .introspection
      case .fake: .fake
      case .upstream: .upstream
      case .unanswered: .refused
      case .miss: .miss
      }
  }
}
