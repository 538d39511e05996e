import EndpointConfiguration
package import Transports

/// The parts of an upstream WebSocket's URL.
package struct SocketURL: Hashable, Sendable {
  package let isSecure: Bool
  /// The host to connect to; an IPv6 address has no brackets.
  package let host: String
  package let port: Int
  package let authority: String
  package let target: String

  /// - Parameter text: an absolute URL; `http` and `https` are read as `ws` and `wss`.
  /// - Throws: `unreachable` with the reason.
  package init(_ text: String) throws(UpstreamError) {
    let url: UpstreamURL
    do {
      url = try UpstreamURL(Self.asHTTP(text))
    } catch {
      throw UpstreamError(.unreachable, "the upstream URL cannot be used (\(error))")
    }
    isSecure = url.scheme == "https"
    authority = url.authority
    target = (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?\($0)" } ?? "")
    host = url.host
    port = url.port ?? (isSecure ? 443 : 80)
  }

  private static func asHTTP(_ url: String) -> String {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard scheme == "ws" || scheme == "wss" else { return url }
    return "http" + scheme.dropFirst(2) + url.dropFirst(scheme.utf8.count)
  }
}
