import NIOCore
import NIOHTTP1
import NIOWebSocket
import Proxy
import Transports

/// Requests a WebSocket from the upstream, and replaces the HTTP handlers when it is accepted.
final class UpstreamHandshake: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let head: HTTPRequestHead
  private let offered: [String]
  private let upgrader: NIOWebSocketClientUpgrader
  private let agreed: EventLoopPromise<String?>
  private let received: UpstreamMessages
  private let limits: SocketLimits
  private var response: (head: HTTPResponseHead, body: ByteBuffer)?

  /// The number of bytes to report of a refusal's body.
  private static let shownBytes = 200

  init(
    _ head: HTTPRequestHead, offered: [String], agreed: EventLoopPromise<String?>, received: UpstreamMessages,
    limits: SocketLimits
  ) {
    let key = NIOWebSocketClientUpgrader.randomRequestKey()
    var head = head
    head.headers.replaceOrAdd(name: "Connection", value: "Upgrade")
    head.headers.replaceOrAdd(name: "Upgrade", value: "websocket")
    head.headers.replaceOrAdd(name: "Sec-WebSocket-Version", value: "13")
    head.headers.replaceOrAdd(name: "Sec-WebSocket-Key", value: key)
    head.headers.remove(name: "Sec-WebSocket-Extensions")
    head.headers.remove(name: "Sec-WebSocket-Protocol")
    if !offered.isEmpty { head.headers.add(name: "Sec-WebSocket-Protocol", value: offered.joined(separator: ", ")) }
    self.head = head
    self.offered = offered
    self.agreed = agreed
    self.received = received
    self.limits = limits
    upgrader = NIOWebSocketClientUpgrader(requestKey: key) { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
  }

  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): response = (head, ByteBuffer())
    case .body(let part):
      if let begun = response, begun.body.readableBytes < Self.shownBytes { response?.body.writeImmutableBuffer(part) }
    case .end:
      // Not earlier: the WebSocket handlers would get the end of the HTTP message.
      guard let (head, _) = response else { return }
      if head.status == .switchingProtocols { accept(head, context: context) } else { refuse(context: context) }
    }
  }

  private func accept(_ response: HTTPResponseHead, context: ChannelHandlerContext) {
    let chosen = response.headers["sec-websocket-protocol"]
    let isOffered = chosen.count <= 1 && chosen.allSatisfy(offered.contains)
    guard upgrader.shouldAllowUpgrade(upgradeResponse: response), isOffered else {
      return fail("the WebSocket answer does not match the request", .unreadable, context: context)
    }
    guard !response.headers.contains(name: "sec-websocket-extensions") else {
      return fail("the API uses a WebSocket extension that was not offered", .unreadable, context: context)
    }
    do {
      let pipeline = context.pipeline.syncOperations
      let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
      pipeline.removeHandler(context: try pipeline.context(handlerType: HTTPRequestEncoder.self), promise: nil)
      try pipeline.addHandler(WebSocketFrameEncoder())
      try pipeline.addHandler(ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.messageBytes)))
      try pipeline.addHandler(UpstreamSocketHandler(received: received, limits: limits))
      pipeline.removeHandler(context: context, promise: nil)
      pipeline.removeHandler(context: decoder, promise: nil)
      agreed.succeed(chosen.first)
    } catch {
      fail("\(error)", .broken, context: context)
    }
  }

  private func refuse(context: ChannelHandlerContext) {
    guard let (head, body) = response else { return }
    let said = String(decoding: body.readableBytesView.prefix(Self.shownBytes), as: UTF8.self)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    fail(
      "it answered the WebSocket request with status \(head.status.code)\(said.isEmpty ? "" : ": \(said)")",
      .unreachable, context: context)
  }

  private func fail(_ detail: String, _ reason: UpstreamError.Reason, context: ChannelHandlerContext) {
    agreed.fail(UpstreamError(reason, detail))
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    agreed.fail(UpstreamError(classifying: error, timeout: nil))
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if response != nil {
      refuse(context: context)
    } else {
      agreed.fail(UpstreamError(.broken, "the connection was closed before the WebSocket was open"))
    }
    context.fireChannelInactive()
  }
}
