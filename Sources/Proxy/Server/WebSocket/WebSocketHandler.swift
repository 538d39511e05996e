import NIOCore
import NIOExtras
import NIOWebSocket
import Requests
import Transports

/// A client's WebSocket: passes its messages to the conversation, and sends the conversation's messages.
///
/// `MessageAssembler` assembles messages. While the client does not read, nothing is read from it or taken for it.
final class WebSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let conversation: any SocketConversation
  private let limits: SocketLimits
  private var messages: MessageAssembler
  private var phase = Phase.open
  /// Messages that arrived while the client did not read.
  private var held = CircularBuffer<Held>(initialCapacity: 0)
  private var isReadHeld = false
  private var lastSign = NIODeadline.now()
  private var initTimer: Scheduled<Void>?
  private var ticks: RepeatedTask?
  /// The time limit of a client that does not read or does not answer a close.
  private var alarm: Scheduled<Void>?

  private enum Phase {
    case open
    /// A close was sent; only its answer matters now.
    case closing
    case closed
  }

  private enum Held {
    case text(String)
    case binary
  }

  /// The maximum number of actions in a row, to be fair to other connections, and at once.
  private static let turn = (whole: 256, part: 16)

  init(conversation: any SocketConversation, limits: SocketLimits) {
    self.conversation = conversation
    self.limits = limits
    messages = MessageAssembler(from: .client, limit: limits.messageBytes)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    conversation.start { loop.execute { bound.value.handler.drainAndFlush(context: bound.value.context) } }
    initTimer = loop.scheduleTask(in: limits.initTime) {
      let (handler, context) = bound.value
      handler.conversation.initTimePassed()
      handler.drainAndFlush(context: context)
    }
    ticks = loop.scheduleRepeatedTask(initialDelay: limits.pingTime, delay: limits.pingTime) { _ in
      bound.value.handler.tick(context: bound.value.context)
    }
    drainAndFlush(context: context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastSign = .now()
    guard phase != .closed else { return }
    perform(messages.received(unwrapInboundIn(data)), context: context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.flush()
    context.fireChannelReadComplete()
  }

  /// Stops reading while the client does not read its messages.
  func read(context: ChannelHandlerContext) {
    if context.channel.isWritable && held.isEmpty { context.read() } else { isReadHeld = true }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is NIOWebSocketError, phase == .open else { return context.close(promise: nil) }
    perform(messages.failure(error), context: context)
    context.flush()
  }

  private func perform(_ action: MessageAssembler.Action, context: ChannelHandlerContext) {
    switch action {
    case .closed(let code, _): finishClosing(code: code, context: context)
    case _ where phase != .open: break
    case .nothing, .pong: break
    case .text(let text): receive(.text(text), context: context)
    case .binary: receive(.binary, context: context)
    case .ping(let data):
      var frame = context.channel.allocator.buffer(capacity: data.readableBytes + 4)
      frame.writeFrameHead(.pong, length: data.readableBytes)
      frame.writeImmutableBuffer(data)
      write(frame, context: context)
    case .fail(let code, let reason): close(code: code, reason: reason, context: context)
    }
  }

  private func receive(_ message: Held, context: ChannelHandlerContext) {
    guard context.channel.isWritable, held.isEmpty else { return held.append(message) }
    switch message {
    case .text(let text): conversation.received(text)
    case .binary: conversation.receivedBinary()
    }
    drain(context: context)
  }

  // MARK: Writing

  private func drainAndFlush(context: ChannelHandlerContext) {
    guard phase == .open else { return }
    drain(context: context)
    context.flush()
  }

  /// Sends the conversation's messages, up to a turn and as long as the client reads.
  private func drain(context: ChannelHandlerContext) {
    var rest = Self.turn.whole
    while phase == .open, context.channel.isWritable, rest > 0 {
      let most = min(rest, Self.turn.part)
      let actions = conversation.take(most)
      send(actions, context: context)
      guard actions.count == most else { return }
      rest -= most
    }
    guard phase == .open, context.channel.isWritable else { return }
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    context.eventLoop.execute { bound.value.handler.drainAndFlush(context: bound.value.context) }
  }

  private func send(_ actions: [SocketAction], context: ChannelHandlerContext) {
    guard !actions.isEmpty else { return }
    var frames = context.channel.allocator.buffer(capacity: actions.reduce(0) { $0 + $1.frameBytes })
    for action in actions {
      switch action {
      case .send(let text): frames.writeFrame(text)
      case .close(let code, let reason):
        write(frames, context: context)
        return close(code: code, reason: reason, context: context)
      case .drop:
        // The upstream's client received these messages before the break, too.
        if frames.readableBytes > 0 { context.writeAndFlush(wrapOutboundOut(frames), promise: nil) }
        return context.close(promise: nil)
      }
    }
    write(frames, context: context)
  }

  private func write(_ frames: ByteBuffer, context: ChannelHandlerContext) {
    if frames.readableBytes > 0 { context.write(wrapOutboundOut(frames), promise: nil) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if phase == .open {
      alarm?.cancel()
      alarm = nil
      if context.channel.isWritable {
        // Deferred, because this runs inside the flush that made room.
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.execute { bound.value.handler.resume(context: bound.value.context) }
      } else {
        startStalling(context: context)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  private func resume(context: ChannelHandlerContext) {
    while phase == .open, context.channel.isWritable, let message = held.popFirst() {
      switch message {
      case .text(let text): conversation.received(text)
      case .binary: conversation.receivedBinary()
      }
      drain(context: context)
    }
    drainAndFlush(context: context)
    if isReadHeld, held.isEmpty, context.channel.isWritable {
      isReadHeld = false
      context.read()
    }
  }

  private func startStalling(context: ChannelHandlerContext) {
    let limit = limits.stallTime
    schedule(in: limit, context: context) { handler, context in
      handler.close(
        code: 1008, reason: "The client did not read for \(limit.inSeconds)", within: limit, context: context)
    }
  }

  // MARK: Signs of life

  private func tick(context: ChannelHandlerContext) {
    guard phase == .open else { return }
    guard !limits.isSilent(since: lastSign) || isReadHeld else { return context.close(promise: nil) }
    var ping = context.channel.allocator.buffer(capacity: 2)
    ping.writeFrameHead(.ping, length: 0)
    write(ping, context: context)
    conversation.heartbeat()
    drainAndFlush(context: context)
  }

  // MARK: The end

  /// Sends a close and waits for its answer.
  private func close(
    code: UInt16?, reason: String, within time: TimeAmount? = nil, context: ChannelHandlerContext
  ) {
    guard phase == .open else { return }
    end()
    phase = .closing
    var frame = context.channel.allocator.buffer(capacity: reason.utf8.count + 4)
    frame.writeCloseFrame(code: code, reason: reason)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    schedule(in: time ?? limits.closeTime, context: context) { $1.close(promise: nil) }
    // Further messages are ignored, except for the answer to the close.
    held.removeAll()
    if isReadHeld {
      isReadHeld = false
      context.read()
    }
  }

  /// Handles a close from the other side, or its answer to a close.
  private func finishClosing(code: UInt16?, context: ChannelHandlerContext) {
    let answers = phase == .open
    end()
    phase = .closed
    guard answers else { return context.close(promise: nil) }
    var frame = context.channel.allocator.buffer(capacity: 4)
    frame.writeCloseFrame(code: code, reason: "")
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in bound.value.close(promise: nil) }
    schedule(in: limits.closeTime, context: context) { $1.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    phase = .closed
    context.fireChannelInactive()
  }

  private func end() {
    conversation.closed()
    initTimer?.cancel()
    ticks?.cancel()
    alarm?.cancel()
    alarm = nil
  }

  private func schedule(
    in time: TimeAmount, context: ChannelHandlerContext,
    _ action: @escaping (WebSocketHandler, ChannelHandlerContext) -> Void
  ) {
    let bound = NIOLoopBound((handler: self, context: context, action: action), eventLoop: context.eventLoop)
    alarm?.cancel()
    alarm = context.eventLoop.scheduleTask(in: time) { bound.value.action(bound.value.handler, bound.value.context) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
    close(code: 1001, reason: "Understudy is stopping", context: context)
  }
}

extension TimeAmount {
  /// The duration as text, e.g. `10 s` or `300 ms`.
  package var inSeconds: String {
    let milliseconds = nanoseconds / 1_000_000
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
