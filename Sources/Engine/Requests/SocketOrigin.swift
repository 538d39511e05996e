package import OrderedJSON
import Synchronization

/// The WebSocket that a request came over, for a request that came over one.
package final class SocketOrigin: Sendable, Hashable {
  /// `graphql-transport-ws` or `graphql-ws`.
  package let subprotocol: String
  /// The client's request for the WebSocket.
  package let handshake: ClientRequest
  /// The payload of `connection_init`; nil where it had none.
  package let initPayload: JSON?
  /// What lives as long as the client's connection, e.g. a connection of its own to the real endpoint: let go, and by
  /// that closed, when nobody holds this any more.
  let companion = Mutex<(any AnyObject & Sendable)?>(nil)

  package init(subprotocol: String, handshake: ClientRequest, initPayload: JSON?) {
    self.subprotocol = subprotocol
    self.handshake = handshake
    self.initPayload = initPayload
  }

  package static func == (left: SocketOrigin, right: SocketOrigin) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
