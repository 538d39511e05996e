import OrderedJSON
import Recordings

extension StringProtocol {
  /// Indicates whether the text is `host` or `host:port` (RFC 3986, sections 3.2.2 and 3.2.3): a name, an IPv4 address,
  /// or an IPv6 address in brackets. User information is not allowed (RFC 9110, section 4.2.4).
  package var isAuthority: Bool {
    guard let parts = URLAuthority(self), parts.portText?.utf8.allSatisfy(\.isDigit) ?? true else { return false }
    return parts.host.utf8.allSatisfy {
      parts.isBracketed ? $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") : $0.isOfRegisteredName
    }
  }
}

extension UInt8 {
  /// True for bytes allowed in a registered name: unreserved, percent-encoded or sub-delimiters.
  fileprivate var isOfRegisteredName: Bool {
    isLetterOrDigit || "-._~%!$&'()*+,;=".utf8.contains(self)
  }
}
