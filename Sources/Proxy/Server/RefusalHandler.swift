package import NIOCore
import NIOHTTP1
import Requests
import Transports

/// Answers a connection with an error and closes it.
final class RefusalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let problem: ConnectionProblem

  init(problem: ConnectionProblem) { self.problem = problem }

  func channelActive(context: ChannelHandlerContext) { context.refuse(problem) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}

extension ChannelHandlerContext {
  /// Answers with the problem in plain HTTP/1.1 and closes. For handlers that write bytes.
  package func refuse(_ problem: ConnectionProblem) {
    var answer = problem.answer
    answer.headers.set("connection", "close")
    let request = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
    guard let wire = ResponseEncoding.wireBytes(of: answer, for: request) else { return close(promise: nil) }
    writeAndFlush(NIOAny(wire), promise: nil)
    closeLingering()
  }
}

extension ChannelHandlerContext {
  /// Closes the output, and the connection a moment later. Closing with unread bytes from the client would reset the
  /// connection and lose the answer.
  ///
  /// The answer's last frame has closed an HTTP/2 stream's output; the rest of the stream is reset.
  func closeLingering(isStream: Bool = false) {
    let channel = channel
    if !isStream { close(mode: .output, promise: nil) }
    eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }
}
