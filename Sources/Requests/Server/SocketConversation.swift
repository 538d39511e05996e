package import Transports

/// The messages of one client's WebSocket, in a GraphQL subprotocol; a server carries them.
///
/// The server calls everything but `wake` from one thread. It takes actions when its socket can be written to, so that
/// a slow client fills no memory here.
package protocol SocketConversation: AnyObject, Sendable {
  /// The agreed subprotocol, `graphql-transport-ws` or `graphql-ws`; nil if the conversation only closes.
  var subprotocol: String? { get }

  /// Starts the conversation. `wake` is called, from any thread, after `take` returned fewer actions than requested,
  /// when there are more.
  func start(wake: @escaping @Sendable () -> Void)

  /// Receives a complete text message.
  func received(_ text: String)

  /// Receives a binary message.
  func receivedBinary()

  /// Closes the connection if the client has not sent `connection_init` in time.
  func initTimePassed()

  /// Sends the keep-alive message of the legacy protocol; called every few seconds.
  func heartbeat()

  /// Takes up to `most` actions, in order; fewer if there are no more now.
  func take(_ most: Int) -> [SocketAction]

  /// Cleans up after the connection closed.
  func closed()
}

/// The response to a request for a WebSocket.
package enum SocketOpening: Sendable {
  case accepted(any SocketConversation)
  case refused(Answer)
}
