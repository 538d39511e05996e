import NIOCore
import NIOSSL
import NIOTLS
import Proxy

/// The beginning of a TLS connection: the handshake, which negotiates the HTTP version.
///
/// Plain HTTP, recognized by its first byte, gets a plain error: browsers and tests would not show a TLS error.
final class TLSGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The protocol negotiated by ALPN; HTTP/1.1 without ALPN.
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

  /// `opened` adds the handlers of the negotiated protocol, on the channel's event loop.
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
