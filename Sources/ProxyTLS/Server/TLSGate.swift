import NIOCore
import NIOSSL
import NIOTLS
import Proxy

/// The beginning of a connection to a port that speaks TLS: the handshake, and which HTTP was agreed on in it.
///
/// The first byte tells whether TLS comes at all. Plain HTTP gets a plain answer that says so; it would otherwise be
/// told in no words that a browser or a test shows.
final class TLSGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// What was agreed on by ALPN; a client that knows no ALPN means HTTP/1.1.
  enum Agreed {
    case http1
    case http2
  }

  /// The first byte of a TLS record with a handshake message (RFC 8446, section 5.1).
  private static let handshake: UInt8 = 22

  private let tls: ServerTLS
  private let limits: ConnectionLimits
  private let opened: (any Channel, Agreed) throws -> Void
  private var deadline: Scheduled<Void>?
  private var hasRefused = false

  /// `opened` adds the handlers of what was agreed on; it is called on the channel's event loop.
  init(tls: ServerTLS, limits: ConnectionLimits, opened: @escaping (any Channel, Agreed) throws -> Void) {
    self.tls = tls
    self.limits = limits
    self.opened = opened
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: limits.requestTime) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    let buffer = unwrapInboundIn(data)
    guard buffer.readableBytesView.first == Self.handshake else {
      hasRefused = true
      return context.refuse(.plainOnTLS)
    }
    do {
      try handshake(context: context)
      context.fireChannelRead(data)
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }

  private func handshake(context: ChannelHandlerContext) throws {
    let pipeline = context.pipeline.syncOperations
    let (deadline, opened) = (deadline, opened)
    let negotiation = ApplicationProtocolNegotiationHandler { result, channel in
      channel.eventLoop.makeCompletedFuture {
        deadline?.cancel()
        try opened(channel, result == .negotiated("h2") ? .http2 : .http1)
      }
    }
    try pipeline.addHandler(NIOSSLServerHandler(context: tls.context), name: ServerConnection.encryption)
    try pipeline.addHandler(negotiation)
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }
}
