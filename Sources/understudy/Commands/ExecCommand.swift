import ArgumentParser
import Dashboard
import EndpointConfiguration
import Engine
import Foundation
import Proxy
import Recordings
import Reports
import Requests
import SchemaSources
import Subprocess
import UnixSignals

/// `understudy exec -- COMMAND`: runs a test command against the server, then prints a report.
struct ExecCommand: ReplayingCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Run tests against the recordings, and report misses.",
    discussion: """
      The command gets the server's URL in UNDERSTUDY_URL, each endpoint's in UNDERSTUDY_URL_<ENDPOINT>, and with --tls \
      the CA's file in UNDERSTUDY_CA. Without --mode, UNDERSTUDY_MODE sets the mode. In CI, it cannot record.

      Examples:

        understudy exec -- npm test
        understudy exec --each-test pytest --env API_URL=countries -- pytest -n 4
        understudy exec --mode fake -- npm test   # a schema is enough
        understudy exec --fix -- npm test         # add rules for random values

      Exit codes: the command's own; 1 it passed, but a request missed, failed or was not saved, or none was sent; 2 could \
      not start; 64 wrong usage.

      Next: each miss prints the command that records it. All options: understudy exec --help-all
      """)

  @Option(
    help: .init(
      "replay, record, auto (record what is missing), live (save nothing) or fake (generate). (default: replay)",
      valueName: "mode"))
  var mode: ExecMode?

  @Option(
    help: .init("The URL of the real API. (default: in endpoint.yaml)", valueName: "URL"))
  var upstream: String?

  @Option(
    help: .init("Serve only this endpoint. With --upstream: its name.", valueName: "name"),
    completion: Completions.anyEndpoint)
  var endpoint: String?

  @Flag(help: "Add to endpoint.yaml the rules that misses propose.")
  var fix = false

  @Flag(help: .more("With --mode record: replace all recordings without a session, and the ids of setups."))
  var replace = false

  @Flag(help: .more("With --mode record and auto: record answers with a 5xx status too."))
  var recordErrors = false

  @Option(help: .more("With --mode fake: send an event on every subscription this often, such as 2s.", "time"))
  var tick: TickInterval?

  @Option(
    help: .init(
      "Give each pytest test a session.",
      valueName: "framework"))
  var eachTest: TestFramework?

  @Option(
    name: .customLong("env"), parsing: .singleValue,
    help: .init(
      "Set a variable to an endpoint's URL: SHOP_URL=shop, or SHOP_SOCKET=shop:ws for WebSockets. Repeatable.",
      valueName: "name=endpoint"))
  var named: [NamedVariable] = []

  @Flag(help: "Serve clients of the real URLs, through a proxy.")
  var intercept = false

  @OptionGroup var interception: InterceptionOptions

  @Flag(name: .shortAndLong, help: .more("Print the variables that the command gets."))
  var verbose = false

  @Option(
    help: .more("Record only the tests that missed in this JSON report. With pytest.", "file"))
  var recordMissed: String?

  @Flag(help: .more("Pass even if the command sends no request."))
  var allowUnused = false

  @Flag(help: .more("List all unused recordings, even if there are many."))
  var unused = false

  @Option(help: .more("Seconds that the command may take to exit after a signal, before it is killed.", "seconds"))
  var killAfter = 10.0

  @OptionGroup var reports: ReportOptions
  @OptionGroup var misses: MissOptions
  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var validation: ValidationOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var sessions: SessionOptions
  @OptionGroup var proxy: ForwardProxyOptions
  @OptionGroup var listen: ListenOptions
  @OptionGroup var upstreamTLS: UpstreamTLSOptions

  @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.", completion: .file())
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("There is no command to run. Add it after --, for example: understudy exec -- npm test")
    }
    guard killAfter > 0 else { throw ValidationError("--kill-after must be above 0 seconds.") }
    if let mode, [.auto, .live, .fake].contains(mode), misses.onMiss != .error {
      throw ValidationError("--on-miss works only with --mode replay. Remove --on-miss.")
    }
  }

  func run() async throws {
    let mode = try ExecMode.chosen(mode ?? (recordMissed == nil ? nil : .record), environment: Terminal.variable)
    if upstream != nil, mode == .replay || mode == .fake {
      throw WorkFailure(
        "--upstream works only with --mode record, auto and live. To record, add --mode record. To \(mode == .fake ? "generate answers" : "replay"), remove --upstream."
      )
    }
    if fix, [.record, .live, .fake].contains(mode) {
      throw WorkFailure(
        "--fix works only with --mode replay and --mode auto: \(mode.rawValue) never misses. Remove --fix.")
    }
    if replace, mode != .record {
      throw WorkFailure("--replace works only with --mode record. Add --mode record, or remove --replace.")
    }
    if recordErrors, mode != .record, mode != .auto {
      throw WorkFailure("--record-errors works only with --mode record and auto. Add --mode record, or remove it.")
    }
    if tick != nil, mode != .fake {
      throw WorkFailure("--tick works only with --mode fake. Add --mode fake, or remove --tick.")
    }
    if !interception.only.isEmpty, mode != .record, mode != .live {
      throw WorkFailure("--only works only with --mode record and live. Remove it.")
    }
    if proxy.sessionsByProxyUser, framework != nil {
      throw WorkFailure(
        "--sessions-by-proxy-user and \(eachTest == nil ? "--record-missed" : "--each-test") both name the session of each test. Remove one of the two."
      )
    }
    if recordMissed != nil, mode != .record {
      throw WorkFailure(
        "--record-missed works only with --mode record. Add --mode record, or remove --record-missed.")
    }
    let missed = try recordMissed.map { file throws(WorkFailure) in try MissedSessions(file) }
    try reports.requireWritable()
    let missing = Missing()
    var listen = self.listen
    // A free port by default, so that two runs on one machine do not conflict.
    listen.requestedPort = listen.requestedPort ?? 0
    var folders = folders(nameOfUpstream)
    folders.upstream = upstream
    folders.replaces = replace
    // With sessions, each test adds its name and the token to the proxy URL.
    let token = proxy.sessionsByProxyUser ? nil : proxy.proxyToken
    let certificates = intercept ? try ProxyVariables(proxiesLoopback: hasLoopbackAPI, token: token) : nil
    defer { certificates?.remove() }
    // While the server starts.
    async let complete = certificates?.addingJava(for: command[0])
    var run = Run(
      configuration: configuration(mode), listen: listen, output: output,
      upstreamTimeout: misses.upstreamTimeout, upstreamTLS: upstreamTLS, proxy: proxy,
      only: interception.only, announces: output.json, printsRequests: framework == nil, folders: folders
    ) {
      let endpoints = try endpoints(mode)
      if mode != .record, configuration(mode).reachesUpstream, !(intercept && endpoints.isEmpty) {
        missing.warnings = try Endpoints.upstreamWarnings(endpoints, recordings: recordings.recordings)
      }
      return endpoints
    }
    run.command = RunReport.Command(words: command, code: 0, variables: []).name
    run.interception = certificates.map { ($0.interception, $0.certificatePath) }
    let running = try await run.start()
    let proxyVariables = await complete
    if let warning = proxyVariables?.warning { missing.warnings.append(warning) }
    for warning in missing.warnings { running.reporter.receive(.warning(warning)) }
    let variables = try CommandVariables(
      endpoints: running.engine.endpointNames, named: named, recordings: recordings.recordings)
    let ended: Result<Int32, WorkFailure>
    do throws(WorkFailure) {
      ended = .success(try await execution(running, variables, proxyVariables).run(mode, only: missed?.names))
    } catch {
      ended = .failure(error)
    }
    // Trapped only now: while the command ran, signals were for it.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let listener = Task {
      for await _ in signals { await running.abort() }
    }
    let unwritten = await running.stop((try? ended.get()) == 0 ? .passed : .failed)
    listener.cancel()
    running.reporter.unwritten(answers: unwritten.answers, sessions: unwritten.sessions)
    let kept = running.reporter.kept
    var report = RunReport(
      of: running.engine, mode: mode.rawValue, recordings: recordings.recordings,
      command: RunReport.Command(words: command, code: try ended.get(), variables: named.map(\.name)),
      events: kept.events)
    report.exchangeTally = kept.exchanges
    report.removed = Set(
      report.written.map(\.file).filter { file in
        !FileManager.default.fileExists(atPath: "\(recordings.recordings)/\(file)")
      })
    report.allowsNoRequest = allowUnused
    report.listsUnused = unused
    running.reporter.summary(report)
    if fix { running.reporter.fixed(FixedRules(running.engine.misses)) }
    do {
      try reports.write(report) { running.pages.report(report, of: running.engine) }
    } catch {
      // The command's own exit code takes precedence.
      guard let code = report.command?.code, code != 0 else { throw error }
      Terminal.err("understudy: \(error)")
      throw ExitCode(code)
    }
    if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    if running.reporter.hasUnwritten { throw ExitCode(1) }
  }

  /// The warnings that are found before the command runs.
  private final class Missing {
    var warnings: [String] = []
  }

  /// Returns the command with its settings in this run.
  private func execution(
    _ running: Running, _ variables: CommandVariables, _ proxy: ProxyVariables?
  ) -> CommandExecution {
    var execution = CommandExecution(words: command, grace: killAfter, running: running, variables: variables)
    execution.authority = listen.authorityCertificate ?? proxy?.certificatePath
    execution.proxy = proxy
    if verbose {
      let lines = variables.lines(origin: running.server.origin) + (proxy?.lines(origin: running.server.origin) ?? [])
      Terminal.err(lines.joined(separator: "\n"))
    }
    execution.framework = framework
    execution.recordings = recordings.recordings
    execution.options = repeatedOptions
    return execution
  }

  /// The options to repeat in a command that records.
  private var repeatedOptions: [String] {
    listen.words + (endpoint.map { ["--endpoint", $0] } ?? [])
      + (recordings.recordings == "recordings" ? [] : ["--recordings", recordings.recordings])
      + (schemas.schemas == "schemas" ? [] : ["--schemas", schemas.schemas])
      + (intercept ? ["--intercept"] : [])
      + (recordErrors ? ["--record-errors"] : [])
      + (proxy.sessionsByProxyUser ? ["--sessions-by-proxy-user"] : [])
      + named.flatMap { ["--env", $0.text] }
  }

  /// The framework whose tests get sessions from the plugin; nil if the command sets its own sessions.
  private var framework: TestFramework? { eachTest ?? (recordMissed == nil ? nil : .pytest) }

  /// True if the URL of an API is on this machine, so that requests to this machine must use the proxy, too.
  private var hasLoopbackAPI: Bool {
    let folders = (try? RecordingsFolder(path: recordings.recordings).endpoints) ?? []
    let known = folders.compactMap { try? $0.configuration() }
    let urls = known.map(\.upstream) + [upstream.flatMap { try? UpstreamURL($0) }]
    let resolved = proxy.resolve + known.flatMap(\.resolvedHosts)
    return urls.contains { $0?.isLoopback == true } || resolved.contains { $0.host.isLoopbackHost }
  }

  // MARK: Modes

  private func configuration(_ mode: ExecMode) -> EngineConfiguration {
    var configuration = replayConfiguration
    switch mode {
    case .replay: break
    // With a session for each test, unrecorded tests are skipped, and run separately to record them.
    case .auto: configuration.onMiss = framework == nil ? .record : .error
    case .live: configuration.isLive = true
    case .record, .fake:
      configuration = EngineConfiguration(mode: mode == .record ? .record : .fake)
      configuration.isLenient = validation.lenient
      sessions.apply(to: &configuration)
    }
    configuration.recordsErrors = recordErrors
    configuration.fakeTick = tick?.milliseconds
    return configuration
  }

  private func endpoints(_ mode: ExecMode) throws -> [Endpoint] {
    let (recordings, schemas) = (self.recordings.recordings, self.schemas.schemas)
    // In a first run, no endpoint.yaml has the upstream's URL yet.
    let isFirst = upstream != nil || (intercept && (try? Endpoints.recordedNames(nil, recordings: recordings)) == nil)
    if mode == .record || (mode == .auto && isFirst) {
      if endpoint == nil, let upstream, let name = nameOfUpstream {
        try EndpointFolder(name: name, below: recordings).requireHost(of: try UpstreamURL(upstream))
      }
      return try Endpoints.forRecording(
        upstream: upstream, name: nameOfUpstream, recordings: recordings, schemas: schemas, replaces: replace,
        isProxy: intercept && endpoint == nil)
    }
    if mode == .live {
      return try Endpoints.forPassingOn(
        upstream: upstream, name: nameOfUpstream, recordings: recordings, schemas: schemas)
    }
    if mode == .fake {
      return try Endpoints.forFaking(
        name: endpoint, schemas: schemas, recordings: recordings, seed: misses.seed)
    }
    let policy: EngineConfiguration.MissPolicy = mode == .auto ? .record : misses.onMiss
    do {
      return try Endpoints.forReplay(
        name: endpoint, recordings: recordings, schemas: schemas, seed: misses.seed, onMiss: policy)
    } catch {
      // A damaged packed file is no reason to generate answers.
      let isEmpty = ((try? FileReading.names(inFolder: recordings)) ?? []).isEmpty
      let isAbsent = (try? FileReading.exists(recordings)) == false
      let hasNoEndpoint = isAbsent || (try? RecordingsFolder(path: recordings).endpoints.isEmpty) == true
      guard isEmpty, hasNoEndpoint else { throw error }
      let hasSchemas = (try? SchemaFiles(folder: schemas).names.isEmpty) == false
      let orGenerate = hasSchemas ? "\nOr generate all answers from \(schemas)/: understudy exec --mode fake" : ""
      throw WorkFailure(
        "There are no recordings in \(recordings)/. \(RecordingsFolder.elsewhere(than: recordings)) To record, with the URL of your API:\n\(firstRecording)\(orGenerate)"
      )
    }
  }

  /// The name of the endpoint of `--upstream`; nil if its host gives the name.
  private var nameOfUpstream: String? {
    let names = Set(named.map(\.endpoint))
    return endpoint ?? (upstream != nil && names.count == 1 ? names.first : nil)
  }

  /// The command that records for the first time.
  private var firstRecording: String {
    let name = endpoint ?? named.first?.endpoint ?? "shop"
    var first = self
    first.endpoint = name
    // Another endpoint needs a URL of its own.
    first.named.removeAll { $0.endpoint != name }
    let options = ["--upstream", UpstreamURL.example] + (framework.map { ["--each-test", $0.rawValue] } ?? [])
    return CommandExecution.recording(options + first.repeatedOptions, command)
  }
}
