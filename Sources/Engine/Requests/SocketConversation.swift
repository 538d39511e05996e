package import Transports

/// What is said over one client's WebSocket, in a subprotocol for GraphQL; a server carries it.
///
/// The server calls everything but `wake` from one thread. It takes what there is to do when its socket can be written
/// to, so that a client that reads slowly fills no memory of ours.
package protocol SocketConversation: AnyObject, Sendable {
  /// The subprotocol that was agreed on: `graphql-transport-ws` or `graphql-ws`; nil where none was, and the
  /// conversation only closes.
  var subprotocol: String? { get }

  /// Called once, first; `wake` is called, from any thread, when there is something to take after `take` gave fewer
  /// than it might.
  func start(wake: @escaping @Sendable () -> Void)

  /// A text message came, whole.
  func received(_ text: String)

  /// A message came that is no text.
  func receivedBinary()

  /// The time for the client to say `connection_init` is over.
  func initTimePassed()

  /// Some seconds passed: the legacy protocol says that the connection is alive.
  func heartbeat()

  /// Up to `most` things to do, in order; fewer where there is nothing more now.
  func take(_ most: Int) -> [SocketAction]

  /// The connection is gone.
  func closed()
}

/// What becomes of a client's request for a WebSocket.
package enum SocketOpening: Sendable {
  case accepted(any SocketConversation)
  case refused(Answer)
}
