import Recordings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A host with the address to connect to instead of the one that its name has: `--resolve`, and `resolve` of
/// `endpoint.yaml`.
package struct ResolvedHost: Hashable, Sendable {
  /// In lower case: a name without a final dot, or an address without brackets.
  package let host: String
  /// An IPv4 or IPv6 address.
  package let address: String
  package let port: Int

  /// Reads `api.example.com=127.0.0.1:8443`. Returns nil for another text.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), let host = Self.host(text[..<equals]),
      let place = Self.place(text[text.index(after: equals)...])
    else { return nil }
    self.init(host: host, address: place.address, port: place.port)
  }

  init(host: String, address: String, port: Int) {
    (self.host, self.address, self.port) = (host, address, port)
  }

  /// The address and the port: `127.0.0.1:8443`, `[::1]:8443`.
  package var place: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }

  /// Reads a host without a port. An IPv6 address is in brackets.
  static func host(_ text: Substring) -> String? {
    guard let parts = URLAuthority(text), parts.portText == nil else { return nil }
    if parts.isBracketed { return isAddress(String(parts.host)) ? parts.host.lowercased() : nil }
    let name = parts.host.last == "." ? parts.host.dropLast() : parts.host
    guard (1...URLAuthority.longestHost).contains(name.utf8.count), name.utf8.allSatisfy(\.isOfHostName) else {
      return nil
    }
    return name.lowercased()
  }

  /// Reads an address with its port. An IPv6 address is in brackets.
  static func place(_ text: Substring) -> (address: String, port: Int)? {
    guard let parts = URLAuthority(text), let port = parts.port, isAddress(String(parts.host)),
      parts.host.contains(":") == parts.isBracketed
    else { return nil }
    return (String(parts.host), port)
  }

  private static func isAddress(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }
}
