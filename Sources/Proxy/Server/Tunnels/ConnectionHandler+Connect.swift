import NIOCore
import NIOExtras
import NIOHTTP1
import Requests
import Transports

/// Tunnels (`CONNECT`, RFC 9110, section 9.3.6). The handlers of HTTP are replaced by those of the tunnel.
extension ConnectionHandler {
  func openTunnel(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
    // The parser reads no further requests on this connection.
    closesAfterAnswer = true
    guard carrier != .http2, connection.tunnel == nil,
      let origin = ProxiedOrigin(scheme: "https", authority: head.uri, isTunneled: true), origin.namesPort
    else { return write(ConnectionProblem.badTunnel(head.uri).answer, to: head, context: context) }
    var request = ClientRequest(head: head, body: ByteBuffer())
    request.origin = origin
    request.proxyUser = ProxyUser(request.headers)
    let connect = request
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let (loop, tunnels, responder) = (context.eventLoop, connection.tunnels, responder)
    answering = Task {
      let opening = await tunnels.open(connect, by: responder, on: loop)
      loop.execute { bound.value.handler.begin(opening, of: connect, head, context: bound.value.context) }
    }
  }

  private func begin(
    _ opening: Tunnels.Opening, of request: ClientRequest, _ head: HTTPRequestHead, context: ChannelHandlerContext
  ) {
    answering = nil
    guard context.channel.isActive, encoderContext != nil else {
      if case .connected(let other) = opening { other.close(promise: nil) }
      return context.close(promise: nil)
    }
    do {
      switch opening {
      case .refused(let answer): write(answer, to: head, context: context)
      case .intercepted(let security):
        try leave(context) { try security.begin($0, connection.inside(request)) }
      case .connected(let other):
        let idleTime = limits.idleTime
        try leave(context) { channel in
          try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: idleTime))
          try TunnelRelay.join(channel, other)
        }
      }
    } catch {
      if case .connected(let other) = opening { other.close(promise: nil) }
      context.close(promise: nil)
    }
  }

  /// Confirms the tunnel, and replaces the handlers of HTTP. Bytes after the request are passed on.
  private func leave(_ context: ChannelHandlerContext, for handlers: (any Channel) throws -> Void) throws {
    let channel = context.channel
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let encoder = try pipeline.context(handlerType: HTTPResponseEncoder.self)
    let idle = try pipeline.context(handlerType: IdleStateHandler.self)
    // Past the encoder, which would announce a body.
    encoder.writeAndFlush(NIOAny(ByteBuffer(string: "HTTP/1.1 200 Connection Established\r\n\r\n")), promise: nil)
    pipeline.removeHandler(context: idle, promise: nil)
    try handlers(channel)
    pipeline.removeHandler(context: encoder, promise: nil)
    pipeline.removeHandler(context: context, promise: nil)
    let removed = context.eventLoop.makePromise(of: Void.self)
    removed.futureResult.whenSuccess {
      channel.pipeline.fireChannelReadComplete()
      // Resumes the read that was held while the tunnel was opened.
      channel.read()
    }
    pipeline.removeHandler(context: decoder, promise: removed)
  }
}
