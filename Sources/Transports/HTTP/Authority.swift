extension StringProtocol {
  /// Indicates whether the text is `host` or `host:port` (RFC 3986, sections 3.2.2 and 3.2.3): a name, an IPv4 address,
  /// or an IPv6 address in brackets. User information is not allowed (RFC 9110, section 4.2.4).
  package var isAuthority: Bool {
    var rest = Substring(self).utf8
    if rest.first == UInt8(ascii: "[") {
      let address = rest.dropFirst().prefix { $0.hexDigit != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
      guard !address.isEmpty, address.endIndex < rest.endIndex, rest[address.endIndex] == UInt8(ascii: "]") else {
        return false
      }
      rest = rest[rest.index(after: address.endIndex)...]
    } else {
      let name = rest.prefix { $0.isOfHostName }
      guard !name.isEmpty else { return false }
      rest = rest[name.endIndex...]
    }
    guard let colon = rest.popFirst() else { return true }
    return colon == UInt8(ascii: ":") && rest.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension UInt8 {
  /// True for bytes allowed in a registered name: unreserved, percent-encoded or sub-delimiters.
  fileprivate var isOfHostName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~%!$&'()*+,;=".utf8.contains(self)
    }
  }
}
