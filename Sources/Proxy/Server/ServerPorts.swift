package import Engine

/// Opens free ports beside a server's own: the same address, limits and TLS.
package struct ServerPorts: PortOpener {
  private let host: String
  private let limits: ConnectionLimits
  private let tls: (any ConnectionSecurity)?

  package init(host: String, limits: ConnectionLimits, tls: (any ConnectionSecurity)?) {
    self.host = host
    self.limits = limits
    self.tls = tls
  }

  package func open(_ responder: any Responder) async throws -> OpenPort {
    let server = try await ProxyServer.start(host: host, port: 0, limits: limits, tls: tls, responder: responder)
    return OpenPort(port: server.port, url: server.origin) { await server.shutdown(grace: $0) }
  }
}
