import NIOCore

extension ChannelHandlerContext {
  /// Says that no more comes, and waits a moment for the client to have read it: a close with bytes of the client
  /// unread would reset the connection, and the answer with it.
  ///
  /// A stream of HTTP/2 said so with its answer's last frame; what is left of it is reset.
  func closeLingering(isStream: Bool = false) {
    let channel = channel
    if !isStream { close(mode: .output, promise: nil) }
    eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }
}
