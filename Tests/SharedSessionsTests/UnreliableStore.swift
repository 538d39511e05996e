import Requests
import SharedSessions
import Synchronization
import Transports

/// A store of several replicas in one process. Like a server, it grants leases. By a seed, its operations take time, fail
/// before or after they take effect, and are repeated after a lost reply. Now and then it restarts, with all sessions or
/// without them.
final class UnreliableStore: Sendable {
  /// Measures the leases; only the operations move it.
  let clock = MovedStopwatch()
  /// True if operations take no time, none is repeated, and replies are whole.
  let isSteady: Bool
  /// The most entries of a log.
  let entryLimit: Int
  let state: Mutex<State>

  struct State {
    var random: UInt64
    /// How many of 100 operations fail before they take effect, and as many after it.
    var failures: UInt64
    var failsAppends = false
    /// The time until which a restart makes the store unreachable.
    var downUntil: UInt64 = 0
    /// True from a restart until the first operation after it.
    var isReconnecting = false
    /// The number of restarts that kept all logs.
    var restartCount = 0
    /// Replicas that were killed.
    var killed: Set<Int> = []
    /// The operations of the replicas. One that a connection repeats counts once.
    var calls: [StoreCall] = []
    /// The numbers of entries that were read.
    var read: [Int] = []
    var logs: [String: Log] = [:]
    var leases: [String: Lease] = [:]
    var leaseCount = 0
    /// Until then, no session begins: a replica may have a lease of a lost one.
    var young: UInt64 = 0
    var lossCount = 0
    var handlers: [Int: @Sendable (StoreNotice) -> Void] = [:]
  }

  struct Log {
    let name: String
    var entries: [StoredEntry]
    var lastReplica: Int
  }

  struct Lease {
    let replica: Int
    let number: Int
    let end: UInt64
  }

  /// In nanoseconds. Replicas use three quarters of it.
  static let leaseTime: UInt64 = 2_000_000_000

  /// - Parameters:
  ///   - seed: decides which operations fail and how long they take.
  ///   - failures: how many of 100 operations fail before they take effect, and as many after it.
  ///   - isSteady: true if operations take no time, none is repeated, and replies are whole.
  ///   - entryLimit: the most entries of a log.
  init(seed: UInt64, failures: UInt64 = 0, isSteady: Bool = false, entryLimit: Int = .max) {
    self.isSteady = isSteady
    self.entryLimit = entryLimit
    state = Mutex(State(random: seed &* 2 &+ 1, failures: failures))
  }

  /// How often it has lost all sessions.
  var lossCount: Int { state.withLock { $0.lossCount } }

  func fail(_ failures: UInt64) { state.withLock { $0.failures = failures } }

  /// From now on, the replies to appended entries are lost.
  func failAppends() { state.withLock { $0.failsAppends = true } }

  /// Loses all sessions.
  func empty() { state.withLock { $0.empty(at: clock.now()) } }

  /// Restarts with all sessions. Until then, it is unreachable for a time.
  func restart() {
    state.withLock { state in
      state.downUntil = clock.now() + state.next() % 2_000 * 1_000_000
      state.isReconnecting = true
      state.restartCount += 1
    }
  }

  /// How often it has restarted with all sessions.
  var restartCount: Int { state.withLock { $0.restartCount } }

  /// Ends the connection of a replica that was killed. What it has sent before may still take effect.
  func kill(_ replica: Int) {
    state.withLock { state in
      state.killed.insert(replica)
      state.handlers[replica] = nil
    }
  }

  /// Returns the operations since the last call.
  func takeCalls() -> [StoreCall] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  /// Returns the numbers of entries that were read since the last call.
  func takeRead() -> [Int] {
    state.withLock { state in
      defer { state.read = [] }
      return state.read
    }
  }

  func connection(_ replica: Int) -> any SessionStore { Connection(store: self, replica: replica) }

  /// Does an operation, whose notice goes to the other replicas.
  func operate<Result>(
    as replica: Int, _ body: (inout State, _ now: UInt64) -> (Result, StoreNotice?)
  ) async throws(StoreProblem) -> Result {
    let (isLost, isRestarting, isFailing, isKilled) = state.withLock { state in
      (
        state.failures > 0 && state.next() % 300 == 0, state.failures > 0 && state.next() % 150 == 0,
        state.next() % 100 < state.failures, state.killed.contains(replica)
      )
    }
    if isLost { empty() }
    if isRestarting { restart() }
    let isDown = connect()
    await pass()
    if isFailing || isDown || isKilled { throw StoreProblem("The store failed before it.", hadNoEffect: true) }
    // While the operation was on its way, the store may have stopped.
    if connect() { throw StoreProblem("The store stopped before it.") }
    let (result, notice, handlers, failsLate) = state.withLock { state in
      let (result, notice) = body(&state, clock.now())
      let handlers = state.handlers.filter { $0.key != replica }.sorted { $0.key < $1.key }.map(\.value)
      return (result, notice, handlers, state.next() % 100 < state.failures)
    }
    if let notice { for handler in handlers { handler(notice) } }
    await pass()
    if failsLate || connect() { throw StoreProblem("The store failed after it.") }
    return result
  }

  /// Takes some time.
  private func pass() async {
    if !isSteady { clock.move(byMilliseconds: state.withLock { $0.next() % 400 }) }
    await Task.yield()
  }

  /// Returns true while the store is unreachable. After that, tells all replicas once that notices may be lost.
  private func connect() -> Bool {
    let now = clock.now()
    let handlers = state.withLock { state -> [@Sendable (StoreNotice) -> Void]? in
      if state.downUntil > now { return nil }
      defer { state.isReconnecting = false }
      return state.isReconnecting ? state.handlers.sorted { $0.key < $1.key }.map(\.value) : []
    }
    guard let handlers else { return true }
    for handler in handlers { handler(.reconnected) }
    return false
  }
}

/// An operation of a store.
enum StoreCall: Hashable, Sendable {
  case begin, read, append, end, give
}

extension UnreliableStore.State {
  mutating func next() -> UInt64 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return random >> 33
  }

  fileprivate mutating func empty(at now: UInt64) {
    logs = [:]
    leases = [:]
    young = now + UnreliableStore.leaseTime
    lossCount += 1
  }

  /// The milliseconds for which another replica has the lease of a session; nil if none has.
  func taken(_ name: String, _ replica: Int, _ now: UInt64) -> Int? {
    guard let lease = leases[name], lease.replica != replica, lease.end > now else { return nil }
    return Int((lease.end - now) / 1_000_000) + 1
  }

  /// A lease for the replica that has used the session last, too.
  mutating func lease(
    _ name: String, _ replica: Int, _ now: UInt64, asked: UInt64, _ clock: any Stopwatch
  ) -> SessionLease? {
    defer { logs[name]?.lastReplica = replica }
    guard logs[name]?.lastReplica == replica, taken(name, replica, now) == nil else { return nil }
    leaseCount += 1
    leases[name] = UnreliableStore.Lease(replica: replica, number: leaseCount, end: now + UnreliableStore.leaseTime)
    return SessionLease(number: leaseCount, end: asked + UnreliableStore.leaseTime / 4 * 3, clock: clock)
  }
}

/// A clock that the store moves.
final class MovedStopwatch: Stopwatch {
  private let time = Atomic<UInt64>(1_000_000_000)

  func now() -> UInt64 { time.load(ordering: .acquiring) }
  func move(byMilliseconds milliseconds: UInt64) {
    time.add(milliseconds * 1_000_000, ordering: .acquiringAndReleasing)
  }
}
