package import NIOCore
package import NIOWebSocket

/// Assembles the frames of a WebSocket into messages, and finds protocol violations (RFC 6455); handlers act.
package struct MessageAssembler {
  /// The sender of the frames: clients mask them, servers do not (section 5.1).
  package enum Sender {
    case client
    case server
  }

  /// An action for the handler.
  package enum Action: Equatable {
    case nothing
    case text(String)
    case binary
    /// Answer with a pong with the same data.
    case ping(ByteBuffer)
    case pong
    case closed(code: UInt16?, reason: String)
    case fail(code: UInt16, reason: String)
  }

  private let sender: Sender
  private let limit: Int
  /// An incomplete message in fragments.
  private var begun: (isText: Bool, bytes: ByteBuffer)?

  package init(from sender: Sender, limit: Int) {
    self.sender = sender
    self.limit = limit
  }

  package mutating func received(_ frame: WebSocketFrame) -> Action {
    guard frame.reservedBits.isEmpty else {
      return broken("A frame has reserved bits set, and no extension was agreed on")
    }
    guard (frame.maskKey != nil) == (sender == .client) else {
      return broken(sender == .client ? "A client's frame is not masked" : "A server's frame is masked")
    }
    switch frame.opcode {
    case .text, .binary:
      guard begun == nil else { return broken("A message began before the fragmented message was complete") }
      return added(frame, to: (frame.opcode == .text, ByteBuffer()))
    case .continuation:
      guard let message = begun else { return broken("A continuation frame does not belong to a message") }
      begun = nil  // so that the buffer is not copied
      return added(frame, to: message)
    case .ping: return .ping(frame.unmaskedData)
    case .pong: return .pong
    case .connectionClose: return closed(frame.unmaskedData)
    default: return broken("A frame has the reserved opcode \(Int(webSocketOpcode: frame.opcode))")
    }
  }

  package func failure(_ error: any Error) -> Action {
    switch error as? NIOWebSocketError {
    case .invalidFrameLength?: tooLarge
    case .fragmentedControlFrame?: broken("A control frame is fragmented")
    case .multiByteControlFrameLength?: broken("A control frame has more than 125 bytes")
    default: broken("The data is not a WebSocket frame")
    }
  }

  private mutating func added(_ frame: WebSocketFrame, to message: (isText: Bool, bytes: ByteBuffer)) -> Action {
    var (isText, bytes) = message
    guard bytes.readableBytes + frame.length <= limit else { return tooLarge }
    if bytes.readableBytes == 0 { bytes = frame.unmaskedData } else { bytes.writeImmutableBuffer(frame.unmaskedData) }
    guard frame.fin else {
      begun = (isText, bytes)
      return .nothing
    }
    guard isText else { return .binary }
    guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
      return .fail(code: 1007, reason: "A text message is not UTF-8")
    }
    return .text(text)
  }

  private func closed(_ data: ByteBuffer) -> Action {
    var data = data
    guard data.readableBytes > 0 else { return .closed(code: nil, reason: "") }
    guard let code = data.readInteger(as: UInt16.self), Self.mayBeSent(code) else {
      return broken("A close frame has an invalid code")
    }
    guard let reason = String(validating: data.readableBytesView, as: UTF8.self) else {
      return .fail(code: 1007, reason: "The reason of a close is not UTF-8")
    }
    return .closed(code: code, reason: reason)
  }

  /// Indicates whether a code is allowed in a close frame (section 7.4 and its registry).
  private static func mayBeSent(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }

  private var tooLarge: Action { .fail(code: 1009, reason: "A message is larger than the limit of \(limit) bytes") }
  private func broken(_ reason: String) -> Action { .fail(code: 1002, reason: reason) }
}
