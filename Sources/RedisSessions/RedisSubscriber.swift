#if Redis
  import Dispatch
  import Foundation
  import SharedSessions

  /// Receives the messages of a channel, on a thread of its own, and connects again whenever the connection breaks.
  /// After its release, it ends with the next message.
  final class RedisSubscriber: Sendable {
    private let queue = DispatchQueue(label: "understudy.redis.notices")

    /// - Parameters:
    ///   - channel: the channel's name.
    ///   - connect: opens a connection.
    ///   - connected: called after each connection but the first.
    ///   - receive: called with each message.
    init(
      channel: String, connect: @escaping @Sendable () throws(StoreProblem) -> RedisConnection,
      connected: @escaping @Sendable () -> Void, receive: @escaping @Sendable (String) -> Void
    ) {
      queue.async { [weak self] in
        var isFirst = true
        while self != nil {
          do throws(StoreProblem) {
            let connection = try connect()
            _ = try connection.reply(to: ["SUBSCRIBE", channel])
            if !isFirst { connected() }
            isFirst = false
            while self != nil {
              let reply = try connection.receive()
              if let parts = reply.list, parts.count == 3, let text = parts[2].text { receive(text) }
            }
          } catch {
            isFirst = false
            Thread.sleep(forTimeInterval: 0.5)
          }
        }
      }
    }
  }
#endif
