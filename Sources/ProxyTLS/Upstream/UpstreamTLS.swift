package import NIOSSL
import X509

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Whom the program trusts as the real endpoint, and what it shows it: one value for HTTP and for WebSockets.
package struct UpstreamTLS: Sendable {
  /// For a client of SwiftNIO's TLS; no protocols for ALPN are in it.
  package let configuration: TLSConfiguration

  /// What this system trusts, and nothing shown.
  package static let usual = UpstreamTLS()

  private init() {
    configuration = TLSConfiguration.makeClientConfiguration()
  }

  /// Reads PEM files: `authorities` are trusted besides the system's; `certificate` is what the endpoint is shown,
  /// those that lead to its authority behind it, and `key` is its key; both are there, or none.
  package init(authorities: String?, certificate: String?, key: String?, now: Date = .now) throws(TLSProblem) {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if let authorities {
      let trusted = try Self.authorities(in: authorities, now: now)
      // Where the system has none at all, asking for its own besides is an error.
      if SystemAuthorities.ofThisSystem.areMissing {
        configuration.trustRoots = .certificates(trusted)
      } else {
        configuration.additionalTrustRoots = [.certificates(trusted)]
      }
    }
    if let certificate, let key {
      let identity = try TLSIdentity(certificate: certificate, key: key, now: now)
      configuration.certificateChain = identity.chain
      configuration.privateKey = identity.key
    }
    self.configuration = configuration
  }

  /// A bundle may hold some that are over; where all are, nothing could be trusted by it.
  static func authorities(in path: String, now: Date) throws(TLSProblem) -> [NIOSSLCertificate] {
    let certificates = try PEMFile(path: path).certificates()
    let valid = certificates.filter { now <= $0.notValidAfter }
    if valid.isEmpty { try certificates[0].requireValid(at: now, of: path) }
    do {
      return try valid.map { try $0.forTLS }
    } catch {
      throw TLSProblem("\(path) has a certificate that cannot be used: \(error)")
    }
  }
}
