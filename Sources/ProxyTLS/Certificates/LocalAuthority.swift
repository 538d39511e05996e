import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An authority of this user's own, which issues the certificates of `--tls`. Who trusts it trusts whoever has its key,
/// so the key never leaves its folder (`AuthorityFolder`).
package struct LocalAuthority: Sendable {
  let certificate: Certificate
  let key: Certificate.PrivateKey

  static let name = "Understudy local authority"
  private static let day: TimeInterval = 86_400
  /// For how long an authority is good: five years.
  private static let lifetime = 5 * 365 * day
  /// For how long a certificate is good: longer than any run, and far less than what Apple's systems allow (825 days).
  private static let leafLifetime = 30 * day
  /// Clocks of emulators and containers are sometimes behind.
  private static let tolerance = day

  init(certificate: Certificate, key: Certificate.PrivateKey) {
    self.certificate = certificate
    self.key = key
  }

  /// A new one, with a key of its own on P-256.
  static func make(now: Date) throws -> LocalAuthority {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let name = try DistinguishedName { CommonName(Self.name) }
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: now - tolerance,
      notValidAfter: now + lifetime, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        // It can issue certificates, but no further authorities.
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        SubjectKeyIdentifier(hash: key.publicKey)
      }, issuerPrivateKey: key)
    return LocalAuthority(certificate: certificate, key: key)
  }

  /// A certificate for these host names and IP addresses, with a key that is made for it.
  func issue(for hosts: [String], now: Date) throws -> (certificate: Certificate, key: P256.Signing.PrivateKey) {
    let key = P256.Signing.PrivateKey()
    let end = min(now + Self.leafLifetime, certificate.notValidAfter)
    let leaf = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: max(now - Self.tolerance, certificate.notValidBefore), notValidAfter: end,
      issuer: certificate.subject, subject: try DistinguishedName { CommonName("Understudy") },
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(hosts.map(Self.name))
        AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: self.key.publicKey).keyIdentifier)
      }, issuerPrivateKey: self.key)
    return (leaf, key)
  }

  func identity(for hosts: [String], now: Date) throws(TLSProblem) -> TLSIdentity {
    do {
      let (leaf, key) = try issue(for: hosts, now: now)
      return try TLSIdentity(certificates: [leaf], keyPEM: key.pemRepresentation)
    } catch {
      throw TLSProblem(
        "The local certificate authority could not issue a certificate for \(hosts.joined(separator: ", ")): \(error)")
    }
  }

  /// A client compares an IP address with names of that kind only, as its bytes (RFC 5280, section 4.2.1.6).
  private static func name(_ host: String) -> GeneralName {
    for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
      var address = [UInt8](repeating: 0, count: size)
      if inet_pton(family, host, &address) == 1 { return .ipAddress(ASN1OctetString(contentBytes: address[...])) }
    }
    return .dnsName(host)
  }
}
