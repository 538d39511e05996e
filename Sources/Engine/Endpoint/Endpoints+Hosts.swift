package import EndpointConfiguration
import Recordings
import SchemaSources
import Transports

extension Endpoints {
  /// Loads or creates the endpoint to record for a URL that a client requested through the proxy. Its name is the
  /// first of the URL's names that is free.
  package static func forURL(
    _ url: UpstreamURL, besides served: [String], recordings: String, schemas: String
  ) throws -> Endpoint {
    for name in url.endpointNames where !served.contains(name) {
      let folder = EndpointFolder(name: name, below: recordings)
      // A folder of another API is not recorded into.
      if try FileReading.exists(folder.path), try folder.configuration().upstream != url { continue }
      try folder.requireWritable()
      let files = try SchemaFiles(folder: schemas)
      return try endpoint(
        folder, upstream: url, schemas: files, warnings: files.warnings(for: name), writesSalt: true, remembers: true)
    }
    throw ConfigurationError(
      "No name is left for an endpoint of \(url.shown). Rename one of these folders in \(recordings)/: \(url.endpointNames.joined(separator: ", "))"
    )
  }
}

extension UpstreamURL {
  /// The possible names of an endpoint of this URL, best first: `github` for `api.github.com`, then the host with
  /// dashes, then the host and the path with dashes.
  var endpointNames: [String] {
    let host = self.host.lowercased()
    let whole = Self.dashed(host)
    let below = Self.dashed(path)
    let port = Self.dashed(String(authority.dropFirst(host.count)))
    let names = [suggestedName, whole, port.isEmpty ? nil : "\(whole)-\(port)", "\(whole)-\(port)-\(below)"]
    return names.compactMap { $0 }.map(Self.dashed).filter(EndpointFolder.isName)
  }

  /// True if the URL has the host and the port of an origin.
  fileprivate func isAt(_ origin: ProxiedOrigin) -> Bool {
    let own = ProxiedOrigin(scheme: scheme, authority: authority, isTunneled: false)
    return own?.host == origin.host && own?.port == origin.port
  }

  /// Returns a text with a dash for each run of characters that a name cannot have.
  private static func dashed(_ text: String) -> String {
    text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}

extension Endpoint {
  /// The URL of the real API, also in modes that never use it.
  var realURL: UpstreamURL? { upstream ?? configuration.upstream }

  /// Returns the rest of a path below the real API's path; nil if the endpoint is at another origin or path.
  func rest(of path: String, at origin: ProxiedOrigin) -> String? {
    guard let url = realURL, url.isAt(origin) else { return nil }
    let own = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    guard path.hasPrefix(own) else { return nil }
    let rest = path.dropFirst(own.count)
    return rest.isEmpty || rest == "/" ? "" : rest.first == "/" ? String(rest) : nil
  }

  /// True if the real API, or its subscriptions, are at an origin.
  func isReal(_ origin: ProxiedOrigin) -> Bool {
    [realURL, configuration.subscriptions.url].contains { $0?.isAt(origin) == true }
  }

  /// True if `endpoint.yaml` has a URL of subscriptions, which is this one.
  func hasSubscriptions(at origin: ProxiedOrigin, path: String) -> Bool {
    guard let url = configuration.subscriptions.url else { return false }
    return url.isAt(origin) && (url.path.isEmpty ? "/" : url.path) == path
  }
}
