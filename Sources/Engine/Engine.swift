import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
package import Requests
import SchemaSources
import Synchronization
package import Transports

/// One request in, one answer out: routes a request to its endpoint, and answers it in the run's mode.
///
/// Opens no sockets: a server calls `respond(to:)`, and `Upstream` reaches the real API.
package final class Engine: Responder {
  package let context: EngineContext
  /// Recording a new host adds one.
  private let served: Mutex<[Endpoint]>
  let gatekeeper: RequestGuard
  private let crossOrigin: CrossOrigin
  /// Lets pages of all sites read the answers to proxy requests.
  let forwardingOrigin: CrossOrigin
  /// The means to serve proxy requests; nil if this is no proxy.
  let forwarding: ForwardProxySetup?
  /// Held while an endpoint is created for a new host.
  let creating = Mutex(())
  /// The listeners of the run, and the sessions that are open on them.
  package let listeners: Listeners
  private let pages: (any ControlPages)?
  /// Shares sessions with other replicas; nil if they are in this process alone.
  package let sharing: (any SessionSharing)?
  /// The conditions for `GET /__understudy/ready`.
  package let readiness: Readiness
  /// The engine of the main port, for an engine of another listener.
  let parent: Engine?
  private let changes = Atomic<Int>(0)

  /// Creates an engine. `upstream` is nil if the mode never uses it, `pages` for no control API. `main` is the engine
  /// of the main port, whose reports it shares; nil for that engine itself. `events` and `answerLog` are called on any thread.
  package init(
    configuration: EngineConfiguration, endpoints: [Endpoint], upstream: (any Upstream)?,
    clock: any Stopwatch = MonotonicStopwatch(), timer: any StreamTimer = RunningTimer(),
    listening: ListenerSetup = ListenerSetup(), forwarding: ForwardProxySetup? = nil,
    pages: (any ControlPages)? = nil, sharing: (any SessionSharing)? = nil, main: Engine? = nil,
    answerLog: AnswerLog? = nil, events: @escaping @Sendable (Event) -> Void
  ) {
    context = EngineContext(
      configuration: configuration, endpointNames: endpoints.map(\.name), upstream: upstream, clock: clock,
      timer: timer, main: main?.context, answerLog: answerLog, events: events)
    served = Mutex(endpoints)
    self.forwarding = main?.forwarding ?? forwarding
    listeners = main?.listeners ?? Listeners(listening, context.openSessions)
    parent = main
    self.pages = main?.pages ?? pages
    self.sharing = sharing
    readiness = main?.readiness ?? Readiness()
    gatekeeper = RequestGuard(
      boundHost: configuration.boundHost, allowedHosts: configuration.allowedHosts,
      allowedOrigins: configuration.allowedOrigins, reachesUpstream: configuration.reachesUpstream)
    crossOrigin = CrossOrigin(gatekeeper)
    forwardingOrigin = CrossOrigin(
      RequestGuard(boundHost: configuration.boundHost, allowedOrigins: ["*"], reachesUpstream: false))
    if configuration.recordsSessions { for endpoint in endpoints { endpoint.recordNamedSessions() } }
  }

  package var configuration: EngineConfiguration { context.configuration }

  /// Reports an event of what serves this engine's sessions.
  package func report(_ event: Event) { context.emit(event) }

  package var endpoints: [Endpoint] { served.withLock { $0 } }

  /// Adds an endpoint of a host that a client uses through the proxy.
  func add(_ endpoint: Endpoint) {
    if configuration.recordsSessions { endpoint.recordNamedSessions() }
    beginSessions(at: endpoint)
    served.withLock { $0.append(endpoint) }
    context.add(endpoint: endpoint.name)
    forgetAnswers()
  }

  /// The hosts whose requests were refused because no endpoint has them.
  package var escapes: [Escape] { context.hosts.escaped }

  package var log: RunLog { context.log }

  package var meters: RequestMeters { context.meters }

  /// The engines of all ports, this main one first.
  package var all: [Engine] { [self] + others }

  /// Every request in order; nil unless the configuration enables it.
  package var journal: Journal? { context.journal }

  package var endpointNames: [String] { context.endpointNames }

  /// The names of all endpoints that the run has served, on any port.
  package var servedEndpointNames: [String] {
    endpointNames + listeners.endpointNames.filter { !endpointNames.contains($0) }
  }

  package var main: Engine { parent ?? self }

  /// The engines of listeners with settings of their own; none for such an engine itself.
  var others: [Engine] { parent == nil ? listeners.engines : [] }

  package var generation: Int { changes.load(ordering: .acquiring) }

  /// All if recording may add endpoints, whose rules are not known yet.
  package var readHeaders: HeaderNames {
    if configuration.mode == .record || configuration.onMiss == .record { return .all }
    return HeaderNames(
      besides: UnruledInput.names + [configuration.sessionHeader]
        + endpoints.flatMap { $0.configuration.identity.headers + $0.configuration.rules.countedHeaders })
  }

  /// Reads the index of all named sessions in the background, so that no request has to wait for it. Until it is read,
  /// the program is not ready.
  package func readAhead() {
    for endpoint in endpoints {
      let name = "recordings of \(endpoint.name)"
      readiness.note(name, problem: "The index of the recorded sessions is being read.")
      Task.detached { [readiness] in
        do {
          try await endpoint.loadLibrary()
          readiness.note(name, problem: nil)
        } catch {
          // Also reported to each request that needs the index.
          readiness.note(name, problem: "\(error)")
        }
      }
    }
  }

  /// Drops idle sessions, writes open ones that are recorded, and looks for recordings that changed on disk, which
  /// invalidates earlier answers. Checks up to `most` files of each endpoint; the next call continues after them.
  ///
  /// Waits for the disk, so no event loop may call it.
  package func refresh(atMost most: Int = .max) {
    if let sharing {
      sharing.dropIdle()
    } else {
      let idle = UInt64.nanoseconds(inSeconds: configuration.sessionIdleSeconds)
      for endpoint in endpoints { endpoint.dropIdleSessions(now: context.clock.now(), after: idle) }
    }
    var hasChanged = false
    for endpoint in endpoints {
      switch endpoint.refreshSchema() {
      case .unchanged: break
      case .loaded(let file, let warnings):
        hasChanged = true
        context.emit(.notice("\(file) changed: the schema is loaded again."))
        for warning in warnings { context.warn(warning) }
      case .failed(let problem): context.emit(.warning(problem))
      }
      do {
        let reads = configuration.mode != .record
        hasChanged =
          try endpoint.refresh(atMost: most, readsRecordings: reads, writes: configuration.writes) || hasChanged
      } catch {
        hasChanged = true
        context.warn("\(error)")
      }
    }
    if configuration.recordsSessions { saveSessions() }
    if hasChanged {
      changes.add(1, ordering: .acquiringAndReleasing)
      // The change may have repaired what could not be read.
      if parent == nil, configuration.mode == .replay, !readiness.problems.isEmpty { readAhead() }
    }
    for engine in others { engine.refresh(atMost: most) }
  }

  /// Invalidates the answers that servers may cache.
  package func forgetAnswers() { changes.add(1, ordering: .acquiringAndReleasing) }

  /// The names of the present sessions, sorted.
  package var sessionNames: [String] {
    Set(endpoints.flatMap(\.sessionNames).map(SessionName.name(of:)) + [SessionName.standard]).sorted {
      $0.precedesByScalars($1)
    }
  }

  /// Resets a session at all endpoints, and how its misses are answered; false if there is no such session.
  package func reset(session: String) -> Bool {
    let generated = context.generatedMisses.remove(session: SessionName.name(of: session))
    return startOver(session: session) || generated
  }

  /// Resets a session that begins or ends; false if there is no such session.
  func startOver(session: String) -> Bool {
    guard session == SessionName.standard || endpoints.contains(where: { $0.knows(session: session) }) else {
      return false
    }
    for endpoint in endpoints { endpoint.reset(session: session) }
    log.startOver(session: session)
    return true
  }

  package func respond(to request: ClientRequest) -> Response {
    if let origin = foreignOrigin(of: request) { return refusalsNoted(forwarded(request, to: origin), request) }
    let response = refusalsNoted(preflight(request) ?? encoded(route(request), for: request), request)
    guard let origin = request.headers[first: "origin"], !CrossOrigin.isPreflight(request) else { return response }
    return crossOrigin.allowing(response, to: origin)
  }

  /// Reports an answer that refuses the request, and returns it.
  private func refusalsNoted(_ response: Response, _ request: ClientRequest) -> Response {
    @Sendable func note(_ answer: Answer) {
      guard let problem = answer.problem, !answer.isToldByExchange else { return }
      self.context.note(problem, request, status: answer.status, isInJournal: answer.note != nil)
    }
    switch response {
    case .now(let answer):
      note(answer)
      return response
    case .later(let operation):
      return .later {
        let answer = await operation()
        note(answer)
        return answer
      }
    }
  }

  /// The answer to an allowed CORS preflight request; nil for any other request.
  private func preflight(_ request: ClientRequest) -> Response? {
    guard CrossOrigin.isPreflight(request), gatekeeper.refusal(of: request) == nil else { return nil }
    return crossOrigin.preflight(request).map { .now($0) }
  }

  private func route(_ request: ClientRequest) -> Response {
    if let refusal = gatekeeper.refusal(of: request) { return .now(refusal) }
    let route = request.isForPage ? .own("/") : Route(path: request.target.path, endpoints: endpointNames)
    if route.readsBody, let problem = RequestMediaType.contentCodingProblem(with: request.http) {
      return .now(problem.answer(to: request))
    }
    switch route {
    case .own(let path):
      // In absolute form, as to a proxy.
      if forwarding != nil, let origin = request.origin, let refusal = refusal(of: request, to: origin) {
        return .now(refusal)
      }
      return pages?.answer(path, to: request, at: self) ?? .now(unknown(path))
    case .unknown(let name): return .now(unknown(name))
    case .graphql(let name, let rest, let session):
      guard let endpoint = endpoint(name) else { return .now(unknown(name)) }
      log.noteRequest()
      return answer(request, at: endpoint, rest: rest, sessionPath: session)
    case .below(let name, let rest, let session) where !request.isGraphQL:
      guard let endpoint = endpoint(name) else { return .now(unknown(name)) }
      // A recorded page would run with the rights of the pages of this program.
      if RequestGuard.isForeignNavigation(request) { return .now(RequestGuard.foreignLink) }
      return exchanged(request, at: endpoint, path: rest, sessionPath: session)
    case .below(let name, let rest, _), .other(let name, let rest):
      guard let endpoint = endpoint(name), configuration.mode == .record || configuration.isLive else {
        return .now(unknown(request.target.path))
      }
      return RecordMode(context: context).pass(request, to: endpoint, rest: rest)
    }
  }

  package func endpoint(_ name: String) -> Endpoint? { endpoints.first { $0.name == name } }

  func answer(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, sessionPath path: String?
  ) -> Response {
    var request = request
    let session: String
    do {
      session = try context.admit(&request, path: path)
    } catch {
      return .now(error.answer)
    }
    let response =
      request.stream.map { stream in
        Uploads(context: context, endpoint: endpoint, rest: rest, session: session) { [self] in
          answerWhole($0, at: endpoint, rest: rest, session: session)
        }
        .respond(to: request, stream)
      } ?? answerWhole(request, at: endpoint, rest: rest, session: session)
    return response.concluding(request.admission)
  }

  /// The largest body in bytes that is read on the event loop, which takes about a millisecond.
  private static let smallBody = 256 << 10

  /// Answers a request or batch whose body has arrived completely.
  private func answerWhole(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String
  ) -> Response {
    guard request.body.count > Self.smallBody else {
      return answerRead(request, at: endpoint, rest: rest, session: session)
    }
    // Only after parsing is it known whether it changes its session.
    return endpoint.order.later(session, changes: true) { [self] in
      answerRead(request, at: endpoint, rest: rest, session: session)
    }
  }

  private func answerRead(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String
  ) -> Response {
    if request.exchange == nil, let batch = BatchRequest(request, limit: configuration.maximumBatch) {
      let mode = BatchMode(context: context) { [self] item in
        // Generated answers are delayed once, by the longest latency.
        guard configuration.mode == .fake else { return answer(item, at: endpoint, rest: rest, session: session) }
        return context.noted(item, at: endpoint, session: session) {
          FaultInjector(context: context, endpoint: endpoint, request: item, session: session, sharing: sharing).answer
          {
            generated($0, at: endpoint, rest: rest, session: session)
          }
        }
      }
      return mode.respond(to: batch, as: request, at: endpoint, rest: rest, session: session)
    }
    return answer(request, at: endpoint, rest: rest, session: session)
  }

  /// Answers one operation of a session, over any transport.
  func answer(_ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    let began = context.clock.now()
    let response = context.noted(request, at: endpoint, session: session) {
      FaultInjector(context: context, endpoint: endpoint, request: request, session: session, sharing: sharing).answer {
        usualAnswer($0, at: endpoint, rest: rest, session: session)
      }
    }
    // When recording, this would measure the upstream.
    guard configuration.mode != .record else { return response }
    return response.mapped { [clock = context.clock] in $0.use?.took(clock.now() - began) }
  }

  /// Answers without faults.
  private func usualAnswer(_ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    switch configuration.mode {
    case .record:
      return RecordMode(context: context).respond(to: request, at: endpoint, rest: rest, session: session)
    case .replay:
      return shared(request, at: endpoint, rest: rest, session: session) { [context] in
        ReplayMode(context: context).respond(to: request, at: endpoint, rest: rest, session: session)
      }
    case .fake:
      let response = generated(request, at: endpoint, rest: rest, session: session)
      return FakeMode(context: context).delayed(response, request, at: endpoint)
    }
  }

  /// Answers with generated data at once.
  private func generated(_ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    shared(request, at: endpoint, rest: rest, session: session) { [context] in
      FakeMode(context: context).respond(to: request, at: endpoint, session: session)
    }
  }

  private func shared(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String,
    perform: @escaping @Sendable () -> Response
  ) -> Response {
    sharing?.answer(request, at: endpoint.name, path: rest, session: session, perform: perform) ?? perform()
  }

  func unknown(_ name: String) -> Answer {
    let known = endpointNames.map { "/\($0)" }.joined(separator: ", ")
    let suggestions = didYouMean(suggestionList(String(name.prefix(100)), endpointNames))
    let given =
      name.isEmpty
      ? "The path names no endpoint."
      : name.split(separator: "/").first.map { endpointNames.contains(String($0)) } ?? false
        ? "GraphQL requests go to an endpoint's own path, or to /graphql below it, not to \(name.prefix(100)). Set the client's whole URL."
        : "There is no endpoint \"\(name.prefix(100))\".\(suggestions)"
    return ErrorAnswer.make(
      status: 404, message: "\(given) \(known.isEmpty ? "None is served." : "Served here: \(known).")",
      code: .unknownEndpoint, details: ["endpoints": .array(endpointNames.map { .string($0) })])
  }
}
