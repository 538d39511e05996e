import EndpointConfiguration
import OrderedJSON
package import Recordings
package import Replay
import Synchronization
package import Transports

/// One request in, one answer out: routes a request to its endpoint, and answers it in the mode that was asked for.
///
/// No sockets: the real endpoint is behind `Upstream`, and a server in front calls `respond(to:)`.
package final class Engine: Responder {
  package let context: EngineContext
  package let endpoints: [Endpoint]
  let gatekeeper: RequestGuard
  private let crossOrigin: CrossOrigin
  /// The listeners of the run, and the sessions that are open on them.
  package let listeners: Listeners
  private let pages: (any ControlPages)?
  /// The engine of the main port, for one that belongs to another listener.
  let parent: Engine?
  private let changes = Atomic<Int>(0)

  /// - Parameters:
  ///   - configuration: how it answers.
  ///   - endpoints: what it serves.
  ///   - upstream: the way to the real endpoint; nil if the mode never takes it.
  ///   - clock: measures how long answers take.
  ///   - timer: calls back later.
  ///   - listening: what it takes to open further ports.
  ///   - pages: answer what is asked under `/__understudy/`; nil for no pages.
  ///   - main: the engine of the main port, whose reports it shares; nil for that engine itself.
  ///   - answerLog: gets each answer that is made here, from any thread.
  ///   - events: is told what happens, from any thread.
  package init(
    configuration: EngineConfiguration, endpoints: [Endpoint], upstream: (any Upstream)?,
    clock: any Stopwatch = MonotonicStopwatch(), timer: any StreamTimer = RunningTimer(),
    listening: ListenerSetup = ListenerSetup(), pages: (any ControlPages)? = nil, main: Engine? = nil,
    answerLog: AnswerLog? = nil, events: @escaping @Sendable (Event) -> Void
  ) {
    context = EngineContext(
      configuration: configuration, endpointNames: endpoints.map(\.name), upstream: upstream, clock: clock,
      timer: timer, main: main?.context, answerLog: answerLog, events: events)
    self.endpoints = endpoints
    listeners = main?.listeners ?? Listeners(listening, context.openSessions)
    parent = main
    self.pages = main?.pages ?? pages
    gatekeeper = RequestGuard(
      boundHost: configuration.boundHost, allowedHosts: configuration.allowedHosts,
      allowedOrigins: configuration.allowedOrigins, reachesUpstream: configuration.reachesUpstream)
    crossOrigin = CrossOrigin(gatekeeper)
    if configuration.recordsSessions { for endpoint in endpoints { endpoint.recordNamedSessions() } }
  }

  package var configuration: EngineConfiguration { context.configuration }

  package var log: RunLog { context.log }

  /// Every request in order; nil unless the configuration asks for it.
  package var journal: Journal? { context.journal }

  package var endpointNames: [String] { context.endpointNames }

  /// The names of all endpoints that the run has served, on whatever port.
  package var servedEndpointNames: [String] {
    endpointNames + listeners.endpointNames.filter { !endpointNames.contains($0) }
  }

  /// The engine of the main port.
  package var main: Engine { parent ?? self }

  /// The engines of listeners with settings of their own; none for an engine that is one of them.
  var others: [Engine] { parent == nil ? listeners.engines : [] }

  /// The misses of this run that are listed, each once, in order.
  package var misses: [Miss] { log.misses }

  /// How many different misses this run had, and how many are listed; the same for refusals and inferred answers.
  package var missTally: Tally { log.missTally }
  package var refusalTally: Tally { log.refusalTally }
  package var inferredTally: Tally { log.inferredTally }

  /// How many different misses the policy had answered otherwise.
  package var answeredMissCount: Int { log.answeredMissCount }

  /// The sessions that missed each in this run, in the order in which they did first.
  package var sessionsOfMisses: [Miss: [String]] { log.sessionsOfMisses }

  /// How many requests were missed because of each mutation that was missed before them.
  package var followingOfMisses: [Miss: Int] { log.following }

  /// The commands that run sessions' tests again, by the session's name.
  package var reruns: [String: String] { log.reruns }

  /// The requests of this run that were refused, each once, in order.
  package var refusals: [Refusal] { log.refusals }

  /// Whether requests are answered from recordings or recorded: who passes all on looks at none.
  package var looksAtRecordings: Bool { !configuration.isLive }

  /// The recordings that no request of this run used: paths below the recordings folder, sorted.
  package var unusedRecordings: [String] {
    // Who looks at no recording leaves none unused.
    !looksAtRecordings ? [] : endpoints.flatMap(\.recordingFiles).filter { !log.wasUsed($0) }
  }

  /// Whether any request named an endpoint.
  package var wasAsked: Bool { log.wasAsked }

  /// How many recordings each endpoint has.
  package var recordingCounts: [String: Int] {
    Dictionary(endpoints.map { ($0.name, $0.recordingFiles.count) }, uniquingKeysWith: +)
  }

  /// How many recordings an endpoint has.
  package func recordingCount(of name: String) -> Int {
    guard let store = endpoint(name)?.store else { return 0 }
    return store.entries.reduce(store.sessions.files.count) { $0 + store.files(inFolder: $1.folder).count }
  }

  /// How many requests of this run were refused.
  package var refusalCount: Int { log.refusalCount }

  /// What was asked in this run and where it was answered from, each once, in the order in which they came first.
  package var uses: [Use] { context.useLog.uses }

  /// The names of the named sessions of this run, scopes included, sorted; nil if there were too many to list.
  package var runSessions: [String]? { context.useLog.sessions }

  package var generation: Int { changes.load(ordering: .acquiring) }

  package var identifyingHeaders: Set<String> { Set(endpoints.flatMap(\.configuration.identity.headers)) }

  /// Reads the index of all named sessions in the background, so that no request has to wait for it.
  package func readAhead() {
    for endpoint in endpoints {
      // What cannot be read is reported to the request that needs it.
      Task.detached { try? await endpoint.loadLibrary() }
    }
  }

  /// Looks at the disk for recordings that changed, and for sessions that were not used for long; what was answered
  /// before is then not trusted any more. A recorder writes what it has seen of sessions that go on.
  ///
  /// It waits for the disk, so no event loop may call it.
  ///
  /// - Parameter most: how many files of each endpoint are looked at; the next call goes on behind them.
  package func refresh(atMost most: Int = .max) {
    let idle = configuration.sessionIdleSeconds.multipliedReportingOverflow(by: 1_000_000_000)
    for endpoint in endpoints {
      endpoint.dropIdleSessions(now: context.clock.now(), after: idle.overflow ? .max : idle.partialValue)
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
        if try endpoint.refresh(atMost: most, readsRecordings: configuration.mode != .record) { hasChanged = true }
      } catch {
        hasChanged = true
        context.warn("\(error)")
      }
    }
    if configuration.recordsSessions { saveSessions() }
    if hasChanged { changes.add(1, ordering: .acquiringAndReleasing) }
    for engine in others { engine.refresh(atMost: most) }
  }

  /// What was answered before is not to be given again without being asked for.
  package func forgetAnswers() { changes.add(1, ordering: .acquiringAndReleasing) }

  /// The names of the sessions that there are, sorted.
  package var sessionNames: [String] {
    Set(endpoints.flatMap(\.sessionNames).map(SessionName.name(of:)) + [SessionName.standard]).sorted {
      $0.precedesByScalars($1)
    }
  }

  /// Starts a session over at all endpoints; false where there is no such session.
  package func reset(session: String) -> Bool {
    guard session == SessionName.standard || endpoints.contains(where: { $0.knows(session: session) }) else {
      return false
    }
    for endpoint in endpoints { endpoint.reset(session: session) }
    log.startOver(session: session)
    return true
  }

  /// The answers of this run that were inferred, each once: those first that were served past a mutation after which
  /// the request was never recorded.
  package var inferredAnswers: [InferredAnswer] { log.inferred }

  package func respond(to request: ClientRequest) -> Response {
    let response = refusalsNoted(preflight(request) ?? spelled(route(request), for: request), request)
    guard let origin = request.headers[first: "origin"], !CrossOrigin.isPreflight(request) else { return response }
    return crossOrigin.allowing(response, to: origin)
  }

  /// The same, noted where it refuses the request.
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

  /// The answer to a browser that asks what a page may send; nil for any other request, and for one that may not pass.
  private func preflight(_ request: ClientRequest) -> Response? {
    guard CrossOrigin.isPreflight(request), gatekeeper.refusal(of: request) == nil else { return nil }
    return crossOrigin.preflight(request).map { .now($0) }
  }

  private func route(_ request: ClientRequest) -> Response {
    if let refusal = gatekeeper.refusal(of: request) { return .now(refusal) }
    let route = Route(path: request.target.path, endpoints: endpointNames)
    if route.readsBody, let problem = RequestMediaType.contentCodingProblem(with: request.http) {
      return .now(problem.answer(to: request))
    }
    switch route {
    case .own(let path): return pages?.answer(path, to: request, at: self) ?? .now(unknown(path))
    case .unknown(let name): return .now(unknown(name))
    case .graphql(let name, let rest, let session):
      guard let endpoint = endpoint(name) else { return .now(unknown(name)) }
      log.noteRequest()
      return answer(request, at: endpoint, rest: rest, session: session)
    case .other(let name, let rest, _):
      guard let endpoint = endpoint(name), configuration.mode == .record || configuration.isLive else {
        return .now(unknown(request.target.path))
      }
      return RecordMode(context: context).pass(request, to: endpoint, rest: rest)
    }
  }

  func endpoint(_ name: String) -> Endpoint? { endpoints.first { $0.name == name } }

  private func answer(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session path: String?
  ) -> Response {
    var request = request
    request.admission = context.admission(of: request, path: path)
    let session: String
    do {
      session = try context.session(of: request, path: path)
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

  /// The largest body in bytes that is read on the event loop: about a millisecond's work.
  private static let smallBody = 256 << 10

  /// The answer to a request, or to several in one, of which all has come.
  private func answerWhole(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String
  ) -> Response {
    guard request.body.count > Self.smallBody else {
      return answerRead(request, at: endpoint, rest: rest, session: session)
    }
    // Whether it changes its session is known when it has been read.
    return endpoint.order.later(session, changes: true) { [self] in
      answerRead(request, at: endpoint, rest: rest, session: session)
    }
  }

  private func answerRead(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String
  ) -> Response {
    if let batch = BatchRequest(request, limit: configuration.maximumBatch) {
      let mode = BatchMode(context: context) { [self] in answer($0, at: endpoint, rest: rest, session: session) }
      return mode.respond(to: batch, as: request, at: endpoint, rest: rest, session: session)
    }
    return answer(request, at: endpoint, rest: rest, session: session)
  }

  /// Answers one operation of a session, over whatever transport it came.
  func answer(_ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    let began = context.clock.now()
    let response = context.noted(request, at: endpoint, session: session) {
      FaultInjector(context: context, endpoint: endpoint, request: request, session: session).answer {
        usualAnswer($0, at: endpoint, rest: rest, session: session)
      }
    }
    // How long the real endpoint takes is its matter.
    guard configuration.mode != .record else { return response }
    return response.mapped { [clock = context.clock] in $0.use?.took(clock.now() - began) }
  }

  /// The answer where nothing goes wrong.
  private func usualAnswer(_ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    switch configuration.mode {
    case .record:
      return RecordMode(context: context).respond(to: request, at: endpoint, rest: rest, session: session)
    case .replay:
      return ReplayMode(context: context).respond(to: request, at: endpoint, rest: rest, session: session)
    case .fake:
      let mode = FakeMode(context: context)
      return mode.delayed(mode.respond(to: request, at: endpoint, session: session), request, at: endpoint)
    }
  }

  func unknown(_ name: String) -> Answer {
    let known = endpointNames.map { "/\($0)" }.joined(separator: ", ")
    let given = name.isEmpty ? "The path names no endpoint." : "There is no endpoint \"\(name.prefix(100))\"."
    return ErrorAnswer.make(
      status: 404, message: "\(given) \(known.isEmpty ? "None is served." : "Served here: \(known).")",
      code: .unknownEndpoint, details: ["endpoints": .array(endpointNames.map { .string($0) })])
  }
}
