import ArgumentParser
import Engine
import Maintenance
import NIOCore
import ProxyTLS
import Subprocess
import UnixSignals

/// `understudy verify`: reports where the real API differs from its recordings.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Report where the real API differs from its recordings.",
    discussion: """
      Sends each recorded query again and compares the answers. Errors break a client: a missing field, a new null, \
      another JSON type or status, a new GraphQL error. Warnings do not. Credentials are not recorded: pass them with \
      --header.

      --mutations also sends recorded mutations, so use an API whose data may change. New ids replace recorded ones. \
      Named sessions are always skipped. A session stops at an id that no answer of this run issued, unless --reset-command restores the data first.

      Examples:

        understudy verify --endpoint countries
        understudy verify CountryDetail --values
        understudy verify --endpoint shop --upstream https://shop.example/graphql
        understudy verify --endpoint countries --update
        understudy verify --endpoint countries --mutations \\
          --header "Authorization: Bearer $TOKEN"

      Exit codes: 0 no errors; 1 errors; 2 nothing could be sent; 64 wrong usage; 130 stopped.

      Next: set stable and volatile values in endpoint.yaml. All options: understudy verify --help-all
      """)

  @ArgumentParser.Argument(
    help: "Operations, or files of recordings. (default: all)", completion: Completions.operations)
  var operations: [String] = []

  @Flag(help: "Send recorded mutations, too.")
  var mutations = false

  @Option(
    help: .init(
      "A shell command that restores the API's data; runs before each session.",
      valueName: "command"))
  var resetCommand: String?

  @Flag(help: "Report every changed value.")
  var values = false

  @Flag(help: "Update answers of queries that no mutation precedes.")
  var update = false

  @Option(help: .init("The most requests a second.", valueName: "number"))
  var rate = 5.0

  @Option(help: .init("The URL of the real API. (default: in endpoint.yaml)", valueName: "URL"))
  var upstream: String?

  @Option(help: .init("Verify this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @Option(
    name: .customLong("header"), parsing: .singleValue,
    help: .init(
      "Send this header, 'Name: value'; a credential only with requests recorded with one. Repeatable.",
      valueName: "field"))
  var headers: [String] = []

  @Option(help: .more("Seconds that the real API may take to answer.", "seconds"))
  var upstreamTimeout = 30.0

  @Flag(help: "Print JSON lines on standard output; the last is the summary.")
  var json = false

  @OptionGroup var recordings: RecordingsOptions
  @OptionGroup var schemas: SchemasOptions
  @OptionGroup var upstreamTLS: UpstreamTLSOptions

  func validate() throws {
    guard resetCommand == nil || mutations else {
      throw ValidationError("--reset-command runs before each session that --mutations sends. Add --mutations.")
    }
    guard rate >= 0.01, rate <= 10_000 else {
      throw ValidationError("--rate must be from 0.01 to 10000 requests a second.")
    }
    guard upstreamTimeout > 0 else { throw ValidationError("--upstream-timeout must be above 0.") }
    _ = try HeaderOption.fields(headers)
  }

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let text = VerifyText(json: json, tellsValues: values)
    let pins = HostPins()
    try pins.add(recordings: recordings.recordings)
    let client = HTTPUpstream(
      timeout: .milliseconds(Int64(upstreamTimeout * 1000)), tls: try trusted(), pins: pins)
    let report: VerifyReport
    do {
      let verification = try Verification(
        recordings: recordings.recordings, schemas: schemas.schemas, endpoint: endpoint, url: upstream,
        options: try options(), upstream: client, onEvent: { text.print($0) })
      text.warn(verification.warnings)
      let work = Task { await verification.run() }
      let listener = Task {
        for await _ in signals {
          // A second signal exits at once.
          if work.isCancelled { Self.exit(withError: ExitCode(130)) }
          work.cancel()
        }
      }
      report = await work.value
      listener.cancel()
    } catch {
      await client.shutdown()
      throw WorkFailure("\(error)")
    }
    await client.shutdown()
    text.end(report)
    if report.exitCode != 0 { throw ExitCode(report.exitCode) }
  }

  private func options() throws -> VerifyOptions {
    var options = VerifyOptions()
    options.executesMutations = mutations
    if let resetCommand { options.reset = { await ShellCommand(resetCommand).failure() } }
    options.updates = update
    options.headers = try HeaderOption.fields(headers)
    options.rate = rate
    options.chosen = operations
    return options
  }

  private func trusted() throws(WorkFailure) -> UpstreamTLS {
    do { return try upstreamTLS.read() } catch { throw WorkFailure("\(error)") }
  }
}

/// A shell command line. Its output goes to standard error.
struct ShellCommand {
  private let line: String

  init(_ line: String) { self.line = line }

  /// Runs the command until it exits.
  ///
  /// - Returns: the reason why it failed; nil if it did not.
  func failure() async -> String? {
    do {
      let result = try await Subprocess.run(
        .name("sh"), arguments: ["-c", line], output: .currentStandardError, error: .currentStandardError)
      switch result.terminationStatus {
      case .exited(0): return nil
      case .exited(let code): return "\"\(line)\" failed with exit code \(code)."
      case .signaled(let signal): return "\"\(line)\" was ended by signal \(signal)."
      }
    } catch {
      return "\"\(line)\" could not be run: \(error)"
    }
  }
}
