import OrderedJSON

/// The host and the port of `host`, `host:port`, `[address]` or `[address]:port` (RFC 3986, section 3.2). The characters
/// of the host are not checked.
package struct URLAuthority {
  /// Without brackets; never empty.
  package let host: Substring
  /// True for an address in brackets, as IPv6 addresses are.
  package let isBracketed: Bool
  /// The text after the colon; nil without a colon.
  package let portText: Substring?

  /// The maximum length of a host name in bytes (RFC 1035, section 2.3.4).
  package static let longestHost = 253

  /// Returns nil for a text without a host, and for one with a bracket that does not close before the port.
  package init?(_ text: some StringProtocol) {
    let text = Substring(text)
    isBracketed = text.utf8.first == UInt8(ascii: "[")
    let end = UInt8(ascii: isBracketed ? "]" : ":")
    host = Substring(text.utf8.dropFirst(isBracketed ? 1 : 0).prefix { $0 != end })
    let rest = text.utf8[host.endIndex...].dropFirst(isBracketed ? 1 : 0)
    guard !host.isEmpty, !isBracketed || host.endIndex < text.endIndex, rest.isEmpty || rest.first == UInt8(ascii: ":")
    else { return nil }
    portText = rest.isEmpty ? nil : Substring(rest.dropFirst())
  }

  /// The port; nil if there is none from 1 to 65535.
  package var port: Int? {
    guard let portText, portText.utf8.allSatisfy(\.isDigit), let port = Int(portText), (1...65535).contains(port) else {
      return nil
    }
    return port
  }
}

extension StringProtocol {
  /// Indicates whether a host, without brackets, is this machine by its name (RFC 6761, section 6.3) or address.
  package var isLoopbackHost: Bool {
    let host = lowercased()
    return host == "localhost" || host == "::1" || host.hasSuffix(".localhost")
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") })
  }
}

extension UInt8 {
  /// True for a byte of a host's name.
  package var isOfHostName: Bool { isLetterOrDigit || "-_.".utf8.contains(self) }
}
