import NIOCore
import NIOHTTP2
import Synchronization

/// Counts the open streams of an HTTP/2 connection. Used only on its event loop.
final class OpenStreams: NIOHTTP2StreamDelegate {
  private let next: any NIOHTTP2StreamDelegate
  private let number = Atomic<Int>(0)

  init(next: any NIOHTTP2StreamDelegate) { self.next = next }

  /// The number of streams, without one that is being initialized.
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

/// Refuses a stream with REFUSED_STREAM. The client may retry the unprocessed request (RFC 9113, section 8.7).
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
