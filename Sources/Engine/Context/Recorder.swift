import Synchronization

/// Writes what was recorded, one after the other and behind the clients' backs: a client never waits for the disk.
final class Recorder: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Writes an answer after everything that was enqueued before.
  ///
  /// - Parameters:
  ///   - write: writes it.
  ///   - done: is called with the outcome, from any thread.
  func enqueue(
    _ write: @escaping @Sendable () -> (Exchange.Outcome, advice: String?),
    done: @escaping @Sendable (Exchange.Outcome, _ advice: String?) -> Void
  ) {
    last.withLock { last in
      let previous = last
      last = Task {
        await previous?.value
        let (outcome, advice) = write()
        done(outcome, advice)
      }
    }
  }

  /// Waits until everything that was handed in is written.
  func finish() async { await last.withLock { $0 }?.value }
}
