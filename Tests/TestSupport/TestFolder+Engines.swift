package import Engine
package import Transports

extension TestFolder {
  /// Makes an engine that records the answers of an upstream in this folder. Schemas are read from it as well.
  package func recorder(
    _ upstream: any Upstream, name: String, log: EventLog = EventLog(), clock: any Stopwatch = SteppingStopwatch(),
    _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> Engine {
    var configuration = EngineConfiguration(mode: .record)
    change(&configuration)
    let endpoints = try Endpoints.forRecording(
      upstream: "http://127.0.0.1:1/graphql", name: name, recordings: path, schemas: path)
    return Engine(
      serving: configuration, endpoints: endpoints, upstream: upstream, clock: clock, events: log.receive)
  }

  /// Makes an engine that replays the recordings in this folder.
  package func player(
    onMiss: EngineConfiguration.MissPolicy = .error, upstream: (any Upstream)? = nil, log: EventLog = EventLog(),
    _ change: (inout EngineConfiguration) -> Void = { _ in }
  ) throws -> Engine {
    var configuration = EngineConfiguration(mode: .replay)
    configuration.onMiss = onMiss
    change(&configuration)
    let endpoints = try Endpoints.forReplay(name: nil, recordings: path, schemas: path, seed: 0, onMiss: onMiss)
    return Engine(
      serving: configuration, endpoints: endpoints, upstream: upstream, clock: SteppingStopwatch(),
      events: log.receive)
  }

  /// Makes an engine that generates answers for the schemas in the folder `schemas` of this one.
  package func faker() throws -> Engine {
    Engine(
      serving: EngineConfiguration(mode: .fake),
      endpoints: try Endpoints.forFaking(
        name: nil, schemas: "\(path)/schemas", recordings: "\(path)/none", seed: 1), upstream: nil, events: { _ in })
  }
}
