/// Why a recording, or a state of it, is to go.
package enum PruneReason: Hashable, Sendable {
  /// No run that reports were given of has used it.
  case unused
  /// No recorded mutation leads to these states, so their answers can never be given.
  case unreachable(states: [String])
  /// Events of streams in it wait for these states, to which no recorded mutation leads, so they can never come.
  case undeliverable(states: [String])
  /// Its document was replaced by another one of the same name, in this folder.
  case superseded(by: String)
  /// No run that reports were given of had this session.
  case notRun(session: String)
  /// No named session uses this answer.
  case unusedAnswer
  /// Neither an unnamed request nor a named session has recorded the operation.
  case unusedOperation
}

/// A file that is to go, or a part of it.
package struct PruneItem: Hashable, Sendable {
  /// Below the recordings folder.
  package let path: String
  package let reason: PruneReason
  /// Whether the file goes, rather than states or events of it.
  package let isWhole: Bool
  /// How many bytes the file has; where only a part goes, it keeps some of these.
  package let size: Int

  /// Whether it is a recording, rather than an answer of sessions or an operation.
  var isRecording: Bool {
    switch reason {
    case .unusedAnswer, .unusedOperation: false
    case .unused, .notRun, .unreachable, .undeliverable, .superseded: true
    }
  }

  /// A line for people.
  package var sentence: String {
    switch reason {
    case .unused: "\(path): unused in the reported run"
    case .notRun(let session): "\(path): the run did not have the session \(session)"
    case .unreachable(let states):
      isWhole
        ? "\(path): no recorded mutation leads to \(Self.list(states))"
        : "\(path): only \(Self.list(states)), which no recorded mutation leads to; the rest is kept"
    case .undeliverable(let states):
      "\(path): only events that wait for \(Self.list(states)), which no recorded mutation leads to; the rest is kept"
    case .unusedAnswer: "\(path): no session uses this answer"
    case .unusedOperation: "\(path): this operation has no recordings"
    case .superseded(let folder): "\(path): its document was replaced by the one in \(folder)"
    }
  }

  private static func list(_ states: [String]) -> String {
    "\(states.count == 1 ? "state" : "states") \(states.joined(separator: ", "))"
  }
}

/// A mutation that stays although nothing has used it: others are recorded in the states that it leads to.
package struct KeptMutation: Hashable, Sendable {
  /// Below the recordings folder.
  package let path: String
  /// The recordings that would be lost without it, sorted.
  package let dependents: [String]

  /// A line for people.
  package var sentence: String {
    let shown = dependents.prefix(3).joined(separator: ", ")
    let more = dependents.count > 3 ? " and \(dependents.count - 3) more" : ""
    return "\(path): kept, because \(shown)\(more) \(dependents.count == 1 ? "was" : "were") recorded after it"
  }
}
