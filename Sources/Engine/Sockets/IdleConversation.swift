import Synchronization
import Transports

/// A client that speaks no subprotocol of ours: it is told so, and closed.
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
