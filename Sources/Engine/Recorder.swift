import Synchronization

/// Writes what was recorded, one after the other and behind the clients' backs: a client never waits for the disk.
final class Recorder: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Writes an answer after everything that was handed in before; `done` is told the outcome, from any thread.
  func enqueue(
    _ save: PendingSave, at endpoint: Endpoint,
    done: @escaping @Sendable (Exchange.Outcome, _ advice: String?) -> Void
  ) {
    last.withLock { last in
      let previous = last
      last = Task {
        await previous?.value
        let (outcome, advice) = endpoint.record(save)
        done(outcome, advice)
      }
    }
  }

  /// Waits until everything that was handed in is written.
  func finish() async { await last.withLock { $0 }?.value }
}
