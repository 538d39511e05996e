import Transports

/// What a conversation asks of the engine.
struct SocketAnswering: Sendable {
  /// Answers an operation.
  let answer: @Sendable (ClientRequest) -> Response
  let isMutation: @Sendable (ClientRequest) -> Bool
  /// Decides which session an operation belongs to, when its `subscribe` arrives.
  var admit: @Sendable (inout ClientRequest) -> Void = { _ in }
  /// Has somebody else say whether a client is taken that has said `connection_init`; nil where each is, at once.
  var introduce: (@Sendable (SocketOrigin, @escaping @Sendable (ConnectionAnswer) -> Void) async -> Void)?
}
