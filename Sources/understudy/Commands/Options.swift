import ArgumentParser
import Engine
import Transports

/// Where to listen, and who may ask.
struct ListenOptions: ParsableArguments {
  @Option(
    name: .customLong("port"),
    help: .init(
      "The port to listen on; 0 picks a free one. The URL is the first line on standard output. (default: 4000; exec: 0)",
      valueName: "number")
  )
  var requestedPort: Int?

  var port: Int { requestedPort ?? 4000 }

  @Option(
    help: .init(
      "The address to listen on. Anything but a loopback address lets other machines in.", valueName: "address"),
    completion: .list(["127.0.0.1", "::1", "0.0.0.0"]))
  var host = "127.0.0.1"

  @Option(
    name: .customLong("allow-host"), parsing: .singleValue,
    help: .init(
      "A further host name that clients use for this program, e.g. 10.0.2.2 in an Android emulator. Repeatable.",
      valueName: "name"),
    completion: .list(["10.0.2.2", "host.docker.internal"]))
  var allowedHosts: [String] = []

  @Option(
    name: .customLong("allow-origin"), parsing: .singleValue,
    help: .init(
      "An origin whose web pages may use this program, besides those of this machine: https://app.example, or * for all. Repeatable.",
      valueName: "origin")
  )
  var allowedOrigins: [String] = []

  @Option(
    name: .customLong("max-batch"),
    help: .init("The most requests that are answered together as one batch.", valueName: "count"))
  var maximumBatch = 100

  @Option(
    name: .customLong("max-listeners"),
    help: .init("The most listeners that POST /__understudy/listeners opens.", valueName: "count"))
  var maximumListeners = 64

  @Option(
    help: .init(
      "How many threads read and write connections. (default: the number of cores, at most 8)", valueName: "count"))
  var threads: Int?

  @OptionGroup(title: "Listening") var tls: TLSOptions

  @Option(
    name: .customLong("max-body-bytes"),
    help: .init("The largest request body that is taken, in bytes.", valueName: "bytes"))
  var maximumBodyBytes = 32 << 20

  @Option(
    name: .customLong("max-upload-bytes"),
    help: .init("The largest file upload that is taken, in bytes; none is held.", valueName: "bytes"))
  var maximumUploadBytes = 1 << 30

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port must be 0 to 65535, not \(port).") }
    guard maximumBodyBytes > 0 else { throw ValidationError("--max-body-bytes must be above 0.") }
    guard maximumUploadBytes > 0 else { throw ValidationError("--max-upload-bytes must be above 0.") }
    if let threads, !(1...64).contains(threads) { throw ValidationError("--threads must be 1 to 64, not \(threads).") }
    guard maximumListeners >= 0 else { throw ValidationError("--max-listeners must be 0 or more.") }
    guard maximumBatch > 0 else { throw ValidationError("--max-batch must be above 0.") }
    for origin in allowedOrigins where origin != "*" && origin != "null" && !origin.contains("://") {
      throw ValidationError("--allow-origin must be an origin such as https://app.example, or *, not \"\(origin)\".")
    }
  }
}

/// Where recordings are.
struct RecordingsOptions: ParsableArguments {
  @Option(
    help: .init("The folder of recordings; each folder in it is an endpoint.", valueName: "folder"),
    completion: .directory)
  var recordings = "recordings"
}

/// Where schemas are.
struct SchemasOptions: ParsableArguments {
  @Option(
    help: .init(
      "The folder of schemas; each file <endpoint>.graphqls (or .graphql, .json) is an endpoint's.", valueName: "folder"
    ),
    completion: .directory)
  var schemas = "schemas"
}

/// How requests name their session (design §3).
struct SessionOptions: ParsableArguments {
  @Option(help: .init("The request header that names a session.", valueName: "name"))
  var sessionHeader = "X-Understudy-Session"

  @Option(
    help: .init(
      "How long a session that changed something is remembered without being used, in seconds; then it has to be reset.",
      valueName: "seconds")
  )
  var sessionIdle: UInt64 = 3_600

  func validate() throws {
    let isName =
      !sessionHeader.isEmpty
      && sessionHeader.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
          || byte == 0x5F
      }
    guard isName else {
      throw ValidationError("--session-header must be a header's name such as X-Test-Name, not \"\(sessionHeader)\".")
    }
    guard sessionIdle > 0 else { throw ValidationError("--session-idle must be above 0 seconds.") }
  }

  /// Puts these options into an engine's configuration.
  func apply(to configuration: inout EngineConfiguration) {
    configuration.sessionHeader = sessionHeader
    configuration.sessionIdleSeconds = sessionIdle
  }
}

/// What every command that replays can be told, in the order of its help.
struct ReplayOptions: ParsableArguments {
  @OptionGroup(title: "What was not recorded") var misses: MissOptions
  @OptionGroup(title: "Sessions") var sessions: SessionOptions
  @OptionGroup(title: "Recordings and schemas") var recordings: RecordingsOptions
  @OptionGroup(title: "Recordings and schemas") var schemas: SchemasOptions
  @OptionGroup(title: "Listening") var listen: ListenOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Where listeners with settings of their own load endpoints from.
  func folders(_ endpoint: String?) -> ListenerFolders {
    var folders = ListenerFolders(recordings: recordings.recordings, schemas: schemas.schemas)
    folders.endpoint = endpoint
    folders.seed = misses.seed
    return folders
  }

  /// The engine's configuration for replay with these options.
  var configuration: EngineConfiguration {
    var configuration = EngineConfiguration(mode: .replay)
    configuration.onMiss = misses.onMiss
    configuration.missStatus = misses.missStatus
    configuration.isStrict = misses.strict
    configuration.exhausted = misses.exhausted
    configuration.timing = misses.timing
    sessions.apply(to: &configuration)
    return configuration
  }
}

/// What happens to a request that was not recorded.
struct MissOptions: ParsableArguments {
  @Option(
    help: .init(
      "What a request gets that was not recorded: an error, a fake, or the real endpoint's answer, kept with record.",
      valueName: "policy"))
  var onMiss = EngineConfiguration.MissPolicy.error

  @Option(help: .init("The HTTP status of a miss.", valueName: "status"))
  var missStatus = 200

  @Flag(
    help:
      "Serve exact answers only: those that were recorded after the session's whole history, not after what of it counts."
  )
  var strict = false

  @Option(
    help: .init(
      "What follows the last of several answers recorded in one state: it repeats, or the request is a miss.",
      valueName: "what"))
  var exhausted = EngineConfiguration.Exhausted.repeatLast

  @Option(
    help: .init(
      "When recorded events of a subscription come: at once, or after the time that it took when recorded.",
      valueName: "when"))
  var timing = EngineConfiguration.Timing.immediate

  @Option(help: .init("The seed of what --on-miss fake makes up.", valueName: "number"))
  var seed: UInt64 = 0

  @Option(
    help: .init(
      "How long the real endpoint may take to answer, in seconds (--on-miss forward or record).", valueName: "seconds"))
  var upstreamTimeout = 30.0

  @OptionGroup(title: "The real endpoint") var upstreamTLS: UpstreamTLSOptions

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

/// `--header 'Name: value'`.
enum HeaderOption {
  /// The header fields; a value is never shown, it may be a secret.
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
