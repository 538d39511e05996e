package import Recordings

/// The answer to a request in a session's state.
package enum Choice: Sendable {
  /// The recorded history equals the session's whole history.
  case exact(Answer)
  /// The recorded history equals the session's, cut to the mutations that affect the request.
  case inferred(Answer, because: Inference)
  case miss(StateMiss)

  /// The answers recorded in one state.
  package struct Answer: Hashable, Sendable {
    /// The recorded state, and the credential if answers may depend on it; with the key, it identifies a session's
    /// cursor.
    package let state: String
    /// The recorded state alone.
    package let recordedState: String
    /// The answers in the order in which they were seen; never empty. The last one repeats.
    package let responses: [RecordedResponse]

    package init(state: String, in recordedState: String? = nil, responses: [RecordedResponse]) {
      self.state = state
      self.recordedState = recordedState ?? state
      self.responses = responses
    }
  }

  /// The grounds of an inferred answer.
  package struct Inference: Hashable, Sendable {
    /// The recorded state of the answer.
    package let state: String
    /// The session's mutations that affect the request, oldest first.
    package let counted: [String]
    /// The session's other mutations.
    package let passed: [String]
    /// Those of `passed` after which the request was never recorded: reports name them first.
    package let unseen: [String]
    /// Indicates whether a mutation was in flight while it was recorded, so that it may be the answer of another state, or
    /// whether it depends on the order of mutations that were in flight together.
    package let isOverlapped: Bool

    package init(state: String, counted: [String], passed: [String], unseen: [String], isOverlapped: Bool = false) {
      self.state = state
      self.counted = counted
      self.passed = passed
      self.unseen = unseen
      self.isOverlapped = isOverlapped
    }
  }

  package var answer: Answer? {
    switch self {
    case .exact(let answer), .inferred(let answer, _): answer
    case .miss: nil
    }
  }
}

/// A request that was recorded, but not in the session's state.
package struct StateMiss: Hashable, Sendable {
  package internal(set) var reason: Reason
  /// The session's state now, and its mutations, oldest first.
  package let state: String
  package internal(set) var history: [String]
  /// The number of the oldest mutations that a bounded miss omits (`Miss.bounded`).
  package internal(set) var unlistedMutations = 0
  /// The states in which the request was recorded, sorted by name.
  package internal(set) var recorded: [RecordedState]
  /// The number of states that a bounded miss omits.
  package internal(set) var unlistedStates = 0
  /// The mutation that lies between the session and the nearest recorded state.
  package internal(set) var between: Between?

  package enum Reason: String, Hashable, Sendable {
    /// No recorded history matches the session's in the mutations that affect the request.
    case notRecordedInState
    /// Several histories match, with different answers.
    case answersDiffer
    /// Only the whole history distinguishes the recorded answers, and this one was not recorded.
    case wholeHistoryCounts
    /// The answer could be inferred, but only exact answers are served.
    case onlyInferred
    /// It was recorded in this state while a mutation was in flight, or depends on the order of mutations that were in
    /// flight together, but only exact answers are served.
    case overlapped
    /// The request was recorded only from other starts.
    case otherStart
    /// The request was recorded only in states that no recorded mutation leads to.
    case unreachable
  }

  /// A state in which the request was recorded.
  package struct RecordedState: Hashable, Sendable {
    package let name: String
    /// The mutations that led to it, oldest first; nil if no chain of recorded mutations leads there.
    package internal(set) var history: [String]?
    /// The number of the oldest mutations that a bounded miss omits.
    package internal(set) var unlistedMutations = 0
  }

  /// The first mutation in which a session and a recorded history differ.
  package struct Between: Hashable, Sendable {
    package internal(set) var mutation: String
    /// The names for `independentOf`: the operation's name first.
    package let names: [String]
    /// True if the session sent it; false if it was sent before the nearest recorded answer.
    package let isSessions: Bool
    package let nearest: String
    /// Indicates whether recordings saw it change this request.
    package let sawChange: Bool
    package let reasons: [Replay.Reason]

    package let operation: String?
    package let isOfMutation: Bool

    /// Indicates whether a rule can declare it independent: not if the request is a mutation, which depends on those
    /// before it, or if the mutation between must be recorded.
    var mayBeIndependent: Bool {
      !isOfMutation && !reasons.contains(.unanswered) && !HTTPExchange.isName(operation)
        && !names.contains { HTTPExchange.isName($0) }
    }

    /// The rule that declares it independent: `operations: { LaunchList: { independentOf: [BookTrip] } }`. Nil if none
    /// can, or if the request has no name, by which a rule finds it.
    package var advice: String? {
      guard mayBeIndependent, let operation else { return nil }
      return "operations: { \(operation): { independentOf: [\(names.first ?? "")] } }"
    }
  }
}
