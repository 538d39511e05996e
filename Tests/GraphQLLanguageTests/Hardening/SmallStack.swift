import Foundation

/// Runs work on a thread with 512 kB of stack: concurrency threads and event loops may have no more than this.
func onSmallStack<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: work)) }
    thread.stackSize = 512 << 10
    thread.start()
  }
}
