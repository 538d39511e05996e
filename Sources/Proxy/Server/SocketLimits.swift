package import NIOCore

/// The bounds of a WebSocket. Whoever breaks one is closed with the reason.
package struct SocketLimits: Sendable {
  /// The largest message in bytes, whole or in fragments; more closes with 1009. Default 4 MiB.
  package var messageBytes = 4 << 20
  /// How long a client may take to introduce itself, where its protocol bounds that. Default 3 s.
  package var initTime = TimeAmount.seconds(3)
  /// How often a client is asked whether it is still there, by a ping. Default 30 s.
  package var pingTime = TimeAmount.seconds(30)
  /// How long nothing may be heard of a client; then the connection is taken for broken. Default 60 s.
  package var silenceTime = TimeAmount.seconds(60)
  /// How long a client may read nothing of what waits for it; then it is closed with 1008. Default 10 s.
  package var stallTime = TimeAmount.seconds(10)
  /// How long a client may take to answer a close. Default 2 s.
  package var closeTime = TimeAmount.seconds(2)

  package init() {}

  /// Whether the other side has said nothing for too long. It is looked at once a ping, and not a whole one late.
  package func isSilent(since last: NIODeadline) -> Bool {
    (NIODeadline.now() - last) * 2 + pingTime >= silenceTime * 2
  }
}
