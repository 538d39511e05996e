import NIOCore
import NIOHTTP1
import Requests

/// Writes an answer that did not come at once, no faster than the client reads, and with injected faults.
struct AnswerWriter: Sendable {
  let channel: any Channel
  let request: HTTPRequestHead
  let isLast: Bool
  /// The request's body, if it may be incomplete.
  var upload: IncomingUpload?

  /// Writes a whole answer. Returns false if its body broke off, so that the connection must break, too.
  func write(_ answer: Answer) async -> Bool {
    do {
      let closes = upload?.answerBegins() ?? false
      if let delivery = answer.delivery { return try await write(answer, delivery, closing: isLast || closes) }
      let head = ResponseEncoding.head(of: answer, for: request, closing: isLast || closes)
      // Completed by the flush below.
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      let hasBody = ResponseEncoding.mayHaveBody(head, to: request)
      switch answer.body {
      case .bytes(let bytes):
        if hasBody { channel.write(part(bytes), promise: nil) }
      case .stream(let chunks):
        if !answer.headWaits { channel.flush() }
        for try await chunk in chunks where hasBody { try await channel.writeAndFlush(part(chunk)) }
      case .events: return false
      }
      try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
      return true
    } catch {
      // A client must see that its answer began and broke off. It would send a request without an answer again.
      channel.flush()
      return false
    }
  }

  func part(_ bytes: [UInt8]) -> HTTPServerResponsePart { .body(.byteBuffer(ByteBuffer(bytes: bytes))) }
}
