import Synchronization

/// The subscriptions that are on their way from real endpoints to clients, so that they can be ended when the program
/// ends: an open answer would hold it up.
final class OpenPassages: Sendable {
  private let state = Mutex<(ends: [Int: @Sendable () -> Void], begun: Int)>(([:], 0))

  /// Takes note of one.
  ///
  /// - Parameter end: ends it; called at most once.
  /// - Returns: the number by which it is forgotten.
  func add(_ end: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.begun += 1
      state.ends[state.begun] = end
      return state.begun
    }
  }

  /// Forgets one that has ended.
  func remove(_ number: Int) { state.withLock { _ = $0.ends.removeValue(forKey: number) } }

  /// Ends all, oldest first.
  func endAll() {
    let ends = state.withLock { state in
      defer { state.ends = [:] }
      return state.ends.sorted { $0.key < $1.key }.map(\.value)
    }
    for end in ends { end() }
  }
}
