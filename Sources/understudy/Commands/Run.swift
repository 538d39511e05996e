import ArgumentParser
import Dashboard
import Engine
import NIOCore
import Proxy
import ProxyTLS
import Recordings
import Requests
import SharedSessions
import Synchronization
import UnixSignals

/// One run of a server: loads the endpoints, listens, prints events, and stops in order.
struct Run {
  static let version = "0.1.0"

  var configuration: EngineConfiguration
  var listen: ListenOptions
  var output: OutputOptions
  /// The log of requests; nil for none.
  var log: LogOptions?
  /// The seconds to go on serving after SIGTERM.
  var drain = 0.0
  var upstreamTimeout = 30.0
  /// The TLS options for the real API; nil for the defaults, in commands that do not need it.
  var upstreamTLS: UpstreamTLSOptions?
  var proxy: ForwardProxyOptions
  /// The sessions of replicas; nil for commands that have none.
  var sharedSessions: SharedSessionOptions?
  /// The hosts to intercept while recording; all if empty.
  var only: [String] = []
  /// The certificates for intercepted hosts, and the file of their CA; nil for the CA of `understudy ca`.
  var interception: (certificates: InterceptionCertificates, authority: String)?
  /// True to print the URL at startup. Without `--json`, `exec` leaves standard output to its command.
  var announces = true
  /// True to print each request. Warnings, failures and JSON lines are always printed.
  var printsRequests = true
  /// The command that the page shows, without arguments, which may have a password: `pytest`.
  var command = "understudy"
  /// True if a test library started the program. It then ends when standard input closes, and prints no reports.
  var isForLibrary = false
  /// The folders and options from which listeners with their own settings load endpoints.
  let folders: ListenerFolders
  let load: () throws -> [Endpoint]

  /// The time after a signal for everything that is still to be written.
  private static let writingLimit = Duration.seconds(8)

  /// Serves until SIGINT or SIGTERM, then finishes the requests in flight. SIGTERM first drains.
  ///
  /// - Throws: `WorkFailure` if it cannot start; `ExitCode` 1 if something was not saved.
  func untilStopped() async throws {
    // Trapped before the start, so that a signal during it is not lost.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let running = try await start()
    let (untilAsked, asked) = AsyncStream<UnixSignal>.makeStream()
    let isAborting = Mutex(false)
    let listener = Task {
      var isStopping = false
      for await signal in signals {
        // A second signal does not wait for requests in flight.
        if isStopping {
          isAborting.withLock { $0 = true }
          await running.abort()
        }
        isStopping = true
        asked.yield(signal)
        asked.finish()
      }
    }
    if isForLibrary {
      Task(executorPreference: BlockingExecutor.shared) {
        Terminal.waitForEndOfInput()
        asked.finish()
      }
    }
    for await signal in untilAsked { await running.drain(seconds: signal == .sigterm ? drain : 0) }
    if !isForLibrary { running.reporter.stopping() }
    let unwritten = await running.stop(within: Self.writingLimit)
    // The listener exits the process.
    if isAborting.withLock({ $0 }) { await listener.value }
    listener.cancel()
    running.reporter.unwritten(answers: unwritten.answers, sessions: unwritten.sessions)
    if !isForLibrary { running.reporter.summary(running.engine) }
    if running.reporter.hasUnsaved { throw ExitCode(1) }
  }

  /// Starts the server.
  ///
  /// - Throws: `WorkFailure` if it cannot start.
  func start() async throws -> Running {
    let jsonLog = log?.format == .json ? JSONLog(now: { Terminal.unixMilliseconds }) : nil
    if jsonLog != nil, output.json {
      throw ValidationError(
        "--json prints JSON lines on standard output instead of the log. Remove --log-format json, or --json.")
    }
    Terminal.startServing(log: jsonLog)
    do {
      ServerLoops.use(listen.threads)
      var configuration = configuration
      configuration.boundHost = listen.host
      configuration.allowedHosts = listen.allowedHosts
      configuration.allowedOrigins = listen.allowedOrigins
      configuration.maximumBatch = listen.maximumBatch
      let tls = try listen.serverTLS()
      configuration.sessionsByProxyUser = proxy.sessionsByProxyUser
      configuration.scheme = tls == nil ? "http" : "https"
      let upstreamTLS = try upstreamTLS?.read() ?? .usual
      let endpoints = try load()
      let sharing = try await sharedSessions?.open(configuration, folders, endpoints)
      if sharing?.isShared == true { try SharedSessionOptions.requireNoCounts(at: endpoints) }
      let log =
        output.json || output.quiet
        ? nil
        : log.map {
          RequestLog($0, json: jsonLog, namesEndpoints: endpoints.count > 1)
        }
      let reporter = Reporter(
        output: output, mode: configuration.mode, log: log, jsonLog: jsonLog, printsRequests: printsRequests)
      let timeout = TimeAmount.milliseconds(Int64(upstreamTimeout * 1000))
      // A listener may need it, even if the run itself does not.
      let pins = HostPins(proxy.resolve)
      try pins.add(recordings: folders.recordings)
      let upstream = HTTPUpstream(timeout: timeout, tls: upstreamTLS, pins: pins)
      let interception = interception?.certificates ?? InterceptionCertificates(folder: listen.caFolder)
      var forwarding = ForwardProxySetup(pinning: pins, upstream: upstream) { [folders] in
        try folders.endpoint(of: $0, besides: $1)
      }
      forwarding.rules = proxy.rules(only: only, host: listen.host)
      forwarding.authority =
        self.interception?.authority ?? (try? AuthorityFolder(listen.caFolder).certificatePath)
      var limits = ConnectionLimits()
      limits.bodyBytes = listen.maximumBodyBytes
      limits.uploadBytes = listen.maximumUploadBytes
      let page = PageRun(command: command)
      let engine = Engine(
        configuration: configuration, endpoints: endpoints,
        upstream: configuration.reachesUpstream ? upstream : nil,
        listening: listening(
          ServerPorts(host: listen.host, limits: limits, tls: tls, interception: interception), upstream, pins),
        forwarding: forwarding, pages: page.pages, sharing: sharing,
        answerLog: page.answers(passingOnTo: log?.answers),
        events: { [isForLibrary] event in
          page.history.receive(event)
          if !isForLibrary { reporter.receive(event.withoutRecord) }
        })
      page.use(engine)
      // A store that fails does not make the replica unready: requests of no session go on.
      sharing?.use(engine)
      // Before the port opens, so that it is not ready too early.
      if configuration.mode == .replay { engine.readAhead() }
      let server: ProxyServer
      do {
        server = try await ProxyServer.start(
          host: listen.host, port: listen.port, limits: limits, tls: tls, interception: interception,
          responder: engine)
      } catch {
        await upstream.shutdown()
        throw error
      }
      engine.listeners.noteMain(port: server.port, url: server.origin)
      if announces {
        reporter.listening(
          origin: server.origin, endpoints: endpoints.map(\.name), recordings: engine.recordingCount(of:),
          authority: listen.authorityCertificate, interceptsTLS: listen.hasAuthority)
      }
      for summary in endpoints.compactMap(\.learnedSummary) { reporter.learned(summary) }
      for endpoint in endpoints { for warning in endpoint.warnings { reporter.receive(.warning(warning)) } }
      if listen.open { Task { await PageRun.open(server.origin) } }
      return Running(
        engine: engine, pages: page.pages, server: server, upstream: upstream, reporter: reporter,
        watch: Self.watch(engine))
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
  }

  /// Returns the settings for opening more ports.
  private func listening(_ ports: ServerPorts, _ upstream: HTTPUpstream, _ pins: HostPins) -> ListenerSetup {
    var setup = ListenerSetup()
    setup.maximum = listen.maximumListeners
    setup.ports = ports
    setup.upstream = upstream
    setup.load = { [folders] in
      try pins.add(recordings: $0.recordings ?? folders.recordings)
      return try folders.endpoints($0, $1)
    }
    setup.isCI = ContinuousIntegration.isMeant(by: Terminal.variable(ContinuousIntegration.variable))
    return setup
  }

  /// Looks for changed recordings twice a second: those that the system reports, else a limited number of files.
  private static func watch(_ engine: Engine) -> Task<Void, Never> {
    Task(executorPreference: BlockingExecutor.shared) {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(500))
        engine.refresh(atMost: RecordingStore.checkLimit)
      }
    }
  }
}

struct Running {
  let engine: Engine
  let pages: Dashboard
  let server: ProxyServer
  let upstream: HTTPUpstream
  let reporter: Reporter
  let watch: Task<Void, Never>

  /// The time that the real API still has to answer waiting requests.
  private static let grace = Duration.seconds(2)
  /// The time that clients have to read their answers. It leaves time to write the recorded sessions.
  private static let readingTime = Duration.seconds(5)

  /// Stops accepting requests, finishes those in flight, and writes their answers.
  ///
  /// - Parameters:
  ///   - outcome: the outcome of the sessions that are being recorded.
  ///   - limit: the time limit for writing; nil for none.
  /// - Returns: the number of answers that clients got but that were not written in time, and of unsaved sessions.
  func stop(
    _ outcome: SessionOutcome = .passed, within limit: Duration? = nil
  ) async -> (answers: Int, sessions: Int) {
    watch.cancel()
    let deadline = limit.map { ContinuousClock.now.advanced(by: $0) }
    let alarm = Task {
      try await Task.sleep(for: Self.grace)
      engine.callOffExchanges()
    }
    async let others: Void = engine.listeners.closeAll(grace: Self.readingTime)
    await server.shutdown(grace: Self.readingTime)
    await others
    alarm.cancel()
    engine.callOffExchanges()
    engine.endStreams()
    let unwritten = await engine.finish(outcome, until: deadline)
    await upstream.shutdown()
    return unwritten
  }

  /// Exits with code 130, without writing what is pending, and reports how much that is.
  func abort() async -> Never {
    let (answers, sessions) = await engine.abandon()
    reporter.unwritten(answers: answers, sessions: sessions)
    Terminal.finish(givingUpAfter: 0.5)
    ListenOptions.exit(withError: ExitCode(130))
  }
}
