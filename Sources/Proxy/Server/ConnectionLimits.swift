package import NIOCore

/// The limits of a connection and its requests. Error answers name the limit.
package struct ConnectionLimits: Sendable {
  /// The maximum request body in bytes; more gets 413. Default 32 MiB.
  package var bodyBytes = 32 << 20
  /// The maximum body of a file upload in bytes, which is not held; more gets 413. Default 1 GiB.
  package var uploadBytes = 1 << 30
  /// The maximum header size of a request in bytes (names, values, target); more gets 431. Default 64 KiB.
  package var headerBytes = 64 << 10
  /// The maximum number of header fields of a request; more get 431. Default 256.
  package var headerFields = 256
  /// The maximum number of connections. More get 503, or are closed at once on a TLS port. Default 4,096.
  package var connections = 4096
  /// The maximum time between a request's first and last byte, and between an upload's bytes; then 408. Default 30 s.
  package var requestTime = TimeAmount.seconds(30)
  /// The time after which a connection without requests is closed. Default 5 min.
  package var idleTime = TimeAmount.minutes(5)

  package var sockets = SocketLimits()

  package init() {}
}

/// The limits of a WebSocket. A violation closes it with the reason.
package struct SocketLimits: Sendable {
  /// The maximum message in bytes, whole or in fragments; more closes with 1009. Default 4 MiB.
  package var messageBytes = 4 << 20
  /// The maximum time until `connection_init`, if the protocol has a limit. Default 3 s.
  package var initTime = TimeAmount.seconds(3)
  /// The interval of pings. Default 30 s.
  package var pingTime = TimeAmount.seconds(30)
  /// The time without any bytes after which the connection counts as broken. Default 60 s.
  package var silenceTime = TimeAmount.seconds(60)
  /// The time in which a client must read some of its waiting messages; then it is closed with 1008. Default 10 s.
  package var stallTime = TimeAmount.seconds(10)
  /// The maximum time to answer a close. Default 2 s.
  package var closeTime = TimeAmount.seconds(2)

  package init() {}

  /// Indicates whether the other side has been silent too long, rounded to half a ping interval.
  package func isSilent(since last: NIODeadline) -> Bool {
    (NIODeadline.now() - last) * 2 + pingTime >= silenceTime * 2
  }
}
