import Engine
import NIOCore
import NIOHTTP1

/// Writes an answer that came later, chunk by chunk, no faster than the client reads, and wrong where that was asked
/// for.
struct AnswerWriter: Sendable {
  let channel: any Channel
  let request: HTTPRequestHead
  /// Whether the connection closes after this answer.
  let isLast: Bool
  /// The request's body, where it may not have come to its end.
  var upload: IncomingUpload?

  /// Writes a whole answer. False where its body broke off, so that the connection has to break as well.
  func write(_ answer: Answer) async -> Bool {
    do {
      let closes = upload?.answerBegins() ?? false
      if let delivery = answer.delivery { return try await write(answer, delivery, closing: isLast || closes) }
      let head = ResponseEncoding.head(of: answer, for: request, closing: isLast || closes)
      // Nothing waits for the head's promise: it is fulfilled with the flush below, or not at all.
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      switch answer.body {
      case .bytes(let bytes):
        if request.method != .HEAD { channel.write(part(bytes), promise: nil) }
      case .stream(let chunks):
        channel.flush()
        for try await chunk in chunks where request.method != .HEAD { try await channel.writeAndFlush(part(chunk)) }
      case .events: return false
      }
      try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
      return true
    } catch {
      return false
    }
  }

  func part(_ bytes: [UInt8]) -> HTTPServerResponsePart { .body(.byteBuffer(ByteBuffer(bytes: bytes))) }
}
