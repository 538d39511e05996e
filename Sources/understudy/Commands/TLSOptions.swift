import ArgumentParser
import ProxyTLS

/// TLS between clients and this server.
extension ListenOptions {
  /// The options for TLS, to repeat in another command.
  var tlsWords: [String] {
    (tls ? ["--tls"] : [])
      + [("--ca-folder", caFolder), ("--tls-cert", tlsCert), ("--tls-key", tlsKey)].flatMap { name, value in
        value.map { [name, $0] } ?? []
      }
  }

  func validateTLS() throws {
    if (tlsCert == nil) != (tlsKey == nil) {
      throw ValidationError("--tls-cert and --tls-key belong together. Pass both.")
    }
    if tls, tlsCert != nil {
      throw ValidationError(
        "--tls makes a certificate, and --tls-cert names one. Pass either --tls, or --tls-cert and --tls-key, not all of them."
      )
    }
  }

  /// Returns the TLS settings with the user's certificate, or one for the hosts that clients use; nil for plain HTTP.
  func serverTLS() throws(TLSProblem) -> ServerTLS? {
    if let tlsCert, let tlsKey { return try ServerTLS(certificate: tlsCert, key: tlsKey) }
    guard tls else { return nil }
    var hosts = ["localhost", "127.0.0.1", "::1"]
    for host in [host] + allowedHosts where !["0.0.0.0", "::"].contains(host) && !hosts.contains(host) {
      hosts.append(host)
    }
    return try ServerTLS(authority: AuthorityFolder(caFolder).load(), hosts: hosts)
  }

  /// True if there is a CA.
  var hasAuthority: Bool { (try? AuthorityFolder(caFolder).isTaken) ?? false }

  /// The path of the CA certificate that clients must trust for `--tls`; nil without it.
  var authorityCertificate: String? { tls ? try? AuthorityFolder(caFolder).certificatePath : nil }
}

/// The options for TLS between this program and the real API.
struct UpstreamTLSOptions: ParsableArguments {
  @Option(
    name: .customLong("upstream-ca"),
    help: .more("A PEM file of CAs to trust for the real API, besides the system's.", "file"))
  var upstreamCA: String?

  @Option(help: .more("The client certificate for the real API, a PEM file.", "file"))
  var upstreamCert: String?

  @Option(help: .more("The client certificate's key, a PEM file.", "file"))
  var upstreamKey: String?

  func validate() throws {
    if (upstreamCert == nil) != (upstreamKey == nil) {
      throw ValidationError("--upstream-cert and --upstream-key belong together. Pass both.")
    }
  }

  func read() throws(TLSProblem) -> UpstreamTLS {
    if upstreamCA == nil, upstreamCert == nil { return .usual }
    return try UpstreamTLS(authorities: upstreamCA, certificate: upstreamCert, key: upstreamKey)
  }
}
