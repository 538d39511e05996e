import NIOCore
import NIOHTTP2
import Proxy

/// A connection that speaks HTTP/2 (RFC 9113): each stream is a channel of its own, with the handler that an HTTP/1.1
/// connection has.
///
/// `HTTP2FramePayloadToHTTP1ServerCodec` translates; it leaves out the header fields of HTTP/1.1 connections. What
/// SwiftNIO bounds by itself is kept as it is: streams that are reset over and over, floods of control frames, and
/// header blocks that never end.
enum HTTP2Connection {
  /// The most requests that one connection may have in flight. SETTINGS announces it, and one more is refused as a stream.
  static let concurrentStreams = 128

  static func addHandlers(to channel: any Channel, _ connection: ServerConnection) throws {
    let limits = connection.limits
    var settings = NIOHTTP2Handler.ConnectionConfiguration()
    settings.initialSettings = [
      // `ImmediateSettings` sends the client the real bound.
      HTTP2Setting(parameter: .maxConcurrentStreams, value: Int(Int32.max)),
      // Larger than what is taken, so that a request that is over the bound gets an answer that says so.
      HTTP2Setting(parameter: .maxHeaderListSize, value: 2 * limits.headerBytes),
    ]
    // The connection's window is as large as those of several streams: an upload does not hold up the others.
    settings.targetWindowSize = 1 << 20
    // What a client had on its way on refused streams is no error.
    settings.maximumRecentlyResetStreams = 1024
    var stream = NIOHTTP2Handler.StreamConfiguration()
    stream.targetWindowSize = 256 << 10
    let manager = NIOHTTP2ServerConnectionManagementHandler(
      eventLoop: channel.eventLoop,
      configuration: .init(maxIdleTime: limits.idleTime, maxAge: nil, maxGraceTime: nil, keepalive: nil))
    let open = OpenStreams(next: manager.http2StreamDelegate)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(ImmediateSettings(concurrentStreams: concurrentStreams))
    try pipeline.addHandler(
      NIOHTTP2Handler(
        mode: .server, eventLoop: channel.eventLoop, connectionConfiguration: settings, streamConfiguration: stream,
        streamDelegate: open
      ) { stream in
        stream.eventLoop.makeCompletedFuture {
          guard open.count < concurrentStreams else {
            return try stream.pipeline.syncOperations.addHandler(RefusedStream())
          }
          try stream.pipeline.syncOperations.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
          try connection.addStreamHandler(to: stream)
        }
      })
    try pipeline.addHandler(manager)
    try pipeline.addHandler(HTTP2End())
  }
}

/// The end of an HTTP/2 connection's pipeline: an error of the connection closes it.
private final class HTTP2End: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // An error of one stream ends that stream alone; SwiftNIO sees to it.
    guard !(error is NIOHTTP2Errors.StreamError) else { return }
    context.close(promise: nil)
  }
}
