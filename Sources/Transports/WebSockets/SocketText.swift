/// A text message in up to three pieces, so that shared heads and results are made once.
package struct SocketText: Hashable, Sendable {
  package let head: [UInt8]
  package let payload: [UInt8]
  package let tail: [UInt8]

  package init(head: [UInt8] = [], payload: [UInt8], tail: [UInt8] = []) {
    self.head = head
    self.payload = payload
    self.tail = tail
  }

  package var count: Int { head.count + payload.count + tail.count }

  /// The whole message as UTF-8.
  package var bytes: [UInt8] { head + payload + tail }

  package static func == (left: SocketText, right: SocketText) -> Bool { left.bytes == right.bytes }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// An action of a server on a WebSocket.
package enum SocketAction: Hashable, Sendable {
  case send(SocketText)
  /// Closes with a status code (RFC 6455, section 7.4), or none, and a reason of at most 123 bytes. The last action.
  case close(code: UInt16?, reason: String)
  /// Breaks the connection without a close frame.
  case drop
}
