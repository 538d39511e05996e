import ArgumentParser
import Engine
import OrderedJSON
import Recordings
import Transports

/// The options for the port and for the clients that may connect.
struct ListenOptions: ParsableArguments {
  @Option(
    name: .customLong("port"),
    help: .init("The port; 0: a free one. (default: 4000; exec: 0)", valueName: "number")
  )
  var requestedPort: Int?

  var port: Int { requestedPort ?? 4000 }

  /// The options that clients rely on, to repeat in another command.
  var words: [String] {
    (requestedPort.map { ["--port", "\($0)"] } ?? []) + (host == "127.0.0.1" ? [] : ["--host", host])
      + allowedHosts.flatMap { ["--allow-host", $0] } + allowedOrigins.flatMap { ["--allow-origin", $0] } + tlsWords
  }

  @Option(
    help: .init("The address to listen on.", valueName: "address"),
    completion: .list(["127.0.0.1", "::1", "0.0.0.0"]))
  var host = "127.0.0.1"

  @Flag(help: "Open the page with the requests in a browser.")
  var open = false

  @Option(
    name: .customLong("allow-host"), parsing: .singleValue,
    help: .more(
      "Accept requests for this host name too, e.g. 10.0.2.2 in an Android emulator. Repeatable.", "name"))
  var allowedHosts: [String] = []

  @Option(
    name: .customLong("allow-origin"), parsing: .singleValue,
    help: .more(
      "Accept requests of web pages from this origin too: https://app.example, or * for all. Repeatable.", "origin"))
  var allowedOrigins: [String] = []

  @Option(
    name: .customLong("max-batch"),
    help: .more("The most requests in one batch.", "count"))
  var maximumBatch = 100

  @Option(
    name: .customLong("max-listeners"),
    help: .more("The most ports that POST /__understudy/listeners opens.", "count"))
  var maximumListeners = 64

  @Option(help: .more("The number of event loops. (default: the number of cores, at most 8)", "count"))
  var threads: Int?

  @Option(name: .customLong("max-body-bytes"), help: .more("The largest accepted request body, in bytes.", "bytes"))
  var maximumBodyBytes = 32 << 20

  @Option(name: .customLong("max-upload-bytes"), help: .more("The largest accepted file upload, in bytes.", "bytes"))
  var maximumUploadBytes = 1 << 30

  @Flag(help: "Serve https and HTTP/2. Needs `understudy ca`.")
  var tls = false

  @Option(help: .more("The folder of that CA, and of the proxy's, if it is not the default.", "folder"))
  var caFolder: String?

  @Option(help: .more("Serve https and HTTP/2 with this certificate: a PEM file, with its chain after it.", "file"))
  var tlsCert: String?

  @Option(help: .more("The certificate's key, a PEM file.", "file"))
  var tlsKey: String?

  func validate() throws {
    // Two colons are an IPv6 address.
    for host in allowedHosts where host.contains(where: { "/[".contains($0) }) || host.filter({ $0 == ":" }).count == 1
    {
      throw ValidationError(
        "--allow-host must be a host name without a scheme and a port, such as mock.example, not \"\(host)\".")
    }
    guard (0...65535).contains(port) else { throw ValidationError("--port must be 0 to 65535, not \(port).") }
    guard maximumBodyBytes > 0 else { throw ValidationError("--max-body-bytes must be above 0.") }
    guard maximumUploadBytes > 0 else { throw ValidationError("--max-upload-bytes must be above 0.") }
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads must be 1 to 64, not \(threads).") }
    guard maximumListeners >= 0 else { throw ValidationError("--max-listeners must be 0 or more.") }
    guard maximumBatch > 0 else { throw ValidationError("--max-batch must be above 0.") }
    for origin in allowedOrigins where origin != "*" && origin != "null" && !origin.contains("://") {
      throw ValidationError("--allow-origin must be an origin such as https://app.example, or *, not \"\(origin)\".")
    }
    try validateTLS()
  }
}

/// The folder of recordings.
struct RecordingsOptions: ParsableArguments {
  @Option(
    help: .init("The folder of recordings.", valueName: "folder"),
    completion: .directory)
  var recordings = RecordingsFolder.usualPath
}

/// The folder of schemas.
struct SchemasOptions: ParsableArguments {
  @Option(
    help: .init("The folder of schemas.", valueName: "folder"),
    completion: .directory)
  var schemas = "schemas"
}

/// The option for the validation of operations.
struct ValidationOptions: ParsableArguments {
  @Flag(help: .more("Validate operations like \"validation: lenient\" in endpoint.yaml."))
  var lenient = false
}

/// The options of sessions.
struct SessionOptions: ParsableArguments {
  @Option(help: .more("The request header that names a session.", "name"))
  var sessionHeader = "X-Understudy-Session"

  @Option(help: .more("Seconds after which an unused session that changed something expires.", "seconds"))
  var sessionIdle: UInt64 = 3_600

  func validate() throws {
    let isName =
      !sessionHeader.isEmpty
      && sessionHeader.utf8.allSatisfy { byte in
        byte.isLetterOrDigit || byte == 0x2D || byte == 0x5F
      }
    guard isName else {
      throw ValidationError("--session-header must be a header name such as X-Test-Name, not \"\(sessionHeader)\".")
    }
    guard sessionIdle > 0 else { throw ValidationError("--session-idle must be above 0 seconds.") }
  }

  /// Adds these options to an engine's configuration.
  func apply(to configuration: inout EngineConfiguration) {
    configuration.sessionHeader = sessionHeader
    configuration.sessionIdleSeconds = sessionIdle
  }
}

/// A command that replays, with the options for it.
///
/// Each command lists the groups itself: in debug builds, ArgumentParser validates the options of a group in a group
/// several times for each level, which took most of the time of a start.
protocol ReplayingCommand: AsyncParsableCommand {
  var misses: MissOptions { get }
  var recordings: RecordingsOptions { get }
  var schemas: SchemasOptions { get }
  var validation: ValidationOptions { get }
  var sessions: SessionOptions { get }
}

extension ReplayingCommand {
  /// Returns the folders and options from which listeners with their own settings load endpoints.
  func folders(_ endpoint: String?) -> ListenerFolders {
    var folders = ListenerFolders(recordings: recordings.recordings, schemas: schemas.schemas)
    folders.endpoint = endpoint
    folders.seed = misses.seed
    return folders
  }

  /// The engine's configuration for replay with these options.
  var replayConfiguration: EngineConfiguration {
    var configuration = EngineConfiguration(mode: .replay)
    configuration.onMiss = misses.onMiss
    configuration.missStatus = misses.missStatus
    configuration.isStrict = misses.strict
    configuration.isLenient = validation.lenient
    configuration.derives = !misses.noDerive
    configuration.exhausted = misses.exhausted
    configuration.timing = misses.timing
    sessions.apply(to: &configuration)
    return configuration
  }
}

/// The options for the choice of recorded answers, and for misses.
struct MissOptions: ParsableArguments {
  @Option(
    help: .init("The answer to a request that is not recorded.", valueName: "policy"))
  var onMiss = EngineConfiguration.MissPolicy.error

  @Option(help: .more("The HTTP status of a miss.", "status"))
  var missStatus = 200

  @Flag(
    help:
      "Serve exact answers only: do not infer or derive."
  )
  var strict = false

  @Flag(help: .more("Do not derive answers from recordings of other queries."))
  var noDerive = false

  @Option(
    help: .more("After the last of several answers recorded in one state: repeat it, or return an error.", "what"))
  var exhausted = EngineConfiguration.Exhausted.repeatLast

  @Option(
    help: .more("Send a subscription's recorded events at once, or with the recorded pauses.", "when"))
  var timing = EngineConfiguration.Timing.immediate

  @Option(help: .more("The seed of the data that --on-miss fake generates.", "number"))
  var seed: UInt64 = 0

  @Option(help: .more("Seconds that the real API may take to answer.", "seconds"))
  var upstreamTimeout = 30.0

  func validate() throws {
    guard (200...599).contains(missStatus) else {
      throw ValidationError("--miss-status must be a status from 200 to 599, not \(missStatus).")
    }
    guard upstreamTimeout > 0 else { throw ValidationError("--upstream-timeout must be above 0.") }
  }
}

extension EngineConfiguration.MissPolicy: ExpressibleByArgument {}
extension EngineConfiguration.Exhausted: ExpressibleByArgument {}
extension EngineConfiguration.Timing: ExpressibleByArgument {}

extension ArgumentHelp {
  /// Returns the help of an option that only `--help-all` shows.
  static func more(_ text: String, _ valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(text, valueName: valueName, visibility: .hidden)
  }
}

/// The option `--header 'Name: value'`.
enum HeaderOption {
  /// Parses header fields. Errors never show a value, which may be a secret.
  static func fields(_ headers: [String]) throws -> HeaderList {
    var fields = HeaderList()
    for (index, header) in headers.enumerated() {
      let parts = header.split(separator: ":", maxSplits: 1)
      let name = parts.first.map(String.init) ?? ""
      let isName = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
      guard isName, parts.count == 2, !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
        throw ValidationError("--header \(index + 1) must be like 'Name: value', on one line.")
      }
      fields.append(name, String(value))
    }
    return fields
  }
}
