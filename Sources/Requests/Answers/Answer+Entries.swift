import EndpointConfiguration
import Transports

// The entries of an answer in counts, logs and journals.

/// One answer in the counts of an open session.
package struct SessionMark: Sendable {
  let session: OpenSession
  let source: JournalEntry.Source

  package func add() { session.note(source) }
}

extension Answer {
  /// Counts the answer for an open session, now and whenever a server repeats it.
  package mutating func count(for session: OpenSession) {
    let mark = SessionMark(session: session, source: JournalEntry.Source(of: self))
    mark.add()
    marks.append(mark)
  }
}

extension AnswerLine.Source {
  /// Returns the source of an answer; nil for one of the upstream or of the control API.
  package init?(of answer: Answer) {
    if let use = answer.use {
      self.init(use.source)
    } else {
      switch answer.headers[first: AnswerSource.header].flatMap(AnswerSource.init) {
      case .recorded:
        self = answer.headers[first: AnswerState.header] == AnswerState.exact.rawValue ? .exact : .inferred
      case .derived: self = .derived
      case .fake: self = .generated
      case .override: self = .override
      case .introspection: self = .introspection
      case .miss: self = .miss
      case .error: self = .refused
      case .fault: self = .fault
      case .upstream, .understudy, nil: return nil
      }
    }
  }

  private init?(_ source: Use.Source) {
    switch source {
    case .exact: self = .exact
    case .inferred: self = .inferred
    case .derived: self = .derived
    case .introspection: self = .introspection
    case .fake: self = .generated
    case .override: self = .override
    case .miss: self = .miss
    case .upstream, .unanswered: return nil
    }
  }
}

extension JournalEntry.Outcome {
  package init(_ answer: Answer) {
    self.init(
      source: JournalEntry.Source(of: answer), status: answer.status, recording: answer.use?.recording,
      miss: answer.note?.miss,
      inference: answer.note?.inference, problem: answer.problem, fault: answer.headers[first: FaultHeader.name])
  }

  package init(refused problem: String, status: Int) {
    self.init(
      source: .refused, status: status, recording: nil, miss: nil, inference: nil, problem: problem, fault: nil)
  }
}

extension JournalEntry.Source {
  package init(of answer: Answer) {
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
