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
