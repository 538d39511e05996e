import NIOCore
import NIOExtras

/// One side of a tunnel whose bytes are passed on unread. Reads only while the other side can be written to, so that a
/// slow reader fills no memory.
final class TunnelRelay: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var partner: TunnelRelay?
  private var context: ChannelHandlerContext?
  private var isReadHeld = false

  private init() {}

  /// Joins two channels of one event loop. The second one begins to read.
  static func join(_ channel: any Channel, _ other: any Channel) throws {
    let (one, two) = (TunnelRelay(), TunnelRelay())
    (one.partner, two.partner) = (two, one)
    try channel.pipeline.syncOperations.addHandler(one)
    try other.pipeline.syncOperations.addHandler(two)
    _ = channel.setOption(.allowRemoteHalfClosure, value: true)
    other.setOption(.autoRead, value: true).whenSuccess { other.read() }
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    partner = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { partner?.context?.write(data, promise: nil) }

  func channelReadComplete(context: ChannelHandlerContext) {
    partner?.context?.flush()
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    if partner?.context?.channel.isWritable ?? true { context.read() } else { isReadHeld = true }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { partner?.readOn() }
    context.fireChannelWritabilityChanged()
  }

  private func readOn() {
    guard isReadHeld else { return }
    isReadHeld = false
    context?.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed: partner?.context?.close(mode: .output, promise: nil)
    case is IdleStateHandler.IdleStateEvent, is ChannelShouldQuiesceEvent: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    partner?.closeWhenWritten()
    context.fireChannelInactive()
  }

  /// Closes after the bytes that still wait for the reader. The idle time ends a tunnel whose reader takes none.
  private func closeWhenWritten() {
    guard let context else { return }
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
