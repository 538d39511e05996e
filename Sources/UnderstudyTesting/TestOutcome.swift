import Synchronization

/// Whether a test has failed so far.
final class TestOutcome: Sendable {
  private let state = Atomic<Bool>(false)

  var hasFailed: Bool { state.load(ordering: .acquiring) }

  func fail() { state.store(true, ordering: .releasing) }
}
