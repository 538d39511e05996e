/// The code and reason of a WebSocket close frame (RFC 6455, section 5.5.1).
package struct SocketClose: Hashable, Sendable {
  /// The code; 1005 for a close frame without one (section 7.1.5).
  package let code: UInt16
  package var reason: String

  /// The code for a close frame without a code, and so without a reason.
  package static let withoutCode: UInt16 = 1005

  /// Nil for codes that no close frame can have: 1006 and 1015 mean that none came, others are undefined (section 7.4
  /// and its registry), and without a code there is no reason.
  package init?(code: UInt16, reason: String) {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    case Self.withoutCode where reason.isEmpty: break
    default: return nil
    }
    self.code = code
    self.reason = reason
  }

  /// The valid codes, for the message about another code in a file.
  static let codes = "1000 to 1003, 1007 to 1014, or 3000 to 4999; or 1005, a close without a code"
}

extension SocketClose {
  /// The code and the reason, for people: `4403: Forbidden`.
  package var shown: String {
    if code == Self.withoutCode { return "without a code" }
    return reason.isEmpty ? "\(code)" : "\(code): \(reason)"
  }
}
