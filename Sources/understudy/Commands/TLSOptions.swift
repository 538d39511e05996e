import ArgumentParser
import ProxyTLS

/// Whether clients speak TLS with this program, and what it shows them.
struct TLSOptions: ParsableArguments {
  @Flag(
    help:
      "Serve https and HTTP/2, with a certificate that the local authority issues for localhost and each --allow-host (understudy ca makes the authority)."
  )
  var tls = false

  @Option(
    help: .init("The folder of the local authority, if it is not the usual one (--tls).", valueName: "folder"),
    completion: .directory)
  var caFolder: String?

  @Option(
    help: .init(
      "Serve https and HTTP/2 with the certificate in this PEM file, the others of its chain behind it.",
      valueName: "file"), completion: Completions.pem)
  var tlsCert: String?

  @Option(help: .init("The PEM file of the certificate's key.", valueName: "file"), completion: Completions.pem)
  var tlsKey: String?

  func validate() throws {
    if (tlsCert == nil) != (tlsKey == nil) { throw ValidationError("--tls-cert and --tls-key go together: give both.") }
    if tls, tlsCert != nil {
      throw ValidationError("Give either --tls or --tls-cert and --tls-key: there is one certificate.")
    }
    if caFolder != nil, !tls { throw ValidationError("--ca-folder says where --tls finds its authority: give both.") }
  }

  /// What to show clients that come by the names that `listen` allows; nil for plain HTTP.
  func server(for listen: ListenOptions) throws(TLSProblem) -> ServerTLS? {
    if let tlsCert, let tlsKey { return try ServerTLS(certificate: tlsCert, key: tlsKey) }
    guard tls else { return nil }
    var hosts = ["localhost", "127.0.0.1", "::1"]
    for host in [listen.host] + listen.allowedHosts where !["0.0.0.0", "::"].contains(host) && !hosts.contains(host) {
      hosts.append(host)
    }
    return try ServerTLS(authority: AuthorityFolder(caFolder).load(), hosts: hosts)
  }

  /// The certificate that clients have to trust for `--tls`.
  var authorityCertificate: String? { tls ? try? AuthorityFolder(caFolder).certificatePath : nil }
}

/// Whom to trust as the real endpoint, and what to show it.
struct UpstreamTLSOptions: ParsableArguments {
  @Option(
    name: .customLong("upstream-ca"),
    help: .init(
      "A PEM file of authorities that the real endpoint's certificate may be from, besides the system's.",
      valueName: "file"), completion: Completions.pem)
  var upstreamCA: String?

  @Option(
    help: .init("The PEM file of a certificate that the real endpoint is shown.", valueName: "file"),
    completion: Completions.pem)
  var upstreamCert: String?

  @Option(help: .init("The PEM file of that certificate's key.", valueName: "file"), completion: Completions.pem)
  var upstreamKey: String?

  func validate() throws {
    if (upstreamCert == nil) != (upstreamKey == nil) {
      throw ValidationError("--upstream-cert and --upstream-key go together: give both.")
    }
  }

  func read() throws(TLSProblem) -> UpstreamTLS {
    if upstreamCA == nil, upstreamCert == nil { return .usual }
    return try UpstreamTLS(authorities: upstreamCA, certificate: upstreamCert, key: upstreamKey)
  }
}
