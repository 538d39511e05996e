import NIOCore
import Synchronization
import Transports

/// An open WebSocket to the upstream.
final class UpstreamWebSocket: UpstreamSocket {
  let subprotocol: String?
  let messages: AsyncStream<UpstreamSocketMessage>
  private let channel: any Channel

  init(channel: any Channel, subprotocol: String?, received: UpstreamMessages) {
    self.channel = channel
    self.subprotocol = subprotocol
    messages = AsyncStream(unfolding: { await received.next() }, onCancel: { received.cancel() })
  }

  deinit { channel.close(promise: nil) }

  func send(_ text: String) async throws(UpstreamError) {
    do {
      try await channel.writeAndFlush(UpstreamSocketHandler.Order.text(text))
    } catch {
      throw UpstreamError(classifying: error, timeout: nil)
    }
  }

  func close(code: UInt16) async {
    try? await channel.writeAndFlush(UpstreamSocketHandler.Order.close(code))
    try? await channel.closeFuture.get()
  }
}

/// The channel of a socket, set once it is connected.
final class UpstreamLink: Sendable {
  private let held = Mutex<(any Channel)?>(nil)

  var channel: (any Channel)? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }

  /// Resumes reading: there is room for more messages.
  func readOn() { channel?.writeAndFlush(UpstreamSocketHandler.Order.readOn, promise: nil) }
}
