import NIOCore
import NIOWebSocket
import Proxy
import Transports

/// The client side of an upstream WebSocket: masks frames, answers pings, and passes on messages within limits.
final class UpstreamSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Order
  typealias OutboundOut = WebSocketFrame

  /// A command for the socket.
  enum Order: Sendable {
    case text(String)
    case close(UInt16)
    /// Resume reading: there is room for more messages.
    case readOn
  }

  private let received: UpstreamMessages
  private let limits: SocketLimits
  private var messages: MessageAssembler
  private var closing: (code: UInt16, reason: String)?
  private var isReadHeld = false
  private var lastSign = NIODeadline.now()
  private var ticks: RepeatedTask?

  init(received: UpstreamMessages, limits: SocketLimits) {
    self.received = received
    self.limits = limits
    messages = MessageAssembler(from: .server, limit: limits.messageBytes)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    ticks = context.eventLoop.scheduleRepeatedTask(initialDelay: limits.pingTime, delay: limits.pingTime) { _ in
      bound.value.handler.tick(context: bound.value.context)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastSign = .now()
    switch messages.received(unwrapInboundIn(data)) {
    case .nothing, .pong: break
    case .text(let text): if closing == nil { received.push(.text(text)) }
    case .binary: fail(code: 1003, reason: "it sent a binary message", context: context)
    case .ping(let data): send(.pong, data, context: context)
    case .fail(let code, let reason): fail(code: code, reason: reason, context: context)
    case .closed(let code, let reason):
      if closing == nil {
        // 1005 represents a close without a code (RFC 6455, section 7.1.5).
        closing = (code ?? 1005, reason)
        send(.connectionClose, closeData(code), context: context)
      }
      context.close(promise: nil)
    }
  }

  /// Pauses while the reader is behind.
  func read(context: ChannelHandlerContext) {
    if received.isFull { isReadHeld = true } else { context.read() }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .text(let text): send(.text, ByteBuffer(string: text), promise: promise, context: context)
    case .close(let code):
      close(code: code, reason: "", context: context)
      promise?.succeed()
    case .readOn:
      if isReadHeld {
        isReadHeld = false
        context.read()
      }
      promise?.succeed()
    }
  }

  private func close(code: UInt16, reason: String, context: ChannelHandlerContext) {
    guard closing == nil else { return }
    closing = (code, reason)
    send(.connectionClose, closeData(code), context: context)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: limits.closeTime) { channel.close(promise: nil) }
  }

  /// Closes because of the upstream's messages. Reported to the reader as 1006, since the code is not the upstream's.
  private func fail(code: UInt16, reason: String, context: ChannelHandlerContext) {
    guard closing == nil else { return }
    close(code: code, reason: reason, context: context)
    closing = (1006, reason)
  }

  private func closeData(_ code: UInt16?) -> ByteBuffer {
    var data = ByteBuffer()
    if let code { data.writeInteger(code) }
    return data
  }

  private func send(
    _ opcode: WebSocketOpcode, _ data: ByteBuffer, promise: EventLoopPromise<Void>? = nil,
    context: ChannelHandlerContext
  ) {
    // The encoder applies the mask.
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
  }

  private func tick(context: ChannelHandlerContext) {
    guard !limits.isSilent(since: lastSign) || isReadHeld else {
      closing = closing ?? (1006, "it sent nothing for \(limits.silenceTime.inSeconds)")
      return context.close(promise: nil)
    }
    send(.ping, ByteBuffer(), context: context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is NIOWebSocketError, case .fail(let code, let reason) = messages.failure(error) {
      return fail(code: code, reason: reason, context: context)
    }
    closing = closing ?? (1006, UpstreamError(classifying: error, timeout: nil).detail)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    ticks?.cancel()
    ticks = nil
    let (code, reason) = closing ?? (1006, "the connection broke")
    received.push(.closed(code: code, reason: reason))
  }
}
