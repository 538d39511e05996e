import Replay
import Synchronization

/// What a run saw: its misses, and which recordings it used.
final class RunLog: Sendable {
  private let state = Mutex(State())

  /// A suite that misses more than this has one problem, not thousands; the count goes on.
  private static let missLimit = 1_000

  private struct State {
    var misses: [Miss] = []
    var seen: Set<Miss> = []
    var used: Set<String> = []
  }

  /// Notes a miss. True where the same one was not noted before.
  @discardableResult
  func note(_ miss: Miss) -> Bool {
    state.withLock { state in
      guard state.misses.count < Self.missLimit, state.seen.insert(miss).inserted else { return false }
      state.misses.append(miss)
      return true
    }
  }

  /// Notes that a recording was used, by its path below the recordings folder.
  func noteUse(of path: String) { state.withLock { _ = $0.used.insert(path) } }

  func wasUsed(_ path: String) -> Bool { state.withLock { $0.used.contains(path) } }

  var misses: [Miss] { state.withLock { $0.misses } }
}
