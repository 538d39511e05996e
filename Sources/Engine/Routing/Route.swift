import Transports

/// Where a request's path leads (design §1).
package enum Route: Equatable, Sendable {
  /// An endpoint's GraphQL URL: `/<endpoint>`, `/<endpoint>/graphql`, and with one endpoint `/` and `/graphql`.
  /// `rest` is what stood behind the endpoint's own path, e.g. `/graphql`, for a recorder to pass on; `session` the
  /// name in a segment `~name` between the two, percent-encoded as it came.
  case graphql(endpoint: String, rest: String, session: String? = nil)
  /// Another path below an endpoint: nothing that is recorded or replayed.
  case other(endpoint: String, rest: String, session: String? = nil)
  /// Something of Understudy's own, the path behind `/__understudy`.
  case own(String)
  /// No endpoint has that name.
  case unknown(name: String)

  /// Whether the body of a request is read here, and not only passed on.
  var readsBody: Bool {
    switch self {
    case .graphql, .own: true
    case .other, .unknown: false
    }
  }

  /// - Parameters:
  ///   - path: the request's path, percent-encoded.
  ///   - endpoints: the names of the endpoints that are served.
  package init(path: String, endpoints: [String]) {
    var segments = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    if segments.first == "__understudy" {
      // As it came: an empty segment is no segment that is missing.
      let rest = path.drop { $0 == "/" }.drop { $0 != "/" }
      self = .own(rest.isEmpty ? "/" : String(rest))
      return
    }
    let first = segments.first?.formDecoded()
    if let first, endpoints.contains(first) {
      segments.removeFirst()
      self = Self.below(first, segments: segments, hasTrailingSlash: path.hasSuffix("/"))
    } else if endpoints.count == 1, let only = endpoints.first {
      let isOwnName = first.map { $0 == "graphql" || $0.hasPrefix("~") } ?? true
      self =
        isOwnName ? Self.below(only, segments: segments, hasTrailingSlash: false) : .other(endpoint: only, rest: path)
    } else {
      self = .unknown(name: first ?? "")
    }
  }

  private static func below(_ endpoint: String, segments: [String], hasTrailingSlash: Bool) -> Route {
    var segments = segments
    var session: String?
    if let first = segments.first, first.hasPrefix("~") {
      session = String(first.dropFirst())
      segments.removeFirst()
    }
    let rest = segments.isEmpty ? "" : "/" + segments.joined(separator: "/") + (hasTrailingSlash ? "/" : "")
    return segments.isEmpty || segments == ["graphql"]
      ? .graphql(endpoint: endpoint, rest: rest == "" ? "" : "/graphql", session: session)
      : .other(endpoint: endpoint, rest: rest, session: session)
  }
}
