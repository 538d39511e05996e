import NIOCore
import NIOHTTP2
import Proxy

/// An HTTP/2 connection (RFC 9113). Each stream is a channel with the same handler as an HTTP/1.1 connection.
///
/// `HTTP2FramePayloadToHTTP1ServerCodec` converts, and drops the connection headers of HTTP/1.1. SwiftNIO's own limits
/// on repeated resets, floods of control frames and endless header blocks stay in place.
enum HTTP2Connection {
  /// The maximum number of concurrent requests on a connection, announced in SETTINGS. Further streams are refused.
  static let concurrentStreams = 128

  static func addHandlers(to channel: any Channel, _ connection: ServerConnection) throws {
    let limits = connection.limits
    var settings = NIOHTTP2Handler.ConnectionConfiguration()
    settings.initialSettings = [
      // `ImmediateSettings` sends the client the real limit.
      HTTP2Setting(parameter: .maxConcurrentStreams, value: Int(Int32.max)),
      // Above our limit, so that a request beyond it gets an answer that names the limit.
      HTTP2Setting(parameter: .maxHeaderListSize, value: 2 * limits.headerBytes),
    ]
    // As large as the windows of several streams, so that an upload does not hold up the others.
    settings.targetWindowSize = 1 << 20
    // Tolerates frames that were on their way on refused streams.
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

/// Closes an HTTP/2 connection after an error.
private final class HTTP2End: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // SwiftNIO ends a stream after an error of its own.
    guard !(error is NIOHTTP2Errors.StreamError) else { return }
    context.close(promise: nil)
  }
}
