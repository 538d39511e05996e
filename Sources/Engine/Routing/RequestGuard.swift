import EndpointConfiguration
import OrderedJSON
import Recordings
import Transports

/// Who may ask: keeps web pages and other machines' names out (design §9).
///
/// A page on any site can make a browser send requests to 127.0.0.1. By DNS rebinding it does so under its own
/// host name, so a `Host` that is not this program's is refused. Under its own `Origin` it is refused in every mode: where
/// the real endpoint is reached, it must not borrow the developer's network position or credentials; and where nothing is,
/// the browser would hide the answer, but a mutation would have changed what the session's own client sees next.
package struct RequestGuard: Sendable {
  /// Host names besides the loopback ones, in small letters.
  private let allowedHosts: Set<String>
  /// Whether requests may reach the real endpoint in this mode.
  private let reachesUpstream: Bool
  /// Origins in small letters, `*` for all.
  private let allowedOrigins: Set<String>

  /// The host that is listened on is one that clients may use, unless it is a wildcard address; `allowedHosts` is what
  /// `--allow-host` names, `allowedOrigins` what `--allow-origin` does; `reachesUpstream` says whether requests may reach
  /// the real endpoint.
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

  /// The refusal, or nil where the request may pass.
  package func refusal(of request: ClientRequest) -> Answer? {
    if let host = request.headers[all: "host"].first(where: { !isAllowed(authority: $0) }) {
      return Self.forbidden(
        "The host \"\(host.prefix(100))\" is not a name of this server. If a client must use that name (an emulator's 10.0.2.2, a container name), start with --allow-host \(UpstreamURL.host(ofAuthority: host).prefix(100)).",
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

  /// Whether a browser sends a request for a page of another site and leaves out which. Links and images are such, which
  /// change nothing: they are kept only from the real endpoint.
  private func isBlindlyCrossSite(_ request: ClientRequest) -> Bool {
    request.headers[first: "sec-fetch-site"]?.equalsIgnoringASCIICase("cross-site") == true
      && (reachesUpstream || (request.method != "GET" && request.method != "HEAD"))
  }

  /// The refusal of a page that is not of this machine.
  static func foreignPage(_ origin: String) -> Answer {
    forbidden(
      "A page of \"\(origin.prefix(100))\" may not use this server. Serve the page from localhost, or start with --allow-origin \(origin.prefix(100)).",
      .forbiddenOrigin)
  }

  /// Whether a page of an origin may use this program and read its answers.
  func allows(origin: String) -> Bool {
    isLocal(origin: origin) || allowedOrigins.contains("*") || allowedOrigins.contains(origin.lowercased())
  }

  private static func forbidden(_ message: String, _ code: ErrorCode) -> Answer {
    ErrorAnswer.make(status: 403, message: message, code: code)
  }

  private func isAllowed(authority: String) -> Bool {
    allowedHosts.contains(UpstreamURL.host(ofAuthority: authority).lowercased())
  }

  private func isLocal(origin: String) -> Bool {
    guard let scheme = origin.firstRange(ofText: "://") else { return false }
    let host = UpstreamURL.host(ofAuthority: String(origin[scheme.upperBound...])).lowercased()
    return allowedHosts.contains(host) || host.hasSuffix(".localhost")
  }
}
