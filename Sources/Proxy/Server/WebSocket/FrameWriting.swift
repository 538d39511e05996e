import NIOCore
import NIOWebSocket
import Transports

extension ByteBuffer {
  /// Writes a server's text frame. Joins the message's pieces here, to copy them only once.
  mutating func writeFrame(_ text: SocketText) {
    writeFrameHead(.text, length: text.count)
    writeBytes(text.head)
    writeBytes(text.payload)
    writeBytes(text.tail)
  }

  /// Writes a server's close frame, optionally without a code.
  mutating func writeCloseFrame(code: UInt16?, reason: String) {
    guard let code else { return writeFrameHead(.connectionClose, length: 0) }
    writeFrameHead(.connectionClose, length: 2 + reason.utf8.count)
    writeInteger(code)
    writeString(reason)
  }

  /// Writes the head of a server's frame: final and unmasked (RFC 6455, section 5.2).
  mutating func writeFrameHead(_ opcode: WebSocketOpcode, length: Int) {
    writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
    switch length {
    case ...125: writeInteger(UInt8(length))
    case ...0xFFFF:
      writeInteger(126 as UInt8)
      writeInteger(UInt16(length))
    default:
      writeInteger(127 as UInt8)
      writeInteger(UInt64(length))
    }
  }
}

extension SocketAction {
  /// The maximum size of the action's frame.
  var frameBytes: Int {
    switch self {
    case .send(let text): text.count + 10
    case .close(_, let reason): reason.utf8.count + 4
    case .drop: 0
    }
  }
}
