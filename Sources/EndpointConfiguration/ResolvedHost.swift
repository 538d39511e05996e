import OrderedJSON

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

  /// The maximum length of a host name in bytes (RFC 1035, section 2.3.4).
  private static let longestHost = 253

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
    if let inner = text.inBrackets { return isAddress(inner) ? inner.lowercased() : nil }
    let name = text.last == "." ? text.dropLast() : text
    guard (1...longestHost).contains(name.utf8.count), name.utf8.allSatisfy(\.isOfHostName) else { return nil }
    return name.lowercased()
  }

  /// Reads an address with its port. An IPv6 address is in brackets.
  static func place(_ text: Substring) -> (address: String, port: Int)? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let (given, digits) = (text[..<colon], text[text.index(after: colon)...])
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits), (1...65535).contains(port)
    else { return nil }
    let address = given.inBrackets ?? String(given)
    guard isAddress(address), address.contains(":") == (given.first == "[") else { return nil }
    return (address, port)
  }

  private static func isAddress(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }
}

extension Substring {
  /// The text between brackets; nil if there are none.
  fileprivate var inBrackets: String? {
    first == "[" && last == "]" && utf8.count > 1 ? String(dropFirst().dropLast()) : nil
  }
}

extension UInt8 {
  /// True for a byte of a host's name.
  var isOfHostName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-_.".utf8.contains(self)
    }
  }
}
