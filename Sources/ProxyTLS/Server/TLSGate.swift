import NIOCore
import NIOSSL
import NIOTLS
import Proxy

/// The beginning of a TLS connection: the handshake, which negotiates the HTTP version.
///
/// Plain HTTP is recognized by its first byte. On a port for TLS it gets a plain error: browsers and tests would not show
/// a TLS error. Inside a tunnel it is served.
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
  private var connection: ServerConnection
  private let opened: (any Channel, Agreed, ServerConnection) throws -> Void
  private var deadline: Scheduled<Void>?
  private var hasRefused = false
  /// True while the handshake lasts, or after it.
  private var isOpen = false

  /// `opened` adds the handlers of the negotiated protocol, on the channel's event loop.
  init(
    tls: ServerTLS, _ connection: ServerConnection,
    opened: @escaping (any Channel, Agreed, ServerConnection) throws -> Void
  ) {
    self.tls = tls
    self.connection = connection
    self.opened = opened
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: connection.limits.requestTime) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    guard !isOpen else { return context.fireChannelRead(data) }
    let isHandshake = unwrapInboundIn(data).readableBytesView.first == Self.handshake
    guard isHandshake || connection.tunnelHost != nil else {
      hasRefused = true
      return context.refuse(.plainOnTLS)
    }
    do {
      if !isHandshake {
        deadline?.cancel()
        try connection.addPlainHandlers(to: context.channel)
      } else if let host = connection.tunnelHost {
        try readName(for: host, context: context)
      } else {
        try handshake(context.channel)
      }
      context.fireChannelRead(data)
      isOpen = isHandshake
      if !isHandshake { context.pipeline.syncOperations.removeHandler(self, promise: nil) }
    } catch {
      context.close(promise: nil)
    }
  }

  /// Compares the name that the client's TLS asks for with the tunnel's host, before the handshake.
  private func readName(for host: String, context: ChannelHandlerContext) throws {
    let channel = context.channel
    let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
    try context.pipeline.syncOperations.addHandler(
      ByteToMessageHandler(
        SNIHandler { result in
          channel.eventLoop.makeCompletedFuture {
            if case .hostname(let name) = result { gate.value.connection.isMisdirected = name.lowercased() != host }
            try gate.value.handshake(channel)
          }
        }))
  }

  private func handshake(_ channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let (deadline, opened, connection) = (deadline, opened, connection)
    let gate = NIOLoopBound(self, eventLoop: channel.eventLoop)
    let negotiation = ApplicationProtocolNegotiationHandler { result, channel in
      channel.eventLoop.makeCompletedFuture {
        deadline?.cancel()
        channel.pipeline.syncOperations.removeHandler(gate.value, promise: nil)
        try opened(channel, result == .negotiated("h2") ? .http2 : .http1, connection)
      }
    }
    try pipeline.addHandler(NIOSSLServerHandler(context: tls.context), name: ServerConnection.encryption)
    if connection.tunnelHost != nil { try pipeline.addHandler(HandshakeWatch(connection.handshakeFailed)) }
    try pipeline.addHandler(negotiation)
  }

  /// Closes the connection when the program stops: no request has begun.
  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }
}
