import NIOCore
import NIOHTTP2
import Synchronization

/// The number of open streams of one HTTP/2 connection. Touched on its event loop only.
final class OpenStreams: NIOHTTP2StreamDelegate {
  private let next: any NIOHTTP2StreamDelegate
  private let number = Atomic<Int>(0)

  /// - Parameter next: hears of every stream, too.
  init(next: any NIOHTTP2StreamDelegate) { self.next = next }

  /// How many there are, without one that is being initialized.
  var count: Int { number.load(ordering: .relaxed) }

  func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
    number.add(1, ordering: .relaxed)
    next.streamCreated(id, channel: channel)
  }

  func streamClosed(_ id: HTTP2StreamID, channel: any Channel) {
    number.subtract(1, ordering: .relaxed)
    next.streamClosed(id, channel: channel)
  }
}

/// A stream that is refused with REFUSED_STREAM: nothing of its request was read, so that the client may send it again
/// (RFC 9113, section 8.7).
final class RefusedStream: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private var isReset = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isReset else { return }
    isReset = true
    context.writeAndFlush(wrapOutboundOut(.rstStream(.refusedStream)), promise: nil)
  }
}
