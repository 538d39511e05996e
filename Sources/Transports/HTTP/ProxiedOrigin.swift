import OrderedJSON
import Recordings

/// The origin that a client names to an HTTP proxy: `https://api.example.com`, with its port.
package struct ProxiedOrigin: Hashable, Sendable {
  /// `http` or `https`.
  package let scheme: String
  /// The host in lower case: a name without a final dot, or an address without brackets.
  package let host: String
  package let port: Int
  /// True if the text had a port.
  package let namesPort: Bool
  /// True if the request came through a tunnel (`CONNECT`), not in absolute form.
  package let isTunneled: Bool

  /// Reads the authority of a tunnel or of a target. Returns nil for one that is no host with a port: hosts are letters,
  /// digits, dots, dashes and underscores, or an IPv6 address in brackets.
  package init?(scheme: String, authority: String, isTunneled: Bool) {
    guard scheme == "http" || scheme == "https", authority.isAuthority, let parts = URLAuthority(authority) else {
      return nil
    }
    var host = parts.host
    if !parts.isBracketed {
      if host.last == "." { host.removeLast() }
      guard host.utf8.allSatisfy(\.isOfHostName) else { return nil }
    }
    guard !host.isEmpty, host.utf8.count <= URLAuthority.longestHost else { return nil }
    namesPort = parts.portText?.isEmpty == false
    guard let port = namesPort ? parts.port : scheme == "https" ? 443 : 80 else { return nil }
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port
    self.isTunneled = isTunneled
  }

  /// The same host and port, without TLS.
  package var plain: ProxiedOrigin { ProxiedOrigin(http: self) }

  private init(http other: ProxiedOrigin) {
    scheme = "http"
    (host, port, namesPort, isTunneled) = (other.host, other.port, other.namesPort, other.isTunneled)
  }

  /// Reads a target in absolute form (RFC 9112, section 3.2.2). Returns nil for one in another form.
  package init?(absoluteTarget target: String) {
    guard target.utf8.first != UInt8(ascii: "/"), let scheme = target.firstRange(ofText: "://"),
      let authority = RequestTarget.authority(of: target)
    else { return nil }
    self.init(scheme: target[..<scheme.lowerBound].lowercased(), authority: authority, isTunneled: false)
  }

  /// The host, in brackets if it is an IPv6 address, and the port unless it is the scheme's usual one.
  package var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (scheme == "https" ? 443 : 80) ? name : "\(name):\(port)"
  }

  package var description: String { "\(scheme)://\(authority)" }

  /// True if a `Host` field or `:authority` names this origin, with or without its usual port.
  package func isNamed(by authority: String) -> Bool {
    guard let other = ProxiedOrigin(scheme: scheme, authority: authority, isTunneled: isTunneled) else { return false }
    return other.host == host && other.port == port
  }
}
