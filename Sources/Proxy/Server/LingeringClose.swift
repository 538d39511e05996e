import NIOCore

extension ChannelHandlerContext {
  /// Says that no more comes, and waits a moment for the client to have read it: a close with bytes of the client
  /// unread would reset the connection, and the answer with it.
  func closeLingering() {
    let channel = channel
    close(mode: .output, promise: nil)
    eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
  }
}
