import Dispatch
import Transports

/// Threads for what waits for the disk or computes for long, beside the event loops and beside the tasks of the program:
/// both have a thread a core, which one request must not take from all others.
package final class BlockingExecutor: TaskExecutor {
  package static let shared = BlockingExecutor()

  private let queue = DispatchQueue(label: "understudy.blocking", attributes: .concurrent)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Response {
  /// An answer that takes files or a long computation, made beside the event loop.
  static func beside(_ answer: @escaping @Sendable () -> Answer) -> Response {
    .later { await Task(executorPreference: BlockingExecutor.shared) { answer() }.value }
  }
}
