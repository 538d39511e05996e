import OrderedJSON

// What the beginning and the end of a session mean for recordings.
extension Engine {
  /// A session begins on a listener: it starts over.
  package func sessionBegan(_ session: OpenSession) {
    let place = context.place(of: session)
    context.useLog.note(session: session.name)
    _ = reset(session: place)
    guard configuration.recordsSessions else { return }
    let others = context.openSessions.open(on: session.listener).filter { $0 !== session }
    let scopes = others.filter(\.isScope).map { context.place(of: $0) }
    for endpoint in endpoints {
      endpoint.begin(session: place, isScope: session.isScope, in: scopes, number: session.number)
    }
    // A scope that begins inside a test, such as a fixture that the test asks for itself.
    guard session.isScope, let test = others.last(where: { !$0.isScope }) else { return }
    enter(context.place(of: test), scope: place)
  }

  /// A scope begins whose tests name their sessions themselves: it starts over.
  package func beginScope(_ name: String) async {
    context.useLog.note(session: name)
    _ = reset(session: name)
    guard configuration.recordsSessions else { return }
    for endpoint in endpoints {
      endpoint.begin(session: name, isScope: true, in: [], number: 0)
      if let upstream = context.upstream, configuration.writes { await endpoint.learnIDs(from: upstream) }
    }
  }

  /// A session goes on inside a scope that has begun: the ids that the scope issued are known to it.
  package func enter(_ session: String, scope: String) {
    for endpoint in endpoints { endpoint.enter(session, scope: scope) }
  }
}

extension Engine {
  /// For how long `end` waits for requests in flight, in milliseconds.
  static let endPatience = 2_000

  // MARK: Begin and end

  /// The outcome of a session.
  package struct EndedSession: Sendable {
    package let session: OpenSession
    package let outcome: SessionOutcome
    /// The number of requests that were still in flight.
    package let unfinished: Int
    package let recorded: [SavedSession]
  }

  /// Ends sessions that take no more requests, one after the other.
  ///
  /// - Parameters:
  ///   - sessions: innermost first.
  ///   - outcome: how the last of them ended; the others, which were still open inside it, failed.
  /// - Returns: what each came to, in the same order.
  package func end(_ sessions: [OpenSession], _ outcome: SessionOutcome) async -> [EndedSession] {
    var ended: [EndedSession] = []
    for session in sessions {
      let outcome = session === sessions.last ? outcome : .failed
      let unfinished = await session.idle(within: Self.endPatience, context.timer)
      session.endStreams()
      let recorded = await finish(session: context.place(of: session), outcome)
      context.openSessions.finished(session)
      ended.append(EndedSession(session: session, outcome: outcome, unfinished: unfinished, recorded: recorded))
    }
    return ended
  }

  /// Ends as failed what is still open on any listener: the program stops, and nobody said that it passed.
  func endOpenSessions() async {
    let engines = Dictionary(listeners.opened.map { ($0.number, $0.engine ?? self) }) { first, _ in first }
    for (listener, sessions) in context.openSessions.endAll() {
      _ = await (engines[listener] ?? self).end(sessions, .failed)
    }
  }

  // MARK: Listeners

  /// Opens a listener. Only the main port's engine does.
  ///
  /// - Parameters:
  ///   - settings: what it does differently.
  ///   - engine: answers on it if that is nothing: the engine of the port that was asked; nil for this one.
  ///   - mayWrite: whether it may record where `CI` is set, though the run was not started to record.
  /// - Returns: the open listener.
  /// - Throws: `ListenerProblem` if it cannot be opened.
  package func openListener(
    _ settings: ListenerSettings, like engine: Engine? = nil, mayWrite: Bool = false
  ) async throws(ListenerProblem) -> Listeners.Listener {
    let setup = listeners.setup
    let configuration = settings.applied(to: configuration)
    if configuration.writes, setup.isCI, !mayWrite, !self.configuration.writes { throw .writesInCI }
    return try await listeners.open(main: self) {
      guard !settings.isEmpty else { return engine ?? self }
      guard let load = setup.load else { throw ListenerProblem.unsupported }
      let endpoints = try load(settings, configuration)
      for warning in endpoints.flatMap(\.warnings) { context.warn(warning) }
      return Engine(
        configuration: configuration, endpoints: endpoints,
        upstream: configuration.reachesUpstream ? setup.upstream : nil, clock: context.clock,
        timer: context.timer, main: self, events: context.emit)
    }
  }

  /// Takes a listener out, and ends as failed what is open on it. Only the main port's engine does.
  ///
  /// - Returns: what its sessions came to, innermost first, and what closes the port.
  package func closeListener(_ number: Int) async -> (ended: [EndedSession], close: @Sendable () async -> Void)? {
    guard let listener = listeners.remove(number) else { return nil }
    let engine = listener.engine ?? self
    let ended = await engine.end(context.openSessions.remove(number), .failed)
    // Several listeners may share one.
    let last = listeners.engines.contains { $0 === engine } ? nil : listener.engine
    return (
      ended,
      {
        last?.endStreams()
        await listener.port.close(.seconds(1))
        await last?.finish()
      }
    )
  }
}
