package import NIOCore
import NIOSSL
package import Proxy

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A server's TLS: its certificate, TLS 1.2 or 1.3, and HTTP/2 or HTTP/1.1 over it.
package struct ServerTLS: ConnectionSecurity {
  let context: NIOSSLContext

  /// Reads a certificate chain (the server's own first) and a key from PEM files.
  package init(certificate: String, key: String, now: Date = .now) throws(TLSProblem) {
    try self.init(TLSIdentity(certificate: certificate, key: key, now: now))
  }

  /// Issues a certificate for these hosts from the local CA, held only in memory.
  package init(authority: LocalAuthority, hosts: [String], now: Date = .now) throws(TLSProblem) {
    try self.init(authority.identity(for: hosts, now: now))
  }

  init(_ identity: TLSIdentity) throws(TLSProblem) {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: identity.chain, privateKey: identity.key)
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["h2", "http/1.1"]
    // A client that keeps a connection for later does not read that it is closed. The program must not wait for it when
    // it stops (RFC 8446, section 6.1, requires no wait).
    configuration.shutdownTimeout = .milliseconds(250)
    do {
      context = try NIOSSLContext(configuration: configuration)
    } catch {
      throw TLSProblem("TLS cannot be set up with this certificate: \(error). Choose another one.")
    }
  }

  package func begin(_ channel: any Channel, _ connection: ServerConnection) throws {
    let gate = TLSGate(tls: self, connection) { channel, agreed, connection in
      switch agreed {
      case .http1: try connection.addSecureHandlers(to: channel)
      case .http2: try HTTP2Connection.addHandlers(to: channel, connection)
      }
    }
    try channel.pipeline.syncOperations.addHandler(gate)
  }
}
