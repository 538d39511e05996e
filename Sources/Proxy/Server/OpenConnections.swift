import NIOCore
import Synchronization

/// The connections that are open, up to a bound.
final class OpenConnections: Sendable {
  private let limit: Int
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  init(limit: Int) { self.limit = limit }

  /// Takes a connection until it closes; false where there are too many.
  func add(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isTaken = channels.withLock { channels in
      guard channels.count < limit else { return false }
      channels[id] = channel
      return true
    }
    if isTaken { channel.closeFuture.whenComplete { _ in self.channels.withLock { _ = $0.removeValue(forKey: id) } } }
    return isTaken
  }

  /// Closes all that are still open.
  func closeAll() {
    for channel in channels.withLock({ Array($0.values) }) { channel.close(promise: nil) }
  }
}
