import EndpointConfiguration
import Recordings
import SchemaSources

extension Endpoints {
  /// The endpoints of which everything is passed on to the real ones, and nothing is written: that of the upstream's
  /// URL, or without one those of `forReplay`.
  ///
  /// - Parameters:
  ///   - upstream: the real endpoint's URL.
  ///   - name: the endpoint's name; without one that of the URL.
  ///   - recordings: the folder of recordings; with a URL it need not be there.
  ///   - schemas: the folder of schemas.
  /// - Returns: at least one endpoint.
  /// - Throws: `ConfigurationError` where there is no endpoint, or what is there cannot be read.
  package static func forPassingOn(
    upstream: String?, name: String?, recordings: String, schemas: String
  ) throws -> [Endpoint] {
    guard let upstream else {
      return try forReplay(name: name, recordings: recordings, schemas: schemas, seed: 0, onMiss: .forward)
    }
    let url = try UpstreamURL(upstream)
    guard let name = name ?? url.suggestedName else {
      throw ConfigurationError("The host of \(url) does not tell the API's name. Name the endpoint: --endpoint NAME.")
    }
    let files = try SchemaFiles(folder: schemas)
    return [
      try endpoint(
        EndpointFolder(name: name, below: recordings), upstream: url, schemas: files,
        warnings: files.warnings(for: name))
    ]
  }

  /// Says which endpoints cannot be asked for what is not recorded.
  ///
  /// - Parameters:
  ///   - endpoints: of a run that asks the real ones.
  ///   - recordings: the folder of recordings, as the user named it.
  /// - Returns: a warning for each that has no upstream.
  /// - Throws: `ConfigurationError` where none has one.
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
