import Dispatch
import Synchronization

/// Counts answers in the files of their endpoints (`UnwrittenAnswers`) before clients get them. Answers that arrive
/// while a file is being written are counted together.
package final class Announcements: Sendable {
  private struct State {
    var counts: [ObjectIdentifier: (answers: UnwrittenAnswers, count: Int)] = [:]
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isWriting = false

    var isEmpty: Bool { counts.isEmpty && waiting.isEmpty }
  }

  private let isOn: Bool
  private let warn: @Sendable (String) -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "understudy.recorder.count")

  package init(isOn: Bool, warn: @escaping @Sendable (String) -> Void) {
    self.isOn = isOn
    self.warn = warn
  }

  package func add(_ count: Int, to answers: UnwrittenAnswers) {
    guard isOn else { return }
    state.withLock { $0.counts[ObjectIdentifier(answers), default: (answers, 0)].count += count }
    begin()
  }

  /// Creates an endpoint's file before the endpoint's folder is locked for writing recordings, because clients of other
  /// endpoints must not wait for that lock. A failure is reported when the next answer is counted.
  package func prepare(_ answers: UnwrittenAnswers) {
    if isOn { try? answers.prepare() }
  }

  /// Waits until all answers added so far are counted.
  package func wait() async {
    guard isOn else { return }
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting.append(continuation) }
      begin()
    }
  }

  private func begin() {
    let begins = state.withLock { state in
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { queue.async { self.write() } }
  }

  private func write() {
    while true {
      let (counts, waiting) = state.withLock { state in
        defer { (state.counts, state.waiting) = ([:], []) }
        state.isWriting = !state.isEmpty
        return (state.counts, state.waiting)
      }
      if counts.isEmpty, waiting.isEmpty { return }
      for (answers, count) in counts.values {
        do throws(RecordingError) {
          try answers.note(answered: count)
        } catch {
          warn(
            "Answers that are not written yet cannot be counted: \(error)\nIf this recorder is killed, the next one cannot report how many are missing. Stop it with Ctrl-C instead."
          )
        }
      }
      for continuation in waiting { continuation.resume() }
    }
  }
}
