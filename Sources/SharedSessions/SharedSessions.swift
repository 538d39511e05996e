package import Engine
import Recordings
import Requests
import Synchronization
package import Transports

/// Keeps the sessions of this replica equal to their logs in a store.
///
/// A session is a state machine whose log has the requests that changed it. A replica repeats the requests that others
/// have answered, compares its answers with theirs, and appends its own. All replicas have the same recordings, schemas
/// and options, so they get the same answers; if one does not, its clients get an error.
///
/// A request that changes nothing costs one round trip to the store, or none while this replica has the session's lease.
/// One that changes its session costs one more.
package final class SharedSessions: SessionSharing {
  let store: ReportedStore
  let seal: EntrySeal
  let clock: any Stopwatch
  private let engines = Mutex<(own: Engine, unreported: Engine)?>(nil)
  let sessions = Mutex<[String: LocalSession]>([:])
  private let tokens: @Sendable () -> String
  /// The time in nanoseconds after which an unused session is dropped from memory.
  private let idle: UInt64

  /// The time in nanoseconds after which a request gives up on the store, or on another replica's lease.
  static let patience: UInt64 = 5_000_000_000
  /// The largest request that an entry holds, in bytes.
  static let entryLimit = 4 << 20

  /// - Parameters:
  ///   - store: the store of the logs.
  ///   - seal: encrypts the entries.
  ///   - idleSeconds: the time after which an unused session is dropped from memory. It can be read again if the store
  ///     keeps entries, and is lost otherwise.
  ///   - clock: measures leases and idle times.
  ///   - tokens: a source of texts that no other attempt to append has.
  package init(
    store: any SessionStore, seal: EntrySeal, idleSeconds: UInt64, clock: any Stopwatch = MonotonicStopwatch(),
    tokens: @escaping @Sendable () -> String
  ) {
    self.store = ReportedStore(store)
    self.seal = seal
    self.clock = clock
    self.tokens = tokens
    let whole = UInt64.nanoseconds(inSeconds: idleSeconds)
    // A session with open streams is read in time, so that it does not expire in the store.
    idle = store.keepsEntries ? min(.nanoseconds(inSeconds: 60), whole / 2) : whole
  }

  /// Serves the sessions of an engine, which was created with this object.
  package func use(_ engine: Engine) {
    engines.withLock { $0 = (engine, engine.unreported()) }
    for endpoint in engine.endpoints { endpoint.refuseOtherSessions(for: SessionName.standard, now: clock.now()) }
    store.notify { [weak self] in self?.receive($0) }
    store.report { [weak engine] report in
      switch report {
      case .fails(let problem):
        engine?.report(
          .warning(
            "The session store failed. Requests of sessions get 503 or 504 until it works again; others continue. \(problem)"
          ))
      case .works: engine?.report(.notice("The session store works again."))
      }
    }
  }

  var engine: Engine? { engines.withLock { $0?.own } }
  var unreported: Engine? { engines.withLock { $0?.unreported } }

  package var isShared: Bool { store.keepsEntries }

  package var ownSessionCount: Int {
    isShared ? 0 : sessions.withLock { $0.values.count { $0.known.place != nil } }
  }

  package var storeFailures: (count: Int, isFailing: Bool)? { isShared ? store.failures : nil }

  func token() -> String { tokens() }

  /// The session of this replica by its name.
  func local(_ name: String) -> LocalSession {
    sessions.withLock { sessions in
      if let known = sessions[name] { return known }
      let new = LocalSession(name)
      sessions[name] = new
      return new
    }
  }

  /// Runs `body` with the session of this replica, while nobody else uses it.
  func inTurn<Result: Sendable>(of name: String, _ body: (LocalSession) async -> Result) async -> Result {
    while true {
      let session = local(name)
      let result: Result? = await session.inTurn {
        // While it waited, an unused session may have been dropped, and the next request gets another one.
        guard sessions.withLock({ $0[name] === session }) else { return nil }
        let result = await body(session)
        // Names that no session has, of which there may be any number.
        if session.known.isEmpty, !session.hasWaiting { sessions.withLock { $0[name] = nil } }
        return result
      }
      if let result { return result }
    }
  }

  // MARK: Memory

  package func dropIdle() {
    let now = clock.now()
    let unused = sessions.withLock { sessions in
      sessions.values.filter { session in
        let last = session.known.lastUse
        return !session.isBusy && now > last && now - last > idle
      }
    }
    for session in unused {
      Task {
        await session.inTurn {
          guard clock.now() - min(session.known.lastUse, clock.now()) > idle else { return }
          // Its log is in use, too.
          if session.known.place != nil, takeUse(of: session.name) {
            let refusal = await upToDate(session)
            // While the store fails, nothing is lost.
            if refusal == nil || refusal?.status == 503 { return }
          }
          if !store.keepsEntries, let log = session.known.place?.log {
            _ = try? await store.end(session.name, log: log)
          }
          await drop(session)
          sessions.withLock { if $0[session.name] === session, !session.hasWaiting { $0[session.name] = nil } }
        }
      }
    }
    // Requests that were answered without their session, such as by a fault, leave sessions of the engine alone.
    let names = sessions.withLock { Set($0.keys) }
    for endpoint in engine?.endpoints ?? [] { endpoint.dropIdleSessions(now: now, after: idle, besides: names) }
  }

  private func takeUse(of name: String) -> Bool {
    (engine?.endpoints ?? []).reduce(false) { $1.takeUse(ofSession: name) || $0 }
  }

  /// Drops all sessions without open streams from memory, to be read again from the store.
  package func dropAll() async {
    for session in sessions.withLock({ Array($0.values) }) where !hasStreams(session.name) {
      await session.inTurn { await drop(session) }
    }
  }

  func hasStreams(_ name: String) -> Bool {
    engine?.endpoints.contains { ($0.report(ofSession: name)?.streams ?? 0) > 0 } ?? false
  }

  /// Drops what this replica knows of a session, and gives its lease back. Its streams end with an event.
  func drop(_ session: LocalSession, ending last: StreamEvent = .complete) async {
    await give(session)
    if session.known.place != nil { engine?.startShared(session: session.name, data: nil, ending: last) }
    session.known.place = nil
    session.known.beginning = .unknown
    session.known.misses = LocalSession.Misses()
  }

  /// Gives a session's lease back, if this replica has it, so that others can change the session.
  func give(_ session: LocalSession) async {
    guard let lease = session.known.lease else { return }
    session.known.lease = nil
    lease.give()
    await store.give(lease, of: session.name)
  }

  // MARK: Notices

  private func receive(_ notice: StoreNotice) {
    switch notice {
    case .changed(let name), .ended(let name):
      // A request in progress may be about to open a stream.
      guard let session = sessions.withLock({ $0[name] }), session.isBusy || hasStreams(name) else { return }
      let hasEnded = notice == .ended(name)
      Task { await follow(session, hasEnded: hasEnded) }
    case .wanted(let name):
      guard let session = sessions.withLock({ $0[name] }) else { return }
      Task {
        await inTurn(of: session.name) { await give($0) }
      }
    case .reconnected:
      for session in sessions.withLock({ Array($0.values) }) where session.known.place != nil {
        if hasStreams(session.name) { Task { await follow(session) } }
      }
    }
  }

  /// Applies what other replicas have appended, so that open streams get its events. Tries again while the store fails.
  private func follow(_ session: LocalSession, hasEnded: Bool = false) async {
    for _ in 0..<60 {
      let isDone = await inTurn(of: session.name) { session in
        guard session.known.place != nil, session.known.lease?.isHeld != true, hasStreams(session.name) else {
          return true
        }
        return await upToDate(session, hasEnded: hasEnded)?.status != 503
      }
      if isDone { return }
      try? await Task.sleep(for: .milliseconds(500))
    }
  }
}
