import SwiftASN1
import X509

/// A PEM file of certificates and keys (RFC 7468).
struct PEMFile {
  let path: String
  let permissions: UInt16
  private let blocks: [Block]

  private struct Block {
    /// The text after `BEGIN`, e.g. `CERTIFICATE`.
    let label: String
    let text: String

    var isKey: Bool { label.hasSuffix("PRIVATE KEY") }
    /// PKCS #8 marks it in the label, OpenSSL's older format in a header field.
    var isEncrypted: Bool { label.hasPrefix("ENCRYPTED") || text.contains("Proc-Type: 4,ENCRYPTED") }
  }

  init(path: String) throws(TLSProblem) {
    let (bytes, permissions) = try TLSFile.read(path)
    self.path = path
    self.permissions = permissions
    blocks = Self.blocks(String(decoding: bytes, as: UTF8.self))
    guard !blocks.isEmpty else {
      throw TLSProblem(
        bytes.first == 0x30
          ? "\(path) is not PEM. It looks like DER. Convert it: openssl x509 -inform der -in \(path) -out FILE for a certificate, openssl pkey -inform der -in \(path) -out FILE for a key."
          : "\(path) is not PEM: it has no line like -----BEGIN CERTIFICATE-----. Choose a PEM file.")
    }
  }

  private static func blocks(_ text: String) -> [Block] {
    var blocks: [Block] = []
    var label: String?
    var lines: [Substring] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") {
        label = String(line.dropFirst(11).dropLast(5))
        lines = []
      }
      guard let open = label else { continue }
      lines.append(line)
      if line == "-----END \(open)-----" {
        blocks.append(Block(label: open, text: lines.joined(separator: "\n") + "\n"))
        label = nil
      }
    }
    return blocks
  }

  /// Returns all certificates, in order; at least one.
  func certificates() throws(TLSProblem) -> [Certificate] {
    let found = blocks.filter { $0.label == "CERTIFICATE" || $0.label == "X509 CERTIFICATE" }
    guard !found.isEmpty else {
      throw TLSProblem("\(path) contains no certificate, only \(contents). Choose the file with the certificate.")
    }
    var certificates: [Certificate] = []
    for (index, block) in found.enumerated() {
      do {
        let document = try PEMDocument(pemString: block.text)
        certificates.append(try Certificate(derEncoded: document.derBytes))
      } catch {
        throw TLSProblem(
          "\(path): certificate \(index + 1) of \(found.count) cannot be read. Check that the file is complete.")
      }
    }
    return certificates
  }

  /// Returns the only private key, and its PEM.
  func privateKey() throws(TLSProblem) -> (key: Certificate.PrivateKey, pem: String) {
    let found = blocks.filter(\.isKey)
    guard let block = found.first else {
      throw TLSProblem("\(path) contains no private key, only \(contents). Choose the file with the key.")
    }
    guard found.count == 1 else { throw TLSProblem("\(path) contains \(found.count) private keys. Keep one.") }
    guard !block.isEncrypted else {
      throw TLSProblem(
        "The key in \(path) is encrypted. Remove its password: openssl pkey -in \(path) -out FILE"
      )
    }
    do {
      return (try Certificate.PrivateKey(pemEncoded: block.text), block.text)
    } catch {
      throw TLSProblem(
        "The key in \(path) cannot be used. Use an RSA key of at least 2048 bits, or a key on the curve P-256, P-384 or P-521."
      )
    }
  }

  private var contents: String {
    let labels = blocks.map { $0.label.lowercased() }
    return labels.count == 1 ? "a block of \(labels[0])" : "blocks of \(labels.joined(separator: ", "))"
  }
}
