import GraphQLLanguage
package import Recordings

/// One session's place in what was recorded: which of several answers in one state comes next.
///
/// Sequences (polling): the answers that were recorded in one state are given in order, and the last one repeats.
package struct ReplaySession: Sendable {
  /// How many answers each recording gave so far, by its key.
  private var cursors: [OperationKey: Int] = [:]
  /// Whether a mutation was answered from a recording: the real endpoint does not know of it.
  package private(set) var hasReplayedMutation = false

  package init() {}

  /// The response of a recording that comes next, or nil where the state has none; and whether every later request
  /// gets the same one.
  package mutating func next(
    of recording: Recording, key: OperationKey
  ) -> (response: RecordedResponse?, repeats: Bool) {
    let sequence = recording.responses(in: Recording.startState)
    guard let first = sequence.first else { return (nil, true) }
    if recording.kind == .mutation { hasReplayedMutation = true }
    guard sequence.count > 1 else { return (first, true) }
    let cursor = cursors[key, default: 0]
    cursors[key] = cursor + 1
    return (sequence[min(cursor, sequence.count - 1)], cursor >= sequence.count - 1)
  }
}
