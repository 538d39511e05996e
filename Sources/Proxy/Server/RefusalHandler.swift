import Engine
package import NIOCore
import NIOHTTP1
import Transports

/// A connection that is told why it is not served, and closed.
final class RefusalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let problem: ConnectionProblem

  init(problem: ConnectionProblem) { self.problem = problem }

  func channelActive(context: ChannelHandlerContext) { context.refuse(problem) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}

extension ChannelHandlerContext {
  /// Says in plain HTTP/1.1 what is wrong, and closes. For handlers that write bytes.
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
  /// Says that no more comes, and waits a moment for the client to have read it: a close with bytes of the client
  /// unread would reset the connection, and the answer with it.
  ///
  /// A stream of HTTP/2 said so with its answer's last frame; what is left of it is reset.
  func closeLingering(isStream: Bool = false) {
    let channel = channel
    if !isStream { close(mode: .output, promise: nil) }
    eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }
}
