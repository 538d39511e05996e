/// How a WebSocket was closed: the code and the reason of a close frame (RFC 6455, section 5.5.1).
package struct SocketClose: Hashable, Sendable {
  package let code: UInt16
  /// Empty where none was given.
  package var reason: String

  /// Nil where no close frame may have the code: 1005, 1006 and 1015 only say that none came, and others mean nothing
  /// (section 7.4, and the registry that it opens).
  package init?(code: UInt16, reason: String) {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: return nil
    }
    self.code = code
    self.reason = reason
  }

  /// What a file with another code is told.
  static let codes = "1000 to 1003, 1007 to 1014, or 3000 to 4999"
}

extension SocketClose {
  /// The code and the reason, for people: `4403: Forbidden`.
  package var shown: String { reason.isEmpty ? "\(code)" : "\(code): \(reason)" }
}
