import ArgumentParser
import Engine
import Proxy
import Reports
import Subprocess
import UnixSignals

/// `understudy exec -- COMMAND`: replay around a test command, then a report.
struct ExecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Run a command with the recordings replayed around it, then say what was missed.",
    discussion: """
      Understudy listens on a free port, and the command starts when it does. The command finds the URL in \
      UNDERSTUDY_URL (the origin) and in UNDERSTUDY_URL_<ENDPOINT> for each endpoint (upper case, everything else an \
      underscore). --env sets variables that your project reads already. With --tls, UNDERSTUDY_CA is the file of the authority that the command's clients have to trust. \
      Signals are passed on to the command; where standard input is no terminal, to all processes that it has started.

      Named sessions are recorded as files of their own. Each replaces the recording from before when it ends as passed: \
      by POST /__understudy/end, or without it when the command exits with 0.

      With --each-test pytest each test has a session, named by its node id, and needs no change: a plugin that the \
      program brings begins and ends it, gives fixtures wider than a test sessions of their own, opens a port for each \
      worker of pytest-xdist, and fails a test that missed. --mode auto then replays the tests that are recorded, and \
      runs the others in a second run of the command, which records them.

      --mode, or the environment variable UNDERSTUDY_MODE, says what becomes of requests. Where CI is set, the variable \
      alone does not make it write.

      Examples:

        understudy exec -- npm test
        understudy exec --each-test pytest --env API_URL=countries -- pytest -n 4
        understudy exec --mode auto -- npm test   # records what is missing
        understudy exec --report report.html --report junit.xml -- pytest
        understudy exec --fix -- npm test         # adds rules for random values

      --fix writes rules to endpoint.yaml for values that the client makes anew at every run: the lines that misses \
      propose. Run the command again afterwards; the exit code is that of this run.

      Exit codes: the command's own (a signal's number plus 128); 1 it passed, but a request was missed, refused or \
      not answered, or something was not recorded; 2 \
      Understudy or the command could not start; 64 wrong usage.

      Next: what was missed says the command that records it; understudy help prune removes what was unused.
      """)

  @Option(
    help: .init(
      "replay: answers from recordings; auto: records what is missing; record: records all anew; live: the real endpoint, nothing written. (default: replay)",
      valueName: "mode"))
  var mode: ExecMode?

  @Option(
    help: .init(
      "The URL of the real endpoint, for the modes that ask it: record, auto and live. (default: what endpoint.yaml says)",
      valueName: "URL"))
  var upstream: String?

  @Option(
    help: .init("Serve this endpoint only; with --upstream its name.", valueName: "name"),
    completion: Completions.anyEndpoint)
  var endpoint: String?

  @Flag(help: "Add the rules to endpoint.yaml that misses propose for random values. For replay and auto.")
  var fix = false

  @Flag(
    help:
      "With --mode record: replace the recordings of requests without a session. Those that this run does not record again are removed when the command exits with 0."
  )
  var replace = false

  @Option(
    help: .init(
      "Give each test of this framework a session of its own: pytest. The program brings the plugin for it.",
      valueName: "framework"))
  var eachTest: TestFramework?

  @Option(
    name: .customLong("env"), parsing: .singleValue,
    help: .init(
      "Set a variable that your project reads to an endpoint's URL, e.g. SHOP_URL=shop; with :ws to its URL for WebSockets, SHOP_SOCKET=shop:ws. Repeatable.",
      valueName: "name=endpoint"))
  var named: [NamedVariable] = []

  @Option(
    help: .init(
      "Run only the tests that missed something in this JSON report of an earlier run, and record them. With pytest.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var recordMissed: String?

  @Flag(help: "Let the command pass though it sent no request.")
  var allowUnused = false

  @Flag(help: "List all recordings that nothing asked for, not only if most of an endpoint's were used.")
  var unused = false

  @Option(
    help: .init(
      "How long the command may take to end when it was told to, in seconds; then it is killed.", valueName: "seconds"))
  var killAfter = 10.0

  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup var replay: ReplayOptions

  @Argument(parsing: .postTerminator, help: "The command and its arguments, behind --.", completion: .file())
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("There is no command to run. Put it behind --, e.g. understudy exec -- npm test")
    }
    guard killAfter > 0 else { throw ValidationError("--kill-after must be above 0 seconds.") }
    if mode == .auto || mode == .live, replay.misses.onMiss != .error {
      throw ValidationError("--mode auto and live say what becomes of a miss: leave --on-miss out.")
    }
  }

  func run() async throws {
    let mode = try ExecMode.chosen(mode ?? (recordMissed == nil ? nil : .record), environment: Terminal.variable)
    if upstream != nil, mode == .replay {
      throw WorkFailure(
        "--upstream is for --mode record, auto and live. replay takes the endpoint from endpoint.yaml.")
    }
    if fix, mode == .record || mode == .live {
      throw WorkFailure("--fix is for --mode replay and auto: \(mode.rawValue) has no misses.")
    }
    if replace, mode != .record { throw WorkFailure("--replace is for --mode record.") }
    if recordMissed != nil, mode != .record { throw WorkFailure("--record-missed is for --mode record.") }
    let missed = try recordMissed.map { file throws(WorkFailure) in try MissedSessions(file) }
    try reports.requireWritable()
    let missing = Missing()
    var listen = replay.listen
    // A port of its own, so that two runs on one machine never meet; one that was asked for is kept.
    listen.requestedPort = listen.requestedPort ?? 0
    var folders = replay.folders(endpoint)
    folders.upstream = upstream
    let run = Run(
      configuration: configuration(mode), listen: listen, output: replay.output,
      upstreamTimeout: replay.misses.upstreamTimeout, upstreamTLS: replay.misses.upstreamTLS,
      announces: replay.output.json, printsRequests: framework == nil, folders: folders
    ) {
      let endpoints = try endpoints(mode)
      if mode != .record, configuration(mode).reachesUpstream {
        missing.warnings = try Endpoints.upstreamWarnings(endpoints, recordings: replay.recordings.recordings)
      }
      return endpoints
    }
    let running = try await run.start()
    for warning in missing.warnings { running.reporter.receive(.warning(warning)) }
    let variables = try CommandVariables(endpoints: running.engine.endpointNames, named: named)
    let ended: Result<Int32, WorkFailure>
    do throws(WorkFailure) {
      ended = .success(try await execution(running, variables).run(mode, only: missed?.names))
    } catch {
      ended = .failure(error)
    }
    // The command has ended, so that a signal is meant for this program.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let listener = Task {
      for await _ in signals { await running.abort() }
    }
    let unwritten = await running.stop((try? ended.get()) == 0 ? .passed : .failed)
    listener.cancel()
    running.reporter.unwritten(answers: unwritten.answers, sessions: unwritten.sessions)
    let kept = running.reporter.kept
    var report = RunReport(
      of: running.engine, mode: mode.rawValue, recordings: replay.recordings.recordings,
      command: RunReport.Command(words: command, code: try ended.get()), events: kept.events)
    report.exchangeTally = kept.exchanges
    report.allowsNoRequest = allowUnused
    report.listsUnused = unused
    running.reporter.summary(report)
    if fix { running.reporter.fixed(FixedRules(running.engine.misses)) }
    do {
      try reports.write(report)
    } catch {
      // What the command said goes before.
      guard let code = report.command?.code, code != 0 else { throw error }
      Terminal.err("understudy: \(error)")
      throw ExitCode(code)
    }
    if report.exitCode != 0 { throw ExitCode(report.exitCode) }
    if running.reporter.hasUnwritten { throw ExitCode(1) }
  }

  /// What the endpoints lack, found while they are loaded.
  private final class Missing {
    var warnings: [String] = []
  }

  /// The command with what it needs of this run.
  private func execution(_ running: Running, _ variables: CommandVariables) -> CommandExecution {
    var execution = CommandExecution(words: command, grace: killAfter, running: running, variables: variables)
    execution.authority = replay.listen.tls.authorityCertificate
    execution.framework = framework
    execution.recordings = replay.recordings.recordings
    execution.options =
      (endpoint.map { ["--endpoint", $0] } ?? [])
      + (replay.recordings.recordings == "recordings" ? [] : ["--recordings", replay.recordings.recordings])
      + (replay.schemas.schemas == "schemas" ? [] : ["--schemas", replay.schemas.schemas])
      + named.flatMap { ["--env", $0.text] }
    return execution
  }

  /// The test framework whose tests have sessions; nil if the command alone says what has one.
  private var framework: TestFramework? { eachTest ?? (recordMissed == nil ? nil : .pytest) }

  // MARK: Modes

  private func configuration(_ mode: ExecMode) -> EngineConfiguration {
    var configuration = replay.configuration
    switch mode {
    case .replay: break
    // With a session for each test, those that are not recorded run by themselves.
    case .auto: configuration.onMiss = framework == nil ? .record : .error
    case .live: configuration.isLive = true
    case .record:
      configuration = EngineConfiguration(mode: .record)
      replay.sessions.apply(to: &configuration)
    }
    return configuration
  }

  private func endpoints(_ mode: ExecMode) throws -> [Endpoint] {
    let (recordings, schemas) = (replay.recordings.recordings, replay.schemas.schemas)
    // A first run has no folder yet to name the upstream.
    if mode == .record || (mode == .auto && upstream != nil) {
      return try Endpoints.forRecording(
        upstream: upstream, name: endpoint, recordings: recordings, schemas: schemas, replaces: replace)
    }
    if mode == .live {
      return try Endpoints.forPassingOn(
        upstream: upstream, name: endpoint, recordings: recordings, schemas: schemas)
    }
    let policy: EngineConfiguration.MissPolicy = mode == .auto ? .record : replay.misses.onMiss
    return try Endpoints.forReplay(
      name: endpoint, recordings: recordings, schemas: schemas, seed: replay.misses.seed, onMiss: policy)
  }
}
