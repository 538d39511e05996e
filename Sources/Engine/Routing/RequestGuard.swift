import OrderedJSON
import Recordings
package import Requests
import Transports

/// Refuses requests of foreign web pages and under foreign host names.
///
/// A page on any site can make a browser send requests to 127.0.0.1. With DNS rebinding it uses its own host name, so a
/// foreign `Host` is refused. A foreign `Origin` is refused in every mode: a page must not use the developer's network
/// position or credentials to reach the upstream. Without an upstream, the browser would hide the answer, but a
/// mutation would still change the session of the real client.
package struct RequestGuard: Sendable {
  /// Host names besides the loopback ones, in lower case.
  private let allowedHosts: Set<String>
  /// True if requests may reach the upstream in this mode.
  private let reachesUpstream: Bool
  /// Origins in lower case; `*` for all.
  private let allowedOrigins: Set<String>

  /// Creates a guard from the values of `--allow-host` and `--allow-origin`. Clients may also use the host that is
  /// listened on, unless it is a wildcard address.
  package init(
    boundHost: String, allowedHosts: [String] = [], allowedOrigins: [String] = [], reachesUpstream: Bool
  ) {
    var hosts: Set<String> = ["localhost", "127.0.0.1", "::1"]
    for host in [boundHost] + allowedHosts where host != "0.0.0.0" && host != "::" { hosts.insert(host.lowercased()) }
    self.allowedHosts = hosts
    self.reachesUpstream = reachesUpstream
    self.allowedOrigins = Set(
      allowedOrigins.map { $0.hasSuffix("/") ? String($0.dropLast()).lowercased() : $0.lowercased() })
  }

  /// The refusal of a request; nil if it is allowed.
  package func refusal(of request: ClientRequest) -> Answer? {
    if let host = request.headers[all: "host"].first(where: { !isAllowed(authority: $0) }) {
      return Self.forbidden(
        "The host \"\(host.prefix(100))\" is not a name of this server. If a client must use that name (an emulator's 10.0.2.2, a container name), start with --allow-host \((URLAuthority(host)?.host ?? host[...]).prefix(100)).",
        .forbiddenHost)
    }
    guard let origin = request.headers[first: "origin"] else {
      return isBlindlyCrossSite(request)
        ? Self.forbidden(
          "A page of another site sent this request, without an Origin header. Pages of other sites may not use this server.",
          .forbiddenOrigin) : nil
    }
    return allows(origin: origin) ? nil : Self.foreignPage(origin)
  }

  /// True if a browser sends a request for a page of another site without naming that page. Links and images do so.
  /// They change nothing, so they are refused only if they could reach the upstream.
  private func isBlindlyCrossSite(_ request: ClientRequest) -> Bool {
    request.headers[first: "sec-fetch-site"]?.equalsIgnoringASCIICase("cross-site") == true
      && (reachesUpstream || (request.method != "GET" && request.method != "HEAD"))
  }

  /// True if a link or a frame of another site's page leads here.
  static func isForeignNavigation(_ request: ClientRequest) -> Bool {
    request.headers[first: "sec-fetch-site"]?.equalsIgnoringASCIICase("cross-site") == true
      && request.headers[first: "sec-fetch-mode"]?.equalsIgnoringASCIICase("navigate") == true
  }

  static var foreignLink: Answer {
    forbidden(
      "A page of another site leads here. Open the address yourself, or use the proxy.", .forbiddenOrigin)
  }

  /// The refusal of a page that is not from this machine.
  static func foreignPage(_ origin: String) -> Answer {
    forbidden(
      "A page of \"\(origin.prefix(100))\" may not use this server. Serve the page from localhost, or start with --allow-origin \(origin.prefix(100)).",
      .forbiddenOrigin)
  }

  /// True if a page of an origin may use this program and read its answers.
  func allows(origin: String) -> Bool {
    isLocal(origin: origin) || allowedOrigins.contains("*") || allowedOrigins.contains(origin.lowercased())
  }

  private static func forbidden(_ message: String, _ code: ErrorCode) -> Answer {
    ErrorAnswer.make(status: 403, message: message, code: code)
  }

  func isAllowed(authority: String) -> Bool {
    URLAuthority(authority).map { allowedHosts.contains($0.host.lowercased()) } ?? false
  }

  private func isLocal(origin: String) -> Bool {
    let host = origin.firstRange(ofText: "://").flatMap { URLAuthority(origin[$0.upperBound...])?.host.lowercased() }
    return host.map { allowedHosts.contains($0) || $0.hasSuffix(".localhost") } ?? false
  }
}
