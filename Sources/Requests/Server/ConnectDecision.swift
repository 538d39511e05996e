package import Transports

/// The decision about a tunnel that a client requests (`CONNECT`).
package enum ConnectDecision: Sendable {
  /// The tunnel is not opened; the client gets this answer.
  case refused(Answer)
  /// The tunnel ends here: its requests are answered, over TLS with a certificate for the host.
  case intercepted
  /// The tunnel's bytes are passed on to this address, unread.
  case tunneled(PinnedAddress)
}

/// The reason why a tunnel that was allowed could not be used.
package enum TunnelProblem: Sendable {
  /// There is no certificate for its host, with the reason and the fix.
  case noCertificate(String)
  /// The client broke off the TLS handshake, with the alert that it sent, if any.
  case handshake(alert: String?)
  /// The host could not be connected to.
  case unreachable(String)
  /// All tunnels are in use.
  case tooMany(limit: Int)
}
