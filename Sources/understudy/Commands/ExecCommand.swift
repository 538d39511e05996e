import ArgumentParser
import Engine
import Proxy
import Reports
import Subprocess

/// `understudy exec -- COMMAND`: replay around a test command, then a report.
struct ExecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Run a command with the recordings replayed around it, then say what was missed.",
    discussion: """
      Understudy listens on a free port, and the command starts when it does. The command finds the URL in \
      UNDERSTUDY_URL (the origin) and in UNDERSTUDY_URL_<ENDPOINT> for each endpoint (upper case, everything else an \
      underscore). With --tls, UNDERSTUDY_CA is the file of the authority that the command's clients have to trust. \
      Signals are passed on to the command; where standard input is no terminal, to all processes that it has started.

      Named sessions are recorded as files of their own. Each replaces the recording from before when it ends as passed: \
      by POST /__understudy/end, or without it when the command exits with 0.

      --mode, or the environment variable UNDERSTUDY_MODE, says what becomes of requests. Where CI is set, the variable \
      alone does not make it write.

      Examples:

        understudy exec -- npm test
        understudy exec --mode auto -- npm test   # records what is missing
        understudy exec --report report.html --report junit.xml -- pytest
        understudy exec --fix -- npm test         # adds rules for random values
        understudy exec --report-format github --report report.html -- npm test

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
    let mode = try ExecMode.chosen(mode, environment: Terminal.variable)
    if upstream != nil, mode == .replay {
      throw WorkFailure(
        "--upstream is for --mode record, auto and live. replay takes the endpoint from endpoint.yaml.")
    }
    if fix, mode == .record || mode == .live {
      throw WorkFailure("--fix is for --mode replay and auto: \(mode.rawValue) has no misses.")
    }
    if replace, mode != .record { throw WorkFailure("--replace is for --mode record.") }
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
      announces: replay.output.json, folders: folders
    ) {
      let endpoints = try endpoints(mode)
      if mode != .record, configuration(mode).reachesUpstream {
        missing.warnings = try Endpoints.upstreamWarnings(endpoints, recordings: replay.recordings.recordings)
      }
      return endpoints
    }
    let running = try await run.start()
    for warning in missing.warnings { running.reporter.receive(.warning(warning)) }
    try requireDistinctVariables(running.engine.endpointNames)
    let ended = await ended(running)
    await running.stop((try? ended.get()) == 0 ? .passed : .failed)
    let report = RunReport(
      of: running.engine, mode: mode.rawValue, recordings: replay.recordings.recordings,
      command: RunReport.Command(words: command, code: try ended.get()), events: running.reporter.kept)
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
  }

  /// What the endpoints lack, found while they are loaded.
  private final class Missing {
    var warnings: [String] = []
  }

  /// Runs the command to its end.
  private func ended(_ running: Running) async -> Result<Int32, WorkFailure> {
    let origin = running.server.origin
    var environment: [Environment.Key: String?] = ["UNDERSTUDY_URL": origin]
    for name in running.engine.endpointNames {
      environment[Environment.Key(stringLiteral: Self.variable(for: name))] = "\(origin)/\(name)"
    }
    if let authority = replay.listen.tls.authorityCertificate { environment["UNDERSTUDY_CA"] = authority }
    do throws(WorkFailure) {
      return .success(try await CommandRun(words: command, environment: environment, grace: killAfter).untilEnd())
    } catch {
      return .failure(error)
    }
  }

  // MARK: Modes

  private func configuration(_ mode: ExecMode) -> EngineConfiguration {
    var configuration = replay.configuration
    switch mode {
    case .replay: break
    case .auto: configuration.onMiss = .record
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

  // MARK: Variables

  /// Two endpoints must not share a variable: one of them would silently get the other's URL.
  private func requireDistinctVariables(_ names: [String]) throws(WorkFailure) {
    var owners: [String: String] = [:]
    for name in names {
      let variable = Self.variable(for: name)
      if let other = owners.updateValue(name, forKey: variable) {
        throw WorkFailure(
          "The endpoints \"\(other)\" and \"\(name)\" would both be \(variable). Serve one of them with --endpoint, or rename its folder."
        )
      }
    }
  }

  /// `UNDERSTUDY_URL_ROCKET_RESERVER` for `rocket-reserver`.
  static func variable(for endpoint: String) -> String {
    let name = endpoint.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): Character(UnicodeScalar(byte - 32))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): Character(UnicodeScalar(byte))
      default: Character("_")
      }
    }
    return "UNDERSTUDY_URL_" + String(name)
  }
}
