import Requests
import Synchronization
import Transports

/// The WebSocket of a client without a known subprotocol, which is closed with a code.
final class IdleConversation: SocketConversation {
  private let isTold = Mutex(false)

  var subprotocol: String? { nil }

  func start(wake: @escaping @Sendable () -> Void) {}
  func received(_ text: String) {}
  func receivedBinary() {}
  func initTimePassed() {}
  func heartbeat() {}
  func closed() {}

  func take(_ most: Int) -> [SocketAction] {
    let isFirst = isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    return isFirst ? [.close(code: 4406, reason: "Subprotocol not acceptable")] : []
  }
}
