import NIOCore

/// Makes the settings of an HTTP/2 server apply from the client's first frame, and announces a limit on streams that
/// `NIOHTTP2Handler`, above it, does not enforce.
///
/// `NIOHTTP2Handler` applies stricter settings until the client has acknowledged its own. It answers a stream beyond
/// the limit by closing the connection with all other streams. RFC 9113, section 5.1.2, allows refusing only that
/// stream, which `OpenStreams` does. So the handler knows no limit, and its first SETTINGS frame is given the real one.
/// It receives an acknowledgment after the client's preface; the client's own one is dropped. Then this handler removes
/// itself.
final class ImmediateSettings: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The client's first bytes (RFC 9113, section 3.4).
  private static let magic = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// The size of a frame's length (24 bits), type, flags and stream (section 4.1).
  private static let headBytes = 9
  /// The default maximum frame size (section 6.5.2).
  private static let largestFrame = 16384
  private static let settings: UInt8 = 4
  private static let acknowledged: UInt8 = 1
  private static let maxConcurrentStreams: UInt16 = 3

  private let concurrentStreams: UInt32
  private var hasShown = false
  private var hasAcknowledged = false
  /// Bytes from the client that were not passed on: an incomplete preface or frame head.
  private var unread = ByteBuffer()
  private var rest = 0

  init(concurrentStreams: Int) { self.concurrentStreams = UInt32(concurrentStreams) }

  // MARK: To the client

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !hasShown else { return context.write(data, promise: promise) }
    hasShown = true
    var frame = unwrapOutboundIn(data)
    var place = frame.readerIndex + Self.headBytes
    while let name = frame.getInteger(at: place, as: UInt16.self) {
      if name == Self.maxConcurrentStreams { frame.setInteger(concurrentStreams, at: place + 2) }
      place += 6
    }
    context.write(wrapOutboundOut(frame), promise: promise)
  }

  // MARK: From the client

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    unread.writeImmutableBuffer(unwrapInboundIn(data))
    if !hasAcknowledged {
      switch preface {
      case .incomplete: return
      case .wrong: return leave(context: context)
      case .complete(let length):
        hasAcknowledged = true
        if let bytes = unread.readSlice(length: length) { context.fireChannelRead(wrapInboundOut(bytes)) }
        let head: [UInt8] = [0, 0, 0, Self.settings, Self.acknowledged, 0, 0, 0, 0]
        context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: head)))
      }
    }
    passOn(context: context)
  }

  private enum Preface {
    case incomplete
    /// Not HTTP/2; the handler above reports it.
    case wrong
    case complete(length: Int)
  }

  /// The client's preface: its magic bytes and a SETTINGS frame.
  private var preface: Preface {
    guard zip(unread.readableBytesView, Self.magic).allSatisfy(==) else { return .wrong }
    guard let head = FrameHead(unread, at: Self.magic.count) else { return .incomplete }
    guard head.type == Self.settings, head.flags & Self.acknowledged == 0, head.length <= Self.largestFrame else {
      return .wrong
    }
    let length = Self.magic.count + Self.headBytes + head.length
    return unread.readableBytes < length ? .incomplete : .complete(length: length)
  }

  /// Passes on frames up to the client's acknowledgment.
  private func passOn(context: ChannelHandlerContext) {
    var passed = ByteBuffer()
    while unread.readableBytes > 0 {
      if let part = unread.readSlice(length: min(rest, unread.readableBytes)), part.readableBytes > 0 {
        rest -= part.readableBytes
        passed.writeImmutableBuffer(part)
        continue
      }
      guard let head = FrameHead(unread, at: 0) else { break }
      if head.type == Self.settings, head.flags & Self.acknowledged != 0, head.length == 0 {
        unread.moveReaderIndex(forwardBy: Self.headBytes)
        passed.writeBuffer(&unread)
        unread = passed
        return leave(context: context)
      }
      rest = Self.headBytes + head.length
    }
    if passed.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(passed)) }
  }

  private func leave(context: ChannelHandlerContext) {
    if unread.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(unread)) }
    unread = ByteBuffer()
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  private struct FrameHead {
    let length: Int
    let type: UInt8
    let flags: UInt8

    init?(_ bytes: ByteBuffer, at offset: Int) {
      let place = bytes.readerIndex + offset
      guard let head = bytes.getBytes(at: place, length: ImmediateSettings.headBytes) else { return nil }
      length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      type = head[3]
      flags = head[4]
    }
  }
}
