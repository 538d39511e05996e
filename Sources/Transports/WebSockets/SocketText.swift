/// A text message in up to three pieces, so that what many messages share is made once: the head of an operation's
/// results, and a result that goes to many subscribers.
package struct SocketText: Hashable, Sendable {
  package let head: [UInt8]
  package let payload: [UInt8]
  package let tail: [UInt8]

  package init(head: [UInt8] = [], payload: [UInt8], tail: [UInt8] = []) {
    self.head = head
    self.payload = payload
    self.tail = tail
  }

  /// The number of its bytes.
  package var count: Int { head.count + payload.count + tail.count }

  /// The whole of it: UTF-8.
  package var bytes: [UInt8] { head + payload + tail }

  package static func == (left: SocketText, right: SocketText) -> Bool { left.bytes == right.bytes }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// What a server does with a WebSocket.
package enum SocketAction: Hashable, Sendable {
  /// Sends a text message.
  case send(SocketText)
  /// Closes, with a status code (RFC 6455, section 7.4) and a reason of at most 123 bytes, or without both where the
  /// code is nil. Nothing comes after it.
  case close(code: UInt16?, reason: String)
  /// Breaks the connection without a word, as the endpoint's broke.
  case drop
}
