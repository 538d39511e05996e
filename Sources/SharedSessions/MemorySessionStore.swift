package import Requests
import Synchronization
package import Transports

/// Session logs in the memory of this process: for replicas without a store, which know their own sessions alone, and for
/// tests, in which several replicas of one process share it.
package final class MemorySessionStore: SessionStore {
  private let state = Mutex(State())
  private let clock: any Stopwatch
  /// True if no other replica reads the logs. Then entries are not kept, and a lease does not end.
  private let isAlone: Bool
  /// The time in nanoseconds after which an unused session expires.
  private let idle: UInt64

  fileprivate struct State {
    var logs: [String: Log] = [:]
    var handlers: [@Sendable (StoreNotice) -> Void] = []
  }

  fileprivate struct Log {
    let name: String
    var entries: [StoredEntry] = []
    var count = 0
    var lastUse: UInt64
  }

  /// The most sessions. Past it, none begins until some end or expire.
  static let limit = 100_000

  package init(isAlone: Bool, idleSeconds: UInt64 = 3_600, clock: any Stopwatch = MonotonicStopwatch()) {
    self.isAlone = isAlone
    self.clock = clock
    // Its replica ends the sessions that it has not used: one with the lease need not ask the store.
    idle = isAlone ? .max : .nanoseconds(inSeconds: idleSeconds)
  }

  package var keepsEntries: Bool { !isAlone }

  /// The lease of a replica that nobody else can change the sessions of.
  private var endlessLease: SessionLease? { isAlone ? SessionLease(number: 0, end: .max, clock: clock) : nil }

  package func begin(
    _ name: String, with entry: StoredEntry, replaces: Bool
  ) async throws(StoreProblem) -> StoredBegin {
    let now = clock.now()
    let begun = state.withLock { state -> StoredBegin? in
      if let known = state.live(name, now, idle) {
        if known.entries.first?.token == entry.token { return .begun(log: known.name) }
        if !replaces { return .exists }
      } else if state.logs.count >= Self.limit {
        state.logs = state.logs.filter { now - min($0.value.lastUse, now) <= idle }
        if state.logs.count >= Self.limit { return nil }
      }
      // Unlike a number, it is in no other process, whose tokens clients may send after a restart.
      let log = entry.token
      state.logs[name] = Log(name: log, entries: [entry], count: 1, lastUse: now)
      return .begun(log: log)
    }
    guard let begun else {
      throw StoreProblem(
        "There are \(Self.limit) sessions, which is the limit. End sessions that are finished.", hadNoEffect: true)
    }
    send(.changed(name))
    return begun
  }

  package func read(_ name: String, after place: LogPlace?) async throws(StoreProblem) -> StoredRead {
    let now = clock.now()
    return state.withLock { state in
      guard let log = state.live(name, now, idle) else { return .unknown }
      state.logs[name]?.lastUse = now
      let from = place?.log == log.name ? place?.count ?? 0 : 0
      guard from <= log.count, !isAlone || from > 0 || log.count == 1 else { return .isCut }
      let entries = isAlone && from > 0 ? [] : Array(log.entries[min(from, log.entries.count)...])
      return .entries(
        entries, after: LogPlace(log: log.name, count: from), isWhole: true,
        lease: endlessLease)
    }
  }

  package func append(
    _ name: String, after place: LogPlace, _ entry: StoredEntry
  ) async throws(StoreProblem) -> StoredAppend {
    let now = clock.now()
    let isAlone = isAlone
    let result = state.withLock { state -> StoredAppend in
      guard let log = state.live(name, now, idle) else { return .unknown }
      guard log.name == place.log else { return .moved }
      if !isAlone, log.count > place.count, log.entries[place.count].token == entry.token { return .appended(nil) }
      guard log.count == place.count else { return .moved }
      state.logs[name]?.lastUse = now
      state.logs[name]?.count += 1
      if !isAlone { state.logs[name]?.entries.append(entry) }
      return .appended(endlessLease)
    }
    if case .appended = result { send(.changed(name)) }
    return result
  }

  package func end(_ name: String, log: String) async throws(StoreProblem) -> StoredEnd {
    let now = clock.now()
    let isKnown = state.withLock { state in
      guard state.live(name, now, idle)?.name == log else { return false }
      state.logs[name] = nil
      return true
    }
    if isKnown { send(.ended(name)) }
    return isKnown ? .ended : .unknown
  }

  package func give(_ lease: SessionLease, of name: String) async {}

  package func notify(_ handler: @escaping @Sendable (StoreNotice) -> Void) {
    state.withLock { $0.handlers.append(handler) }
  }

  private func send(_ notice: StoreNotice) {
    for handler in state.withLock({ $0.handlers }) { handler(notice) }
  }
}

extension MemorySessionStore.State {
  /// Returns the log of a session, and removes one that has expired.
  fileprivate mutating func live(_ name: String, _ now: UInt64, _ idle: UInt64) -> MemorySessionStore.Log? {
    guard let log = logs[name] else { return nil }
    if now > log.lastUse, now - log.lastUse > idle {
      logs[name] = nil
      return nil
    }
    return log
  }
}
