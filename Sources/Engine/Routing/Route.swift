import Transports

/// The destination of a request by its path.
package enum Route: Equatable, Sendable {
  /// An endpoint's GraphQL URL: `/<endpoint>`, `/<endpoint>/graphql`, and with one endpoint `/` and `/graphql`. `rest`
  /// is the path behind the endpoint's own, such as `/graphql`, for a recorder to pass on. `session` is the name in a
  /// segment `~name` between the two, percent-encoded as it came.
  case graphql(endpoint: String, rest: String, session: String? = nil)
  /// Another path below an endpoint's name, for a request that is not GraphQL.
  case below(endpoint: String, rest: String, session: String? = nil)
  /// A path of the only endpoint that does not name it, which is neither recorded nor replayed.
  case other(endpoint: String, rest: String)
  /// A page of the control API, by the path behind `/__understudy`.
  case own(String)
  /// An unknown endpoint.
  case unknown(name: String)

  /// True if the body of a request is read here, not only passed on.
  var readsBody: Bool {
    switch self {
    case .graphql, .own: true
    case .below, .other, .unknown: false
    }
  }

  /// Parses a percent-encoded path. `endpoints` are the names of the endpoints that are served.
  package init(path: String, endpoints: [String]) {
    var segments = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    if segments.first == "__understudy" {
      // Keeps empty segments.
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
      : .below(endpoint: endpoint, rest: rest, session: session)
  }
}
