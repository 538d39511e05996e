import Requests
import SharedSessions
import Synchronization
import Transports

extension UnreliableStore {
  /// The connection of one replica.
  struct Connection: SessionStore {
    let store: UnreliableStore
    let replica: Int

    var keepsEntries: Bool { true }

    func begin(_ name: String, with entry: StoredEntry, replaces: Bool) async throws(StoreProblem) -> StoredBegin {
      note(.begin)
      return try await store.operate(as: replica) { state, now in
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
      note(.read)
      let asked = store.clock.now()
      return try await store.operate(as: replica) { state, now in
        guard let log = state.logs[name] else { return (.unknown, nil) }
        let from = place?.log == log.name ? place?.count ?? 0 : 0
        guard from <= log.entries.count else { return (.isCut, nil) }
        // Some replies have not all entries.
        let end = !store.isSteady && state.next() % 4 == 0 ? min(from + 2, log.entries.count) : log.entries.count
        let isWhole = end == log.entries.count
        state.read.append(end - from)
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
      note(.append)
      // After a lost reply, a connection sends it again.
      let isRepeated = !store.isSteady && store.state.withLock { $0.next() % 4 == 0 }
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
        if log.entries.count >= store.entryLimit { return (.full("\(store.entryLimit) entries"), nil) }
        state.logs[name]?.entries.append(entry)
        return (.appended(state.lease(name, replica, now, asked: asked, store.clock)), .changed(name))
      }
    }

    func end(_ name: String, log: String) async throws(StoreProblem) -> StoredEnd {
      note(.end)
      return try await store.operate(as: replica) { state, now in
        guard state.logs[name]?.name == log else { return (.unknown, nil) }
        if let time = state.taken(name, replica, now) { return (.leased(time), .wanted(name)) }
        state.logs[name] = nil
        state.leases[name] = nil
        return (.ended, .ended(name))
      }
    }

    func give(_ lease: SessionLease, of name: String) async {
      note(.give)
      store.state.withLock { state in
        if state.leases[name]?.number == lease.number { state.leases[name] = nil }
      }
    }

    func notify(_ handler: @escaping @Sendable (StoreNotice) -> Void) {
      store.state.withLock { $0.handlers[replica] = handler }
    }

    private func note(_ call: StoreCall) { store.state.withLock { $0.calls.append(call) } }
  }
}
