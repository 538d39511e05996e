import EndpointConfiguration
import Recordings
import SchemaSources

extension Endpoints {
  /// Loads the endpoints for passing everything on without recording: that of the upstream's URL, which then need not
  /// have a folder, or without a URL those of `forReplay`. Without a name, the URL gives it.
  package static func forPassingOn(
    upstream: String?, name: String?, recordings: String, schemas: String
  ) throws -> [Endpoint] {
    guard let upstream else {
      return try forReplay(name: name, recordings: recordings, schemas: schemas, seed: 0, onMiss: .forward)
    }
    let url = try UpstreamURL(upstream)
    let name = try self.name(name, of: url, in: recordings)
    let files = try SchemaFiles(folder: schemas)
    return [
      try endpoint(
        EndpointFolder(name: name, below: recordings), upstream: url, schemas: files,
        warnings: files.warnings(for: name))
    ]
  }

  /// Returns a warning for each endpoint without an upstream, or throws an error if none has one.
  package static func upstreamWarnings(_ endpoints: [Endpoint], recordings: String) throws -> [String] {
    let missing = endpoints.filter { $0.upstream == nil }.map(\.name)
    guard missing.count < endpoints.count else {
      throw ConfigurationError(
        "There is no real API to send requests to: no endpoint.yaml in \(recordings)/ has an upstream.\nAdd it to \(recordings)/\(missing.first ?? "NAME")/endpoint.yaml, for example: upstream: \(UpstreamURL.example)\nOr start with, for example: --upstream \(UpstreamURL.example) --endpoint \(missing.first ?? "NAME")"
      )
    }
    return missing.map {
      "The endpoint \"\($0)\" has no upstream, so requests that need the real API fail. Add it to \(recordings)/\($0)/endpoint.yaml, for example: upstream: \(UpstreamURL.example)"
    }
  }
}
