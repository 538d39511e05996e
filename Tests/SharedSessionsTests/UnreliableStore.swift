import Requests
import SharedSessions
import Synchronization
import Transports

/// A store of several replicas in one process. Like a server, it grants leases. By a seed, its operations take time, fail
/// before or after they take effect, are repeated after a lost reply, and it loses all sessions now and then.
final class UnreliableStore: Sendable {
  /// Measures the leases; only the operations move it.
  let clock = MovedStopwatch()
  private let state: Mutex<State>

  fileprivate struct State {
    var random: UInt64
    /// How many of 100 operations fail before they take effect, and as many after it.
    var failures: UInt64
    var failsAppends = false
    var logs: [String: Log] = [:]
    var leases: [String: Lease] = [:]
    var leaseCount = 0
    /// Until then, no session begins: a replica may have a lease of a lost one.
    var young: UInt64 = 0
    var lossCount = 0
    var handlers: [Int: @Sendable (StoreNotice) -> Void] = [:]
  }

  fileprivate struct Log {
    let name: String
    var entries: [StoredEntry]
    var lastReplica: Int
  }

  fileprivate struct Lease {
    let replica: Int
    let number: Int
    let end: UInt64
  }

  /// In nanoseconds. Replicas use three quarters of it.
  fileprivate static let leaseTime: UInt64 = 2_000_000_000

  /// - Parameters:
  ///   - seed: decides which operations fail and how long they take.
  ///   - failures: how many of 100 operations fail before they take effect, and as many after it.
  init(seed: UInt64, failures: UInt64 = 0) {
    state = Mutex(State(random: seed &* 2 &+ 1, failures: failures))
  }

  /// How often it has lost all sessions.
  var lossCount: Int { state.withLock { $0.lossCount } }

  func fail(_ failures: UInt64) { state.withLock { $0.failures = failures } }

  /// From now on, the replies to appended entries are lost.
  func failAppends() { state.withLock { $0.failsAppends = true } }

  /// Loses all sessions.
  func empty() { state.withLock { $0.empty(at: clock.now()) } }

  func connection(_ replica: Int) -> any SessionStore { Connection(store: self, replica: replica) }

  /// Does an operation, whose notice goes to the other replicas.
  private func operate<Result>(
    as replica: Int, _ body: (inout State, _ now: UInt64) -> (Result, StoreNotice?)
  ) async throws(StoreProblem) -> Result {
    let (isLost, isFailing) = state.withLock { state in
      (state.failures > 0 && state.next() % 300 == 0, state.next() % 100 < state.failures)
    }
    if isLost { empty() }
    clock.move(byMilliseconds: state.withLock { $0.next() % 400 })
    await Task.yield()
    if isFailing { throw StoreProblem("The store failed before it.", hadNoEffect: true) }
    let (result, notice, handlers, time, failsLate) = state.withLock { state in
      let (result, notice) = body(&state, clock.now())
      let handlers = state.handlers.filter { $0.key != replica }.sorted { $0.key < $1.key }.map(\.value)
      return (result, notice, handlers, state.next() % 400, state.next() % 100 < state.failures)
    }
    if let notice { for handler in handlers { handler(notice) } }
    clock.move(byMilliseconds: time)
    await Task.yield()
    if failsLate { throw StoreProblem("The store failed after it.") }
    return result
  }
}

extension UnreliableStore.State {
  fileprivate mutating func next() -> UInt64 {
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
  fileprivate func taken(_ name: String, _ replica: Int, _ now: UInt64) -> Int? {
    guard let lease = leases[name], lease.replica != replica, lease.end > now else { return nil }
    return Int((lease.end - now) / 1_000_000) + 1
  }

  /// A lease for the replica that has used the session last, too.
  fileprivate mutating func lease(
    _ name: String, _ replica: Int, _ now: UInt64, asked: UInt64, _ clock: any Stopwatch
  ) -> SessionLease? {
    defer { logs[name]?.lastReplica = replica }
    guard logs[name]?.lastReplica == replica, taken(name, replica, now) == nil else { return nil }
    leaseCount += 1
    leases[name] = UnreliableStore.Lease(replica: replica, number: leaseCount, end: now + UnreliableStore.leaseTime)
    return SessionLease(number: leaseCount, end: asked + UnreliableStore.leaseTime / 4 * 3, clock: clock)
  }
}

extension UnreliableStore {
  /// The connection of one replica.
  private struct Connection: SessionStore {
    let store: UnreliableStore
    let replica: Int

    var keepsEntries: Bool { true }

    func begin(_ name: String, with entry: StoredEntry, replaces: Bool) async throws(StoreProblem) -> StoredBegin {
      try await store.operate(as: replica) { state, now in
        if let known = state.logs[name] {
          if known.entries[0].token == entry.token { return (.begun(log: known.name), nil) }
          if !replaces { return (.exists, nil) }
          if let time = state.taken(name, replica, now) { return (.leased(time), .wanted(name)) }
        }
        if state.young > now { return (.leased(Int((state.young - now) / 1_000_000) + 1), nil) }
        state.logs[name] = Log(name: entry.token, entries: [entry], lastReplica: replica)
        state.leases[name] = nil
        return (.begun(log: entry.token), .changed(name))
      }
    }

    func read(_ name: String, after place: LogPlace?) async throws(StoreProblem) -> StoredRead {
      let asked = store.clock.now()
      return try await store.operate(as: replica) { state, now in
        guard let log = state.logs[name] else { return (.unknown, nil) }
        let from = place?.log == log.name ? place?.count ?? 0 : 0
        guard from <= log.entries.count else { return (.isCut, nil) }
        // Some replies have not all entries.
        let end = state.next() % 4 == 0 ? min(from + 2, log.entries.count) : log.entries.count
        let isWhole = end == log.entries.count
        let lease = isWhole ? state.lease(name, replica, now, asked: asked, store.clock) : nil
        return (
          .entries(
            Array(log.entries[from..<end]), after: LogPlace(log: log.name, count: from), isWhole: isWhole, lease: lease),
          nil
        )
      }
    }

    func append(
      _ name: String, after place: LogPlace, _ entry: StoredEntry
    ) async throws(StoreProblem) -> StoredAppend {
      // After a lost reply, a connection sends it again.
      let isRepeated = store.state.withLock { $0.next() % 4 == 0 }
      if isRepeated { _ = try await appended(name, after: place, entry) }
      let result: StoredAppend
      do throws(StoreProblem) {
        result = try await appended(name, after: place, entry)
      } catch {
        throw StoreProblem(error.description, hadNoEffect: error.hadNoEffect && !isRepeated)
      }
      if store.state.withLock({ $0.failsAppends }) { throw StoreProblem("The store failed after it.") }
      return result
    }

    private func appended(
      _ name: String, after place: LogPlace, _ entry: StoredEntry
    ) async throws(StoreProblem) -> StoredAppend {
      let asked = store.clock.now()
      return try await store.operate(as: replica) { state, now in
        guard let log = state.logs[name], log.name != place.log || log.entries.count >= place.count else {
          return (.unknown, nil)
        }
        guard log.name == place.log else { return (.moved, nil) }
        if log.entries.count > place.count {
          return (log.entries[place.count].token == entry.token ? .appended(nil) : .moved, nil)
        }
        if let time = state.taken(name, replica, now) { return (.leased(time), .wanted(name)) }
        state.logs[name]?.entries.append(entry)
        return (.appended(state.lease(name, replica, now, asked: asked, store.clock)), .changed(name))
      }
    }

    func end(_ name: String, log: String) async throws(StoreProblem) -> StoredEnd {
      try await store.operate(as: replica) { state, now in
        guard state.logs[name]?.name == log else { return (.unknown, nil) }
        if let time = state.taken(name, replica, now) { return (.leased(time), .wanted(name)) }
        state.logs[name] = nil
        state.leases[name] = nil
        return (.ended, .changed(name))
      }
    }

    func give(_ lease: SessionLease, of name: String) async {
      store.state.withLock { state in
        if state.leases[name]?.number == lease.number { state.leases[name] = nil }
      }
    }

    func notify(_ handler: @escaping @Sendable (StoreNotice) -> Void) {
      store.state.withLock { $0.handlers[replica] = handler }
    }
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
