import ArgumentParser
import Engine
import Maintenance
import NIOCore
import ProxyTLS
import Subprocess
import UnixSignals

/// `understudy verify`: whether the endpoints still answer as recorded.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Ask the real endpoints again, and say what they answer otherwise.",
    discussion: """
      Asks every recorded query again and holds the answers against the recorded ones. An error is what breaks a client: \
      a field, a type or an argument that is gone, a value that became null or another JSON type, a new GraphQL error, \
      another status. A warning is another value where endpoint.yaml says stable, a null that the schema allows, an \
      error that went away. Other values are told with --values only. What endpoint.yaml calls volatile is not compared.

      Mutations are never sent without --mutations. With it, each recorded session is sent as a whole, so use an \
      endpoint whose data may change. Ids and tokens that mutations issue now replace the ones they issued when the \
      session was recorded. A session stops at an id that no answer of this run issued. To send such ids as recorded, \
      give a --reset-command: it runs before each session, and must restore the data that the recordings began with. \
      What is not asked is counted, and why. Credentials are not kept: give them with --header.

      Examples:

        understudy verify --endpoint countries
        understudy verify CountryDetail --values
        understudy verify --endpoint shop --upstream https://shop.example/graphql
        understudy verify --endpoint countries --update    # writes anew what changed
        understudy verify --endpoint countries --mutations \\
          --header "Authorization: Bearer $TOKEN"

      Exit codes: 0 no errors are left; 1 there are some; 2 an endpoint cannot be asked, or nothing was, or with \
      --mutations none of them; 64 wrong usage; 130 it was stopped.

      Next: understudy verify --update takes the answers of now; endpoint.yaml says what is stable and volatile.
      """)

  @ArgumentParser.Argument(
    help: "Only these operations: names, or folders or files of recordings.", completion: Completions.operations)
  var operations: [String] = []

  @Flag(help: "Send recorded sessions as a whole: execute their mutations on the endpoint, and ask what follows.")
  var mutations = false

  @Option(
    help: .init(
      "With --mutations: a shell command that resets the endpoint's data. It runs before each session. Ids that no answer issued are then sent as recorded.",
      valueName: "command"))
  var resetCommand: String?

  @Flag(help: "Tell all values that are other ones now.")
  var values = false

  @Flag(
    help:
      "Write the recordings anew whose answers are other ones now, of queries recorded before any mutation; errors never replace an answer."
  )
  var update = false

  @Option(
    help: .init("The most requests a second, e.g. 20, or 0.5 for one every two seconds.", valueName: "number"))
  var rate = 5.0

  @Option(help: .init("The URL of the real endpoint. (default: what endpoint.yaml says)", valueName: "URL"))
  var upstream: String?

  @Option(help: .init("Ask this endpoint only.", valueName: "name"), completion: Completions.recordedEndpoints)
  var endpoint: String?

  @Option(
    name: .customLong("header"), parsing: .singleValue,
    help: .init(
      "A header field that goes with every request; a credential ('Authorization: Bearer …') only with what was recorded with one. Repeatable.",
      valueName: "field"))
  var headers: [String] = []

  @Option(help: .init("How long the real endpoint may take to answer, in seconds.", valueName: "seconds"))
  var upstreamTimeout = 30.0

  @OptionGroup(title: "The real endpoint") var upstreamTLS: UpstreamTLSOptions
  @OptionGroup(title: "Recordings and schemas") var recordings: RecordingsOptions
  @OptionGroup(title: "Recordings and schemas") var schemas: SchemasOptions

  @Flag(help: "Print one JSON object a line on standard output; the last is the summary.")
  var json = false

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
    let client = HTTPUpstream(timeout: .milliseconds(Int64(upstreamTimeout * 1000)), tls: try trusted())
    let report: VerifyReport
    do {
      let verification = try Verification(
        recordings: recordings.recordings, schemas: schemas.schemas, endpoint: endpoint, url: upstream,
        options: try options(), upstream: client, tell: { text.tell($0) })
      text.warn(verification.warnings)
      let work = Task { await verification.run() }
      let listener = Task {
        for await _ in signals {
          // Whoever asks twice does not want to wait for anything.
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

/// A command line that the shell runs. Its output goes to standard error.
struct ShellCommand {
  private let line: String

  init(_ line: String) { self.line = line }

  /// Runs it to its end.
  ///
  /// - Returns: why it failed; nil if it did not.
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
