import NIOCore
import NIOHTTP1
import NIOWebSocket
import Requests

extension ConnectionHandler {
  /// Answers a request for a WebSocket. Returns false for other requests.
  func answerUpgrade(_ head: HTTPRequestHead, _ body: ByteBuffer, context: ChannelHandlerContext) -> Bool {
    guard head.asksForUpgrade else { return false }
    switch Handshake(head, hasBody: body.readableBytes > 0) {
    case .none: return false
    case .bad(let problem): refuse(head, with: problem.answer, context: context)
    case .good:
      switch responder.openSocket(request(head, body)) {
      case .refused(let answer): refuse(head, with: answer, context: context)
      case .accepted(let conversation): upgrade(head, to: conversation, context: context)
      }
    }
    return true
  }

  private func refuse(_ head: HTTPRequestHead, with answer: Answer, context: ChannelHandlerContext) {
    write(answer, to: head, context: context)
  }

  private func upgrade(
    _ head: HTTPRequestHead, to conversation: any SocketConversation, context: ChannelHandlerContext
  ) {
    var headers = HTTPHeaders()
    // No extension is accepted, so clients do not use those they offer (permessage-deflate).
    if let subprotocol = conversation.subprotocol { headers.add(name: "Sec-WebSocket-Protocol", value: subprotocol) }
    let extra = headers
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(extra) },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
    let response = upgrader.buildUpgradeResponse(
      channel: context.channel, upgradeRequest: head, initialResponseHeaders: [:])
    response.assumeIsolated().whenComplete { result in
      do {
        let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: try result.get())
        context.write(self.wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
        try self.replaceHandlers(with: conversation, context: context)
      } catch {
        conversation.closed()
        context.close(promise: nil)
      }
    }
  }

  /// Switches the connection to WebSocket. Bytes after the handshake are passed on.
  private func replaceHandlers(
    with conversation: any SocketConversation, context: ChannelHandlerContext
  ) throws {
    let pipeline = context.pipeline.syncOperations
    let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let idle = try pipeline.context(handlerType: IdleStateHandler.self)
    pipeline.removeHandler(context: try pipeline.context(handlerType: HTTPResponseEncoder.self), promise: nil)
    pipeline.removeHandler(context: idle, promise: nil)
    let limits = limits.sockets
    try pipeline.addHandler(ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.messageBytes)))
    try pipeline.addHandler(WebSocketHandler(conversation: conversation, limits: limits))
    pipeline.removeHandler(context: context, promise: nil)
    let removed = context.eventLoop.makePromise(of: Void.self)
    let channel = context.channel
    removed.futureResult.whenSuccess {
      channel.pipeline.fireChannelReadComplete()
      // Resumes a read that was held during an answer.
      channel.read()
    }
    pipeline.removeHandler(context: decoder, promise: removed)
  }
}

extension HTTPRequestHead {
  /// True if it asks for another protocol on its connection (RFC 9110, section 7.8).
  var asksForUpgrade: Bool { headers.contains(name: "upgrade") && headers.lists("connection", "upgrade") }
}
