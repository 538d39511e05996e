import DequeModule
import Dispatch
import Synchronization
import Transports

/// Threads for file access and long computations. The event loops and the program's tasks have one thread for each
/// core, which one request must not take from all others.
///
/// Each thread is that of a serial queue: on Linux, a concurrent queue shares its threads with the program's tasks, and
/// gets no more of them while those are busy.
package final class BlockingExecutor: TaskExecutor {
  package static let shared = BlockingExecutor(threads: 64)

  private let queues: [DispatchQueue]
  private let state: Mutex<State>

  private struct State {
    /// The queues without a job.
    var idle: [Int]
    /// The jobs that wait for a queue, in order.
    var waiting: Deque<UnownedJob> = []
  }

  /// - Parameter threads: the most jobs that run at a time. Others wait.
  init(threads: Int) {
    queues = (0..<threads).map { DispatchQueue(label: "understudy.blocking.\($0)") }
    state = Mutex(State(idle: Array(queues.indices.reversed())))
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let idle = state.withLock { state in
      let idle = state.idle.popLast()
      if idle == nil { state.waiting.append(job) }
      return idle
    }
    if let idle { queues[idle].async { self.run(job, on: idle) } }
  }

  /// Runs a job, then waiting jobs, on a queue.
  private func run(_ first: UnownedJob, on queue: Int) {
    var job = first
    while true {
      job.runSynchronously(on: asUnownedTaskExecutor())
      let next = state.withLock { state in
        let next = state.waiting.popFirst()
        if next == nil { state.idle.append(queue) }
        return next
      }
      guard let next else { return }
      job = next
    }
  }
}

extension Response {
  /// Computes an answer off the event loop, for file access or long computations.
  package static func beside(_ answer: @escaping @Sendable () -> Answer) -> Response {
    .later { await Task(executorPreference: BlockingExecutor.shared) { answer() }.value }
  }
}
