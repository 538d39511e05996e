import Engine
import NIOCore
import NIOHTTP1

/// A connection that is told why it is not served, and closed.
final class RefusalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let problem: ConnectionProblem

  init(problem: ConnectionProblem) { self.problem = problem }

  func channelActive(context: ChannelHandlerContext) {
    var answer = problem.answer
    answer.headers.set("connection", "close")
    let request = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
    guard let wire = ResponseEncoding.wireBytes(of: answer, for: request) else { return context.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(wire), promise: nil)
    context.closeLingering()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
