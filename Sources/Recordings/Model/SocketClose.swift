/// How a WebSocket was closed: the code and the reason of a close frame (RFC 6455, section 5.5.1).
package struct SocketClose: Hashable, Sendable {
  /// The code; 1005 stands for a close frame without one (section 7.1.5).
  package let code: UInt16
  /// Empty where none was given.
  package var reason: String

  /// What stands for a close frame that has no code, and so no reason.
  package static let withoutCode: UInt16 = 1005

  /// Nil where no close frame can have been so: 1006 and 1015 only say that none came, others mean nothing (section 7.4,
  /// and the registry that it opens), and without a code there is no reason.
  package init?(code: UInt16, reason: String) {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    case Self.withoutCode where reason.isEmpty: break
    default: return nil
    }
    self.code = code
    self.reason = reason
  }

  /// What a file with another code is told.
  static let codes = "1000 to 1003, 1007 to 1014, or 3000 to 4999; or 1005, a close without a code"
}

extension SocketClose {
  /// The code and the reason, for people: `4403: Forbidden`.
  package var shown: String {
    if code == Self.withoutCode { return "without a code" }
    return reason.isEmpty ? "\(code)" : "\(code): \(reason)"
  }
}
