import GraphQLLanguage
import OrderedJSON

/// Recordings of one request by several recorders, such as the shards of a CI run.
extension Recording {
  /// A state in which two recorders got different answers.
  package struct StateConflict: Error, Hashable, Sendable {
    package let state: String
    /// The positions of the two recordings.
    package let first: Int
    package let second: Int
  }

  /// Merges recordings of one key as if one run had recorded all of them. `recordings` must not be empty. In each state,
  /// the longest sequence of answers stays, if the others begin like it.
  ///
  /// - Throws: the first conflict, by state.
  package static func merged(
    _ recordings: [Recording], ignoring places: VolatilePlaces
  ) throws(StateConflict) -> Recording? {
    guard var result = recordings.first else { return nil }
    let names = Set(recordings.flatMap { $0.states.map(\.name) }).sorted { $0.precedesByScalars($1) }
    result.states = []
    for name in names {
      var found = recordings.enumerated().compactMap { position, recording in
        recording.states.first { $0.name == name }.map { (state: $0, position: position) }
      }
      // A mutation that was executed replaces its refusals, and an answer that nothing overlapped an uncertain one.
      if result.kind == .mutation, found.contains(where: { $0.state.next != nil }) {
        found.removeAll { $0.state.next == nil }
      }
      if found.contains(where: { !$0.state.isOverlapped }) { found.removeAll { $0.state.isOverlapped } }
      guard var merged = found.first else { continue }
      for other in found.dropFirst() {
        guard let both = merged.state.merged(with: other.state, ignoring: places) else {
          throw StateConflict(state: name, first: merged.position, second: other.position)
        }
        merged.state = both
      }
      result.states.append(merged.state)
    }
    return result
  }

  /// This recording of a new run, with the states of an earlier recording that the run did not reach. Equal answers keep
  /// the earlier text, so that volatile values keep their lines. An uncertain answer to a query replaces none.
  package func replacing(_ old: Recording, ignoring places: VolatilePlaces) -> Recording {
    var result = old
    for state in states {
      if state.isOverlapped, kind != .mutation, old.states.contains(where: { $0.name == state.name }) { continue }
      let before = RunMemory.Sequence(old.responses(in: state.name), ignoring: places)
      var kept = state
      kept.responses = RunMemory.Sequence(state.responses, ignoring: places).keeping(before)
      result.states.removeAll { $0.name == state.name }
      result.states.append(kept)
    }
    result.states.sort { $0.name.precedesByScalars($1.name) }
    return result
  }
}

extension Recording.State {
  /// This state with another recorder's answers; nil if they differ.
  fileprivate func merged(with other: Self, ignoring places: VolatilePlaces) -> Self? {
    guard next == other.next else { return nil }
    let mine = RunMemory.Sequence(responses, ignoring: places)
    let others = RunMemory.Sequence(other.responses, ignoring: places)
    let (left, right) = (mine.gone(on: others), others.gone(on: mine))
    var result = self
    if left.starts(like: right) {
      result.responses = left.responses
    } else if right.starts(like: left) {
      result.responses = right.responses
    } else {
      return nil
    }
    return result
  }
}
