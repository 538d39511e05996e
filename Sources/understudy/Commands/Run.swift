import ArgumentParser
import ControlAPI
import Engine
import NIOCore
import Proxy
import ProxyTLS
import Recordings
import Synchronization
import UnixSignals

/// One run of the program: loads the endpoints, listens, prints what happens, and stops in order.
struct Run {
  /// The program's version.
  static let version = "0.1.0"

  var configuration: EngineConfiguration
  var listen: ListenOptions
  var output: OutputOptions
  /// The log of requests; nil for none.
  var log: LogOptions?
  var upstreamTimeout = 30.0
  /// Nil where the command never reaches the real endpoint.
  var upstreamTLS: UpstreamTLSOptions?
  /// Where the lines go; `exec` keeps standard output for its command.
  var announces = true
  /// Whether each request is printed; failures are in any case.
  var printsRequests = true
  /// Whether a test library started the program: it ends when standard input closes, and leaves reports to the library.
  var isForLibrary = false
  /// Where a further listener with settings of its own loads its endpoints from.
  let folders: ListenerFolders
  let load: () throws -> [Endpoint]

  /// How long everything may take that was recorded and is still to be written, from the signal on.
  private static let writingLimit = Duration.seconds(8)

  /// Serves until SIGINT or SIGTERM, then finishes what is in flight.
  ///
  /// - Throws: `WorkFailure` where it cannot start.
  func untilStopped() async throws {
    // Caught from here on, so that a signal during the start is not lost either.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let running = try await start()
    let (untilAsked, asked) = AsyncStream<Never>.makeStream()
    let isAborting = Mutex(false)
    let listener = Task {
      var isStopping = false
      for await _ in signals {
        // Whoever asks twice does not want to wait for what is in flight.
        if isStopping {
          isAborting.withLock { $0 = true }
          await running.abort()
        }
        isStopping = true
        asked.finish()
      }
    }
    if isForLibrary {
      Task(executorPreference: BlockingExecutor.shared) {
        Terminal.waitForEndOfInput()
        asked.finish()
      }
    }
    for await _ in untilAsked {}
    if !isForLibrary { running.reporter.stopping() }
    let unwritten = await running.stop(within: Self.writingLimit)
    // Then the listener ends the program.
    if isAborting.withLock({ $0 }) { await listener.value }
    listener.cancel()
    running.reporter.unwritten(answers: unwritten.answers, sessions: unwritten.sessions)
    if !isForLibrary { running.reporter.summary(running.engine) }
    if running.reporter.hasUnsaved { throw ExitCode(1) }
  }

  /// Starts to serve.
  func start() async throws -> Running {
    Terminal.startServing()
    do {
      ServerLoops.use(listen.threads)
      var configuration = configuration
      configuration.boundHost = listen.host
      configuration.allowedHosts = listen.allowedHosts
      configuration.allowedOrigins = listen.allowedOrigins
      configuration.maximumBatch = listen.maximumBatch
      let tls = try listen.tls.server(for: listen)
      configuration.scheme = tls == nil ? "http" : "https"
      let upstreamTLS = try upstreamTLS?.read() ?? .usual
      let endpoints = try load()
      let log = output.json || output.quiet ? nil : log.map { RequestLog($0, namesEndpoints: endpoints.count > 1) }
      let reporter = Reporter(output: output, mode: configuration.mode, log: log, printsRequests: printsRequests)
      let timeout = TimeAmount.milliseconds(Int64(upstreamTimeout * 1000))
      // A listener may need it, even if the run itself does not.
      let upstream = HTTPUpstream(timeout: timeout, tls: upstreamTLS)
      var limits = ConnectionLimits()
      limits.bodyBytes = listen.maximumBodyBytes
      limits.uploadBytes = listen.maximumUploadBytes
      let engine = Engine(
        configuration: configuration, endpoints: endpoints,
        upstream: configuration.reachesUpstream ? upstream : nil,
        listening: listening(ServerPorts(host: listen.host, limits: limits, tls: tls), upstream), pages: ControlAPI(),
        answerLog: log?.answers, events: { [isForLibrary] event in if !isForLibrary { reporter.receive(event) } })
      let server: ProxyServer
      do {
        server = try await ProxyServer.start(
          host: listen.host, port: listen.port, limits: limits, tls: tls, responder: engine)
      } catch {
        await upstream.shutdown()
        throw error
      }
      engine.listeners.noteMain(port: server.port, url: server.origin)
      if configuration.mode == .replay { engine.readAhead() }
      if announces {
        reporter.listening(
          origin: server.origin, endpoints: endpoints.map(\.name), recordings: engine.recordingCount(of:),
          authority: listen.tls.authorityCertificate)
      }
      for summary in endpoints.compactMap(\.learnedSummary) { reporter.learned(summary) }
      for endpoint in endpoints { for warning in endpoint.warnings { reporter.receive(.warning(warning)) } }
      return Running(
        engine: engine, server: server, upstream: upstream, reporter: reporter, watch: Self.watch(engine))
    } catch let error as any CustomStringConvertible & Error {
      throw WorkFailure("\(error)")
    }
  }

  /// What it takes to open further ports.
  private func listening(_ ports: ServerPorts, _ upstream: HTTPUpstream) -> ListenerSetup {
    var setup = ListenerSetup()
    setup.maximum = listen.maximumListeners
    setup.ports = ports
    setup.upstream = upstream
    setup.load = { [folders] in try folders.endpoints($0, $1) }
    setup.isCI = ContinuousIntegration.isMeant(by: Terminal.variable(ContinuousIntegration.variable))
    return setup
  }

  /// Looks for recordings that change on disk, twice a second. Where many were read, it takes several looks to look at
  /// each.
  private static func watch(_ engine: Engine) -> Task<Void, Never> {
    Task(executorPreference: BlockingExecutor.shared) {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(500))
        engine.refresh(atMost: RecordingStore.checkLimit)
      }
    }
  }
}

/// A started run.
struct Running {
  let engine: Engine
  let server: ProxyServer
  let upstream: HTTPUpstream
  let reporter: Reporter
  let watch: Task<Void, Never>

  /// How long requests that wait for the real endpoint may still be answered by it.
  private static let grace = Duration.seconds(2)
  /// How long clients may take to read what they were answered. It leaves time to write the sessions that are recorded.
  private static let readingTime = Duration.seconds(5)

  /// Takes no more requests, finishes those in flight, and writes what they brought.
  ///
  /// - Parameters:
  ///   - outcome: how the sessions that are being recorded ended.
  ///   - limit: how long that may take; nil for as long as it takes.
  /// - Returns: how many answers that clients got were not written in time, and how many sessions that were being
  ///   recorded.
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

  /// Ends the program without writing what waits to be written, and says how much that is.
  func abort() async -> Never {
    let (answers, sessions) = await engine.abandon()
    reporter.unwritten(answers: answers, sessions: sessions)
    Terminal.finish(givingUpAfter: 0.5)
    ListenOptions.exit(withError: ExitCode(130))
  }
}
