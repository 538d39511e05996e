/// The reason to remove a recording or a part of it.
package enum PruneReason: Hashable, Sendable {
  /// No reported run used it.
  case unused
  /// No recorded mutation leads to these states, so their answers are never given.
  case unreachable(states: [String])
  /// Events of its streams wait for these states, but no recorded mutation leads there, so they are never delivered.
  case undeliverable(states: [String])
  /// Its document was replaced by another one of the same name, in this folder.
  case superseded(by: String)
  /// No reported run had this session.
  case notRun(session: String)
  case unusedAnswer
  /// No recording has this body.
  case unusedFile
  /// The operation is recorded neither for sessions nor without one.
  case unusedOperation
}

/// A file to remove, completely or in part.
package struct PruneItem: Hashable, Sendable {
  /// The path in the recordings folder.
  package let path: String
  package let reason: PruneReason
  /// True to remove the whole file, false for states or events in it.
  package let isWhole: Bool
  /// The file's size in bytes, including any part that stays.
  package let size: Int

  /// True for a recording or session, rather than a session's answer or an operation.
  var isRecording: Bool {
    switch reason {
    case .unusedAnswer, .unusedFile, .unusedOperation: false
    case .unused, .notRun, .unreachable, .undeliverable, .superseded: true
    }
  }

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
    case .unusedFile: "\(path): no recording has this body"
    case .unusedOperation: "\(path): this operation has no recordings"
    case .superseded(let folder): "\(path): its document was replaced by the one in \(folder)"
    }
  }

  private static func list(_ states: [String]) -> String {
    "\(states.count == 1 ? "state" : "states") \(states.joined(separator: ", "))"
  }
}

/// An unused mutation that is kept because others are recorded in the states that it leads to.
package struct KeptMutation: Hashable, Sendable {
  /// The path in the recordings folder.
  package let path: String
  /// The recordings that would be lost without it, sorted.
  package let dependents: [String]

  package var sentence: String {
    let shown = dependents.prefix(3).joined(separator: ", ")
    let more = dependents.count > 3 ? " and \(dependents.count - 3) more" : ""
    return "\(path): kept, because \(shown)\(more) \(dependents.count == 1 ? "was" : "were") recorded after it"
  }
}
