import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import Proxy
@testable import ProxyTLS

@Suite("Certificates and keys from files")
struct TLSFilesTests {
  let folder: TemporaryFolder
  let authority: LocalAuthority
  /// A certificate and its key as PEM, and those of another.
  let certificate, key: String
  let otherCertificate, otherKey: String
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    folder = try TemporaryFolder()
    authority = try LocalAuthority.make(now: Self.now)
    let issuing = authority
    func pair() throws -> (String, String) {
      let (leaf, key) = try issuing.issue(for: ["localhost"], now: Self.now)
      return (try leaf.serializeAsPEM().pemString, key.pemRepresentation)
    }
    let (one, other) = (try pair(), try pair())
    (certificate, key) = (one.0, one.1)
    (otherCertificate, otherKey) = (other.0, other.1)
  }

  /// What a pair of files is refused with; nil where it is taken. `DIR` stands for the folder.
  private func problem(_ certificate: String, _ key: String, now: Date = Self.now) throws -> String? {
    let certificate = try folder.write(certificate, to: "cert.pem")
    let key = try folder.write(key, to: "key.pem")
    do {
      _ = try ServerTLS(certificate: certificate, key: key, now: now)
      return nil
    } catch {
      return error.description.replacing(folder.path, with: "DIR")
    }
  }

  @Test("A certificate and its key are taken, with what stands around them, in one file too")
  func good() throws {
    #expect(try problem(certificate, key) == nil)
    let authority = try authority.certificate.serializeAsPEM().pemString
    let around = "Certificate:\r\n    Data: …\r\n" + certificate.replacing("\n", with: "\r\n") + "\r\n" + authority
    #expect(try problem(around, "-----BEGIN EC PARAMETERS-----\nBggq\n-----END EC PARAMETERS-----\n" + key) == nil)
    let both = certificate + "\n" + key
    #expect(try problem(both, both) == nil)
  }

  @Test("What is wrong with a file is said, and what to do")
  func bad() throws {
    let encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIHs\n-----END ENCRYPTED PRIVATE KEY-----\n"
    let olderEncrypted = """
      -----BEGIN EC PRIVATE KEY-----
      Proc-Type: 4,ENCRYPTED
      DEK-Info: AES-256-CBC,0102

      MHcC
      -----END EC PRIVATE KEY-----
      """
    let isEncrypted =
      "The key in DIR/key.pem is encrypted. Remove its password: openssl pkey -in DIR/key.pem -out FILE"
    let cutOff = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    let table: [(certificate: String, key: String, problem: String)] = [
      ("hello", key, "DIR/cert.pem is not PEM: it has no line like -----BEGIN CERTIFICATE-----. Choose a PEM file."),
      ("", key, "DIR/cert.pem is not PEM: it has no line like -----BEGIN CERTIFICATE-----. Choose a PEM file."),
      (
        String(certificate.prefix(200)), key,
        "DIR/cert.pem is not PEM: it has no line like -----BEGIN CERTIFICATE-----. Choose a PEM file."
      ),
      (
        "0\u{1}\u{2}", key,
        "DIR/cert.pem is not PEM. It looks like DER. Convert it: openssl x509 -inform der -in DIR/cert.pem -out FILE for a certificate, openssl pkey -inform der -in DIR/cert.pem -out FILE for a key."
      ),
      (
        key, key,
        "DIR/cert.pem contains no certificate, only a block of private key. Choose the file with the certificate."
      ),
      (cutOff, key, "DIR/cert.pem: certificate 1 of 1 cannot be read. Check that the file is complete."),
      (
        certificate + "\n" + cutOff, key,
        "DIR/cert.pem: certificate 2 of 2 cannot be read. Check that the file is complete."
      ),
      (
        certificate, certificate,
        "DIR/key.pem contains no private key, only a block of certificate. Choose the file with the key."
      ),
      (certificate, key + "\n" + otherKey, "DIR/key.pem contains 2 private keys. Keep one."),
      (certificate, encrypted, isEncrypted),
      (certificate, olderEncrypted, isEncrypted),
      (
        certificate, "-----BEGIN PRIVATE KEY-----\nMIHs\n-----END PRIVATE KEY-----\n",
        "The key in DIR/key.pem cannot be used. Use an RSA key of at least 2048 bits, or a key on the curve P-256, P-384 or P-521."
      ),
      (
        certificate, otherKey,
        "The key in DIR/key.pem does not match the certificate in DIR/cert.pem. Choose two that belong together."
      ),
      (
        otherCertificate + "\n" + certificate, key,
        "The key in DIR/key.pem belongs to certificate 2 in DIR/cert.pem. Put that one first, followed by the rest of the chain."
      ),
    ]
    for row in table { #expect(try problem(row.certificate, row.key) == row.problem) }
  }

  @Test("A certificate is refused before and after its time")
  func time() throws {
    let day: TimeInterval = 86_400
    #expect(
      try problem(certificate, key, now: Self.now + 31 * day)
        == "The certificate in DIR/cert.pem expired on 2027-02-14. Renew it.")
    #expect(
      try problem(certificate, key, now: Self.now - 2 * day)
        == "The certificate in DIR/cert.pem is not valid before 2027-01-14. Check the clock of this machine.")
  }

  @Test("A file that is not there, and one that is a folder")
  func noFile() throws {
    let key = try folder.write(key, to: "key.pem")
    let missing = #expect(throws: TLSProblem.self) { try ServerTLS(certificate: "/nowhere/cert.pem", key: key) }
    #expect(
      missing?.description
        == "/nowhere/cert.pem cannot be read: No such file or directory. Check the path and its permissions.")
    let directory = #expect(throws: TLSProblem.self) { try ServerTLS(certificate: folder.path, key: key) }
    #expect(directory?.description == "\(folder.path) is not a file. Choose a PEM file.")
  }

  @Test("Authorities of the upstream: each good one of a bundle is taken; where all are over, that is said")
  func upstreamAuthorities() throws {
    let old = try LocalAuthority.make(now: Self.now - 20 * 365 * 86_400).certificate.serializeAsPEM().pemString
    let current = try authority.certificate.serializeAsPEM().pemString
    let path = try folder.write(old + "\n" + current, to: "ca.pem")
    #expect(try UpstreamTLS.authorities(in: path, now: Self.now) == [authority.certificate.forTLS])
    _ = try folder.write(old, to: "ca.pem")
    let problem = #expect(throws: TLSProblem.self) {
      try UpstreamTLS(authorities: path, certificate: nil, key: nil, now: Self.now)
    }
    #expect(problem?.description == "The certificate in \(path) expired on 2012-01-19. Renew it.")
  }
}
