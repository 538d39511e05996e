package import OrderedJSON
import Synchronization

/// The WebSocket that a request came over.
package final class SocketOrigin: Sendable, Hashable {
  /// `graphql-transport-ws` or `graphql-ws`.
  package let subprotocol: String
  /// The client's request for the WebSocket.
  package let handshake: ClientRequest
  /// The payload of `connection_init`; nil if it had none.
  package let initPayload: JSON?
  /// An object that lives as long as the client's connection, such as its upstream connection, which then closes.
  let companion = Mutex<(any AnyObject & Sendable)?>(nil)

  package init(subprotocol: String, handshake: ClientRequest, initPayload: JSON?) {
    self.subprotocol = subprotocol
    self.handshake = handshake
    self.initPayload = initPayload
  }

  package static func == (left: SocketOrigin, right: SocketOrigin) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
