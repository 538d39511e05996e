package import EndpointConfiguration
import OrderedJSON
package import Requests
package import SchemaSources

// The begin and end of sessions that are recorded.
extension Engine {
  /// Begins a session on a listener, from its start state. `data` has the settings of its generated data.
  package func sessionBegan(_ session: OpenSession, data: FakeConfiguration? = nil) {
    let place = context.place(of: session)
    context.useLog.note(session: session.name)
    _ = startOver(session: place)
    if session.isNamed { forget(session) }
    let others = sessions(around: session)
    for endpoint in endpoints { begin(session, inside: others, at: endpoint, data: data) }
    // A scope that begins inside a test, such as a fixture that the test itself requests.
    guard session.isScope, let test = others.last(where: { !$0.isScope }) else { return }
    enter(test, scope: session)
  }

  /// The sessions that were open on a session's listener when it began. One that takes only the requests that name it is
  /// inside no other, unless it enters a scope.
  private func sessions(around session: OpenSession) -> [OpenSession] {
    session.isNamed
      ? [] : context.openSessions.open(on: session.listener).prefix { $0 !== session }.filter { !$0.isNamed }
  }

  private func begin(
    _ session: OpenSession, inside others: [OpenSession], at endpoint: Endpoint, data: FakeConfiguration? = nil
  ) {
    let place = context.place(of: session)
    let scopes = others.filter(\.isScope).map { context.place(of: $0) }
    endpoint.begin(session: place, in: scopes, data: data)
    guard configuration.recordsSessions else { return }
    endpoint.begin(session: place, isScope: session.isScope, in: scopes, number: session.number)
  }

  /// Begins the open sessions at an endpoint that is made while they run.
  func beginSessions(at endpoint: Endpoint) {
    for listener in [0] + listeners.opened.filter({ ($0.engine ?? main) === self }).map(\.number) {
      for session in context.openSessions.open(on: listener) {
        begin(session, inside: sessions(around: session), at: endpoint)
      }
    }
  }

  /// Checks settings of generated data: each must fit the schema of an endpoint.
  package func check(_ settings: FakeConfiguration) throws(ConfigurationError) {
    let isOnly = endpoints.count == 1
    try settings.requireUse(
      by: try endpoints.map { (endpoint) throws(ConfigurationError) in
        try endpoint.checked(settings, isOnly: isOnly)
      })
  }

  /// Lets a session use the ids that a scope issues.
  package func enter(_ session: OpenSession, scope: OpenSession) {
    for endpoint in endpoints {
      endpoint.enter(context.place(of: session), around: context.place(of: scope))
      endpoint.enter(context.place(of: session), scope: context.place(of: scope))
    }
  }
}

// The requests of tests.
extension Engine {
  /// The requests of a session, and notes on them.
  package struct SessionJournal: Sendable {
    /// In the order in which the requests came.
    package let entries: [JournalEntry]
    /// The number of requests past the journal's bound.
    package let unkept: Int
    /// Requests that were not recorded, and warnings that concern no session.
    package let notes: [String]
  }

  /// The requests of a session so far; with nil those of all.
  ///
  /// - Returns: nil if this port keeps no journal.
  package func journal(ofSession session: String?) -> SessionJournal? {
    guard let journal = context.journal else { return nil }
    return SessionJournal(
      entries: journal.entries(ofSession: session), unkept: journal.unkept(ofSession: session),
      notes: context.notes?.lines(ofSession: session) ?? [])
  }

  /// The requests that came to a listener for no session that is open or ending on it; they are then forgotten.
  package func takeStrays(on listener: Int) -> [JournalEntry] {
    guard let journal = context.journal else { return [] }
    return journal.takeStrays(besides: context.openSessions.namesInUse(on: listener))
  }

  private func forget(_ session: OpenSession) {
    context.journal?.forget(session: session.name)
    context.notes?.forget(session: session.name)
  }
}

extension Engine {
  /// The time in milliseconds that `end` waits for requests in flight.
  static let endPatience = 2_000

  // MARK: Begin and end

  /// A session that has ended, with the outcomes of recording it.
  package struct EndedSession: Sendable {
    package let session: OpenSession
    package let outcome: SessionOutcome
    /// The number of requests that were still in flight.
    package let unfinished: Int
    package let recorded: [SavedSession]
    /// Its requests; nil on a port without a journal, and for a session that had the unnamed requests.
    package let journal: SessionJournal?
  }

  /// Ends sessions that accept no more requests, innermost first. `outcome` is that of the last one. The others, which
  /// were still open inside it, failed.
  package func end(_ sessions: [OpenSession], _ outcome: SessionOutcome) async -> [EndedSession] {
    var ended: [EndedSession] = []
    for session in sessions {
      let place = context.place(of: session)
      var outcome = session === sessions.last ? outcome : .failed
      // The end of its listener does not undo the end of a scope.
      if let hasPassed = session.hasPassed { outcome = hasPassed ? .passed : .failed }
      let unfinished = await session.idle(within: Self.endPatience, context.timer)
      session.endStreams()
      let staysOpen = session.isNamed && session.isScope
      let recorded = staysOpen ? await finish(scope: place, outcome) : await finish(session: place, outcome)
      if !session.isScope { endFaults(of: session) }
      let journal = session.isNamed ? self.journal(ofSession: session.name) : nil
      if staysOpen {
        session.noteEnd(hasPassed: outcome == .passed)
      } else if session.isNamed {
        _ = startOver(session: place)
        forget(session)
      }
      if !staysOpen { for endpoint in endpoints { endpoint.begin(session: place, in: []) } }
      context.openSessions.finished(session)
      ended.append(
        EndedSession(
          session: session, outcome: outcome, unfinished: unfinished, recorded: recorded, journal: journal))
    }
    return ended
  }

  /// Ends all sessions that are still open on any listener as failed: the program stops, and nobody reported success.
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
  ///   - settings: the settings that differ from the main port's.
  ///   - engine: the engine of the port that got the request, which answers if there are no settings; nil for this one.
  ///   - mayWrite: true to allow recording if `CI` is set, even if the run was not started to record.
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
      let warnings = endpoints.flatMap(\.warnings)
      for warning in warnings { context.warn(warning) }
      let engine = Engine(
        configuration: configuration, endpoints: endpoints,
        upstream: configuration.reachesUpstream ? setup.upstream : nil, clock: context.clock,
        timer: context.timer, main: self, events: context.emit)
      for warning in warnings { engine.context.notes?.receive(.warning(warning)) }
      return engine
    }
  }

  /// Removes a listener, and ends its open sessions as failed. Returns their results, innermost first, and a function
  /// that closes the port. Only the main port's engine does.
  package func closeListener(_ number: Int) async -> (ended: [EndedSession], close: @Sendable () async -> Void)? {
    guard let listener = listeners.remove(number) else { return nil }
    let engine = listener.engine ?? self
    let ended = await engine.end(context.openSessions.remove(number), .failed)
    // Several listeners may share an engine.
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
