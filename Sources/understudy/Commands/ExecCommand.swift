import ArgumentParser
import Engine
import Proxy
import Subprocess
import UnixSignals

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// `understudy exec -- COMMAND`: replay around a test command, then a report.
struct ExecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Run a command with the recordings replayed around it, then say what was missed.",
    discussion: """
      Replay starts on a free port. The command finds its URL in UNDERSTUDY_URL (the origin) and in \
      UNDERSTUDY_URL_<ENDPOINT> for each endpoint (upper case, everything else an underscore). Its exit code is passed \
      on; where it passed but a request was missed, the exit code is 1. With --tls, UNDERSTUDY_CA is the file of the \
      authority that the command's clients have to trust.

        understudy exec -- npm test
      """)

  @Option(help: "Serve this endpoint only.")
  var endpoint: String?

  @OptionGroup var misses: MissOptions
  @OptionGroup var sessions: SessionOptions
  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var listen: ListenOptions
  @OptionGroup var output: OutputOptions

  @Argument(parsing: .postTerminator, help: "The command and its arguments, behind --.")
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("There is no command to run. Put it behind --, e.g. understudy exec -- npm test")
    }
  }

  func run() async throws {
    var listen = listen
    // A port of its own, so that two runs on one machine never meet; one that was asked for is kept.
    listen.requestedPort = listen.requestedPort ?? 0
    let run = Run(
      configuration: misses.replayConfiguration(sessions), listen: listen, output: output,
      upstreamTimeout: misses.upstreamTimeout, upstreamTLS: misses.upstreamTLS, announces: output.json
    ) {
      try Endpoints.forReplay(
        name: endpoint, recordings: recordings.recordings, schemas: schemas.schemas, seed: misses.seed,
        onMiss: misses.onMiss)
    }
    let running = try await run.start()
    try requireDistinctVariables(running.engine.endpointNames)
    let result = await execute(running)
    await running.stop()
    let code = try result.get()
    let outcome = ExecOutcome(
      command: command[0], code: code, misses: running.engine.misses, refusals: running.engine.refusals,
      inferred: running.engine.inferredAnswers, unused: running.engine.unusedRecordings)
    running.reporter.summary(outcome)
    if outcome.exitCode != 0 { throw ExitCode(outcome.exitCode) }
  }

  /// Runs the command to its end, and gives its exit code; a signal's number plus 128, as shells have it.
  private func execute(_ running: Running) async -> Result<Int32, WorkFailure> {
    let origin = running.server.origin
    var changes: [Environment.Key: String?] = ["UNDERSTUDY_URL": origin]
    for name in running.engine.endpointNames {
      changes[Environment.Key(stringLiteral: Self.variable(for: name))] = "\(origin)/\(name)"
    }
    if let authority = listen.tls.authorityCertificate { changes["UNDERSTUDY_CA"] = authority }
    // Ctrl-C reaches the command by itself: the terminal sends it to the whole group. A SIGTERM comes to this process
    // alone and is passed on; either way this process stays to tell what was missed.
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    do {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(Array(command.dropFirst())), environment: .inherit.updating(changes),
        input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError
      ) { execution in
        let passOn = Task {
          for await signal in signals where signal == .sigterm { try? execution.send(signal: .terminate) }
        }
        return passOn
      }
      result.closureResult.cancel()
      switch result.terminationStatus {
      case .exited(let code): return .success(code)
      case .signaled(let signal): return .success(128 + signal)
      }
    } catch {
      return .failure(WorkFailure("The command \"\(command[0])\" could not be run: \(error)"))
    }
  }

  /// As a shell finds it: a name with a slash is a path, any other is looked up in `PATH`.
  private var executable: Executable {
    command[0].contains("/") ? .path(FilePath(command[0])) : .name(command[0])
  }

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
