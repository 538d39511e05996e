package import Recordings

/// What is served for a request in a session's state.
package enum Choice: Sendable {
  /// The session's whole history was recorded for it.
  case exact(Answer)
  /// The session's history, cut to the mutations that count, was recorded for it.
  case inferred(Answer, because: Inference)
  case miss(StateMiss)

  /// The answers recorded in one state.
  package struct Answer: Hashable, Sendable {
    /// The recorded state that they stand in: with the key it is what a session's cursor belongs to.
    package let state: String
    /// In the order in which they were seen; never empty. The last one repeats.
    package let responses: [RecordedResponse]

    package init(state: String, responses: [RecordedResponse]) {
      self.state = state
      self.responses = responses
    }
  }

  /// What an inferred answer rests on.
  package struct Inference: Hashable, Sendable {
    /// The recorded state that the answer was taken from.
    package let state: String
    /// The session's mutations that count, oldest first.
    package let counted: [String]
    /// The session's mutations that do not.
    package let passed: [String]
    /// Those of `passed` after which the request was never recorded: reports name them first.
    package let unseen: [String]

    package init(state: String, counted: [String], passed: [String], unseen: [String]) {
      self.state = state
      self.counted = counted
      self.passed = passed
      self.unseen = unseen
    }
  }

  /// The answers, where there are any.
  package var answer: Answer? {
    switch self {
    case .exact(let answer), .inferred(let answer, _): answer
    case .miss: nil
    }
  }
}

/// A request that was recorded, but not in the session's state.
package struct StateMiss: Hashable, Sendable {
  package let reason: Reason
  /// The session's state now, and what it has sent, oldest first.
  package let state: String
  package internal(set) var history: [String]
  /// How many of the oldest mutations a bounded miss does not list (`Miss.bounded`).
  package internal(set) var unlistedMutations = 0
  /// The states in which the request was recorded, sorted by name.
  package internal(set) var recorded: [RecordedState]
  /// How many of them a bounded miss does not list.
  package internal(set) var unlistedStates = 0
  /// The mutation that stands between the session and the recorded state that comes nearest.
  package internal(set) var between: Between?

  package enum Reason: String, Hashable, Sendable {
    /// No recorded history agrees with the session's in what counts.
    case notRecordedInState
    /// Several do, with different answers.
    case answersDiffer
    /// The recorded answers can be told apart only by the whole history, and that was not recorded.
    case wholeHistoryCounts
    /// It could be inferred, but only exact answers are served.
    case onlyInferred
    /// It was recorded only from other starts.
    case otherStart
    /// It was recorded only in states that no recorded mutation leads to.
    case unreachable
  }

  /// A state in which the request was recorded.
  package struct RecordedState: Hashable, Sendable {
    package let name: String
    /// What led to it, oldest first; nil where no chain of recorded mutations does.
    package internal(set) var history: [String]?
    /// How many of the oldest a bounded miss does not list.
    package internal(set) var unlistedMutations = 0
  }

  /// A mutation that one of the two has and the other has not at that place.
  package struct Between: Hashable, Sendable {
    package internal(set) var mutation: String
    /// What `independentOf` may call it: the operation's name first.
    package let names: [String]
    /// Whether the session sent it; if not, it was sent before the nearest recorded answer.
    package let isSessions: Bool
    /// The recorded state that comes nearest.
    package let nearest: String
    /// Whether recordings ever saw it change this request.
    package let sawChange: Bool
    package let reasons: [Replay.Reason]

    /// The request's operation; nil for an anonymous one.
    package let operation: String?
    /// Whether the request is a mutation itself.
    package let isOfMutation: Bool

    /// The rule that declares it harmless, e.g. `operations: { LaunchList: { independentOf: [BookTrip] } }`.
    /// Nil for a mutation, which depends on those before it, and if the one between was itself missed: it has to be
    /// recorded.
    package var advice: String? {
      isOfMutation || reasons.contains(.unanswered)
        ? nil : "operations: { \(operation ?? "\"*\""): { independentOf: [\(names.first ?? "")] } }"
    }
  }
}
