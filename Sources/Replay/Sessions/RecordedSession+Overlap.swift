package import Recordings

// Reads that were in flight with a mutation when they were recorded.

extension RecordedSession {
  /// Notes that a read was answered between mutations, and returns true if it was also recorded beside the next
  /// mutation. If it comes more often than recorded here, it may be the read that overlapped that mutation, now sent
  /// earlier; it counts as that one if the answers are equal.
  package func noteClear(
    _ key: ContentHash, _ answer: Choice.Answer, for credential: String?, _ progress: inout OverlapProgress
  ) -> Bool {
    let state = answer.recordedState
    guard let beside = overlapping[state] else { return false }
    let earlier = Set(beside.values.joined().map(\.base)).subtracting([state])
    // One that was also recorded before the earlier mutation may have overlapped it.
    if operations[key]?.states.contains(where: { earlier.contains($0.name) }) == false {
      progress.clearState = state
    }
    guard let read = of(credential, beside[key] ?? []).first(where: { $0.base == state }) else { return false }
    let place = SequencePlace(key: key, state: read.place)
    progress.clear[place, default: 0] += 1
    let count = progress.beside[place, default: 0]
    if progress.clear[place, default: 0] > answer.responses.count, count < read.responses.count,
      read.responses[count] == answer.responses.last
    {
      progress.beside[place] = count + 1
    }
    return true
  }

  /// Returns the reads that a request with a credential may be.
  private func of(_ credential: String?, _ reads: [Overlapped]) -> [Overlapped] {
    guard reads.contains(where: { $0.credential != nil }) else { return reads }
    let isOwn = credential.map(issued.contains) ?? false
    return reads.filter { $0.credential == credential || ($0.credential == nil && !isOwn) }
  }

  /// The place of the answers in a state for a credential.
  static func place(_ state: String, _ credential: String?) -> String { "\(state) \(credential ?? "")" }

  /// Returns the recorded answer to a read that overlapped a mutation, before or after that mutation: the first that
  /// was not given yet, or else the last one; nil if no such read is recorded here.
  package func overlapped(
    _ key: ContentHash, with credential: String?, after history: History, _ progress: inout OverlapProgress
  ) -> Choice.Answer? {
    let state = (history.group?.base ?? history.state).name
    var reads = of(credential, overlapping[state]?[key] ?? [])
    // Between mutations that were in flight together, a read that overlapped an earlier mutation is too late.
    if history.group != nil { reads.removeAll { $0.base != state } }
    // After a read that came after the earlier mutation, reads that overlapped it come last.
    if progress.clearState == state { reads = reads.filter { $0.base == state } + reads.filter { $0.base != state } }
    guard history.isExact, let last = reads.last else { return nil }
    func place(_ read: Overlapped) -> SequencePlace { SequencePlace(key: key, state: read.place) }
    func count(_ read: Overlapped) -> Int { progress.beside[place(read), default: 0] }
    let read = reads.first { count($0) < $0.responses.count } ?? last
    let index = min(count(read), read.responses.count - 1)
    progress.beside[place(read)] = count(read) + 1
    return Choice.Answer(state: "\(read.place)~\(index)", responses: [read.responses[index]])
  }
}

/// The reads overlapping a mutation that a replayed session has sent, by the state before the mutation.
package struct OverlapProgress: Hashable, Sendable {
  /// The number of times that each was answered as the one beside the mutation.
  fileprivate var beside: [SequencePlace: Int] = [:]
  /// The number of answers to the same request before the mutation.
  fileprivate var clear: [SequencePlace: Int] = [:]
  /// The last state in which a read was answered that cannot have overlapped the mutation before it.
  fileprivate var clearState: String?

  package init() {}
}
