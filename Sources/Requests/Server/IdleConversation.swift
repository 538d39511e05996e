import Synchronization
package import Transports

/// The WebSocket of a client without a known subprotocol, which is closed with a code.
package final class IdleConversation: SocketConversation {
  private let isTold = Mutex(false)

  package init() {}

  package var subprotocol: String? { nil }

  package func start(wake: @escaping @Sendable () -> Void) {}
  package func received(_ text: String) {}
  package func receivedBinary() {}
  package func initTimePassed() {}
  package func heartbeat() {}
  package func closed() {}

  package func take(_ most: Int) -> [SocketAction] {
    let isFirst = isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    return isFirst ? [.close(code: 4406, reason: "Subprotocol not acceptable")] : []
  }
}
