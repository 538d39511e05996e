import NIOSSL
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A certificate chain and its key, which one side of a connection presents to the other.
struct TLSIdentity {
  let chain: [NIOSSLCertificateSource]
  let key: NIOSSLPrivateKeySource

  /// Reads both from PEM files, which may be the same, and checks that they match and are valid now.
  init(certificate certificatePath: String, key keyPath: String, now: Date) throws(TLSProblem) {
    let certificates = try PEMFile(path: certificatePath).certificates()
    let (key, pem) = try PEMFile(path: keyPath).privateKey()
    let own = certificates[0]
    guard key.publicKey == own.publicKey else {
      let position = certificates.firstIndex { $0.publicKey == key.publicKey }
      throw TLSProblem(
        position.map {
          "The key in \(keyPath) belongs to certificate \($0 + 1) in \(certificatePath). Put that one first, followed by the rest of the chain."
        }
          ?? "The key in \(keyPath) does not match the certificate in \(certificatePath). Choose two that belong together."
      )
    }
    try own.requireValid(at: now, of: certificatePath)
    do {
      try self.init(certificates: certificates, keyPEM: pem)
    } catch {
      throw TLSProblem(
        "\(certificatePath) and \(keyPath) cannot be used for TLS: \(error). Choose another certificate and key.")
    }
  }

  init(certificates: [Certificate], keyPEM: String) throws {
    chain = try certificates.map { .certificate(try $0.forTLS) }
    key = .privateKey(try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem))
  }
}

extension Certificate {
  var forTLS: NIOSSLCertificate {
    get throws {
      var serializer = DER.Serializer()
      try serializer.serialize(self)
      return try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der)
    }
  }

  func requireValid(at now: Date, of path: String) throws(TLSProblem) {
    guard now <= notValidAfter else {
      throw TLSProblem("The certificate in \(path) expired on \(notValidAfter.asDay). Renew it.")
    }
    guard now >= notValidBefore else {
      throw TLSProblem(
        "The certificate in \(path) is not valid before \(notValidBefore.asDay). Check the clock of this machine.")
    }
  }
}

extension Date {
  /// The day in UTC, e.g. `2026-03-09`.
  var asDay: String { String(ISO8601Format().prefix(10)) }
}
