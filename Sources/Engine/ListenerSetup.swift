package import EndpointConfiguration
import Recordings
package import Requests
package import Transports

/// The means to open further ports while a run continues.
package struct ListenerSetup: Sendable {
  /// The most listeners besides the main port.
  package var maximum = 64
  /// Opens ports; nil if that is unsupported.
  package var ports: (any PortOpener)?
  /// Loads the endpoints of a listener with settings of its own.
  package var load: (@Sendable (ListenerSettings, EngineConfiguration) throws -> [Endpoint])?
  /// Sends requests to the real API, for listeners that do.
  package var upstream: (any Upstream)?
  /// True in a CI system, where only a run that was started to record writes.
  package var isCI = false

  package init() {}
}

/// The folders and options from which a run loads endpoints.
package struct ListenerFolders: Sendable {
  package var recordings: String
  package var schemas: String
  /// The endpoint that the run serves; nil for all.
  package var endpoint: String?
  /// The URL of the real API that the run was started with.
  package var upstream: String?
  package var seed: UInt64 = 0
  /// The settings of all generated data of the run.
  package var fakes = FakeConfiguration()
  /// True if generated data learns from recordings.
  package var learns = true
  /// True if the setups of a recording run keep their new ids.
  package var replaces = false

  package init(recordings: String, schemas: String) {
    self.recordings = recordings
    self.schemas = schemas
  }

  /// Loads the endpoints of a listener, at least one. `configuration` is the run's with these settings.
  package func endpoints(_ settings: ListenerSettings, _ configuration: EngineConfiguration) throws -> [Endpoint] {
    var folders = self
    if let recordings = settings.recordings { folders.recordings = recordings }
    if let schemas = settings.schemas { folders.schemas = schemas }
    guard let names = settings.endpoints else { return try folders.load(endpoint, settings, configuration) }
    return try names.flatMap { try folders.load($0, settings, configuration) }
  }

  /// Loads or creates the endpoint of a URL that a client uses through the proxy.
  package func endpoint(of url: UpstreamURL, besides served: [String]) throws -> Endpoint {
    let endpoint = try Endpoints.forURL(url, besides: served, recordings: recordings, schemas: schemas)
    if replaces { endpoint.replaceSetups() }
    return endpoint
  }

  private func load(
    _ name: String?, _ settings: ListenerSettings, _ configuration: EngineConfiguration
  ) throws -> [Endpoint] {
    let seed = settings.seed ?? seed
    // The run's URL belongs to the run's endpoint.
    let upstream = settings.upstream ?? (settings.endpoints == nil || name == endpoint ? self.upstream : nil)
    switch configuration.mode {
    case .fake:
      return try Endpoints.forFaking(
        name: name, schemas: schemas, recordings: recordings, seed: seed, overrides: fakes, learns: learns)
    case .record:
      let endpoints = try Endpoints.forRecording(
        upstream: upstream, name: name, recordings: recordings, schemas: schemas)
      if replaces { for endpoint in endpoints { endpoint.replaceSetups() } }
      return endpoints
    case .replay where configuration.isLive || (configuration.onMiss == .forward && upstream != nil):
      return try Endpoints.forPassingOn(upstream: upstream, name: name, recordings: recordings, schemas: schemas)
    case .replay where configuration.onMiss == .record && (upstream != nil || settings.mode == .auto):
      return try Endpoints.forRecording(upstream: upstream, name: name, recordings: recordings, schemas: schemas)
    case .replay:
      return try Endpoints.forReplay(
        name: name, recordings: recordings, schemas: schemas, seed: seed, onMiss: configuration.onMiss)
    }
  }
}
