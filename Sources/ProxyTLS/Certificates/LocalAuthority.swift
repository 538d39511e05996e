import Crypto
import OrderedJSON
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// This user's certificate authority (CA), which issues the certificates of `--tls`. Clients that trust it trust every
/// holder of its key, so the key never leaves its folder (`AuthorityFolder`).
package struct LocalAuthority: Sendable {
  let certificate: Certificate
  let key: Certificate.PrivateKey

  static let name = "Understudy local authority"
  private static let day: TimeInterval = 86_400
  /// The validity of a CA: five years.
  private static let lifetime = 5 * 365 * day
  /// The validity of a certificate: longer than any run, and within the limit of Apple's systems (825 days).
  private static let leafLifetime = 30 * day
  /// Tolerates slow clocks, as in emulators and containers.
  private static let tolerance = day

  init(certificate: Certificate, key: Certificate.PrivateKey) {
    self.certificate = certificate
    self.key = key
  }

  /// Returns a new CA that exists only in memory.
  package static func ofOneRun(now: Date = .now) throws -> LocalAuthority { try make(now: now) }

  /// The certificate as text, for clients that must trust it.
  package var certificatePEM: String { get throws { try certificate.serializeAsPEM().pemString + "\n" } }

  /// The hash of the CA's public key in base64, by which Chromium accepts certificates of this CA.
  package var keyHash: String {
    get throws { Base64.encode(Array(SHA256.hash(data: try certificate.publicKey.serializeAsPEM().derBytes))) }
  }

  /// Returns a new CA with a new P-256 key.
  static func make(now: Date) throws -> LocalAuthority {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let name = try DistinguishedName { CommonName(Self.name) }
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: now - tolerance,
      notValidAfter: now + lifetime, issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        // It can issue certificates but no intermediate CAs.
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true, cRLSign: true))
        SubjectKeyIdentifier(hash: key.publicKey)
      }, issuerPrivateKey: key)
    return LocalAuthority(certificate: certificate, key: key)
  }

  /// Issues a certificate with a new key for these host names and IP addresses.
  func issue(for hosts: [String], now: Date) throws -> (certificate: Certificate, key: P256.Signing.PrivateKey) {
    let key = P256.Signing.PrivateKey()
    return (try issue(for: hosts, key: key, lifetime: Self.leafLifetime, now: now), key)
  }

  /// Issues a certificate for these host names and IP addresses.
  func issue(
    for hosts: [String], key: P256.Signing.PrivateKey, lifetime: TimeInterval, now: Date
  ) throws -> Certificate {
    let end = min(now + lifetime, certificate.notValidAfter)
    return try Certificate(
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
  }

  /// Issues a certificate with a new key for a server's own names.
  func identity(for hosts: [String], now: Date) throws(TLSProblem) -> TLSIdentity {
    try identity(for: hosts, key: P256.Signing.PrivateKey(), lifetime: Self.leafLifetime, now: now)
  }

  /// Issues a certificate for an intercepted host.
  func identity(
    for host: String, key: P256.Signing.PrivateKey, lifetime: TimeInterval, now: Date
  ) throws(TLSProblem) -> TLSIdentity {
    try identity(for: [host], key: key, lifetime: lifetime, now: now)
  }

  private func identity(
    for hosts: [String], key: P256.Signing.PrivateKey, lifetime: TimeInterval, now: Date
  ) throws(TLSProblem) -> TLSIdentity {
    do {
      let leaf = try issue(for: hosts, key: key, lifetime: lifetime, now: now)
      // With the CA's own certificate: Chromium compares its hash with those of the certificates that it gets.
      return try TLSIdentity(certificates: [leaf, certificate], keyPEM: key.pemRepresentation)
    } catch {
      throw TLSProblem(
        "The local certificate authority could not issue a certificate for \(hosts.joined(separator: ", ")): \(error). Use a certificate of your own: --tls-cert and --tls-key."
      )
    }
  }

  /// Clients match an IP address only against names of that kind, as bytes (RFC 5280, section 4.2.1.6).
  private static func name(_ host: String) -> GeneralName {
    let address = AddressPlace.bytes(of: host)
    return address.isEmpty ? .dnsName(host) : .ipAddress(ASN1OctetString(contentBytes: address[...]))
  }
}
