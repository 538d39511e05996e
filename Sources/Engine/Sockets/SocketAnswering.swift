import Requests
import Transports

/// The functions of the engine that a conversation uses.
struct SocketAnswering: Sendable {
  let answer: @Sendable (ClientRequest) -> Response
  let isMutation: @Sendable (ClientRequest) -> Bool
  /// Decides which session an operation belongs to, when its `subscribe` arrives.
  var admit: @Sendable (inout ClientRequest) -> Void = { _ in }
  /// Lets the upstream decide whether to accept a client after `connection_init`; nil to accept each at once.
  var introduce: (@Sendable (SocketOrigin, @escaping @Sendable (ConnectionAnswer) -> Void) async -> Void)?
}
