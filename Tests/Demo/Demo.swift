import ControlAPI
import Engine
import Foundation
import Proxy

/// What `make demo` shows of `understudy replay` and `understudy fake`: the same engine and server, without TLS, recording
/// and options, which would take longer to build.
@main
enum Demo {
  static func main() async throws {
    let isFake = CommandLine.arguments.dropFirst().first == "fake"
    let endpoints =
      isFake
      ? try Endpoints.forFaking(name: nil, schemas: "schemas", seed: 0)
      : try Endpoints.forReplay(name: nil, recordings: "recordings", schemas: "schemas", seed: 0, onMiss: .error)
    let engine = Engine(
      configuration: EngineConfiguration(mode: isFake ? .fake : .replay), endpoints: endpoints, upstream: nil,
      pages: ControlAPI()
    ) { _ in }
    let server = try await ProxyServer.start(port: 0, responder: engine)
    // `print` would keep the line back where standard output is a file.
    FileHandle.standardOutput.write(Data("\(server.origin)\n".utf8))
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}
