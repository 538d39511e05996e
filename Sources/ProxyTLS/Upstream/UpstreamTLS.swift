package import NIOSSL
import X509

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The CAs trusted for the upstream, and the client certificate; for HTTP and WebSockets.
package struct UpstreamTLS: Sendable {
  /// A configuration for SwiftNIO's TLS, without ALPN protocols.
  package let configuration: TLSConfiguration

  /// The system's CAs, and no client certificate.
  package static let usual = UpstreamTLS()

  private init() {
    configuration = TLSConfiguration.makeClientConfiguration()
  }

  /// Reads PEM files: `authorities` are trusted besides the system's; `certificate` is the client certificate, followed
  /// by its chain; `key` is its key. Pass both of these or neither.
  package init(authorities: String?, certificate: String?, key: String?, now: Date = .now) throws(TLSProblem) {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if let authorities {
      let trusted = try Self.authorities(in: authorities, now: now)
      // Without any system CAs, adding to them would be an error.
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

  /// Returns the valid CAs of a bundle, which may contain expired ones; fails if all are.
  static func authorities(in path: String, now: Date) throws(TLSProblem) -> [NIOSSLCertificate] {
    let certificates = try PEMFile(path: path).certificates()
    let valid = certificates.filter { now <= $0.notValidAfter }
    if valid.isEmpty { try certificates[0].requireValid(at: now, of: path) }
    do {
      return try valid.map { try $0.forTLS }
    } catch {
      throw TLSProblem("\(path) has a certificate that cannot be used: \(error). Remove it from the file.")
    }
  }
}
