package import NIOCore

/// The bounds of a connection and of the requests on it. Each has an answer that names the bound.
package struct ConnectionLimits: Sendable {
  /// The largest request body in bytes; more is answered with 413. Default 32 MiB.
  package var bodyBytes = 32 << 20
  /// The largest body of a file upload in bytes, which is not held; more is answered with 413. Default 1 GiB.
  package var uploadBytes = 1 << 30
  /// The largest sum of a request's header bytes (names, values, target); more is answered with 431. Default 64 KiB.
  package var headerBytes = 64 << 10
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
