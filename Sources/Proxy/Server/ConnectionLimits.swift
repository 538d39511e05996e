package import NIOCore

/// The bounds of a connection and of the requests on it. Each has an answer that names the bound.
package struct ConnectionLimits: Sendable {
  /// The largest request body in bytes; more is answered with 413. Default 32 MiB.
  package var bodyBytes = 32 << 20
  /// The largest body of a file upload in bytes, which is not held; more is answered with 413. Default 1 GiB.
  package var uploadBytes = 1 << 30
  /// The largest sum of a request's header bytes (names, values, target); more is answered with 431. Default 64 KiB.
  package var headerBytes = 64 << 10
  /// The most header fields of a request; more are answered with 431. Default 256.
  package var headerFields = 256
  /// The most connections at a time; one more is answered with 503 and closed, or closed at once where a TLS
  /// handshake would have to come first. Default 4,096.
  package var connections = 4096
  /// How long a client may take from a request's first byte to its last, and an upload from one
  /// byte to the next; then 408. Default 30 s.
  package var requestTime = TimeAmount.seconds(30)
  /// How long a connection may be open with no request; then it is closed without a word. Default 5 min.
  package var idleTime = TimeAmount.minutes(5)

  /// The bounds of a WebSocket.
  package var sockets = SocketLimits()

  package init() {}
}

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
