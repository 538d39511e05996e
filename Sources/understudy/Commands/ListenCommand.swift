import ArgumentParser
import Engine

/// `understudy listen`: the server that a test library starts for its process. It has no endpoints of its own: the library
/// opens a listener for each set of folders and settings that its tests use.
///
/// Standard output has the URL as its only line. The program ends when standard input closes, so it never outlives the
/// process that started it, however that ends.
struct ListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Serve a test library until standard input closes.", shouldDisplay: false)

  func run() async throws {
    var run = Run(
      configuration: EngineConfiguration(mode: .replay),
      // A suite may have a listener for each of its tests.
      listen: try .parse(["--port", "0", "--max-listeners", "1024"]), output: try .parse(["--quiet"]),
      upstreamTLS: try .parse([]), proxy: try .parse([]),
      folders: ListenerFolders(recordings: "recordings", schemas: "schemas")
    ) { [] }
    run.isForLibrary = true
    try await run.untilStopped()
  }
}
