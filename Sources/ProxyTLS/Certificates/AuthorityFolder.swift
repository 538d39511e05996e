import Recordings
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of the local certificate authority, private to this user and outside of every repository.
package struct AuthorityFolder: Sendable {
  package let path: String

  /// The CA's certificate, which clients must trust.
  package var certificatePath: String { "\(path)/authority.pem" }
  package var keyPath: String { "\(path)/authority-key.pem" }

  /// Uses `path`, or the default folder of this user if it is nil.
  package init(_ path: String?, environment: (String) -> String? = Self.variable) throws(TLSProblem) {
    if let path { self.path = path } else { self.path = try Self.usual(environment) }
  }

  /// The default folder by the XDG base directory specification, or Apple's.
  private static func usual(_ environment: (String) -> String?) throws(TLSProblem) -> String {
    #if !os(macOS)
      if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/understudy" }
    #endif
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw TLSProblem(
        "HOME is not set, so there is no default folder for the local certificate authority. Choose one with --ca-folder."
      )
    }
    #if os(macOS)
      return "\(home)/Library/Application Support/understudy"
    #else
      return "\(home)/.local/share/understudy"
    #endif
  }

  package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Indicates whether the folder contains a CA or part of one.
  package var isTaken: Bool { TLSFile.exists(certificatePath) || TLSFile.exists(keyPath) }

  /// Creates a CA, replacing any existing one.
  package func make(now: Date = .now) throws(TLSProblem) {
    if let repository {
      throw TLSProblem(
        "\(path) is inside the repository \(repository). The key lets its holder issue certificates that your devices trust, so it must not be committed. Choose another folder with --ca-folder, or use the default."
      )
    }
    let authority: LocalAuthority
    let (certificatePEM, keyPEM): (String, String)
    do {
      authority = try LocalAuthority.make(now: now)
      certificatePEM = try authority.certificate.serializeAsPEM().pemString
      keyPEM = try authority.key.serializeAsPEM().pemString
    } catch {
      throw TLSProblem(
        "The local certificate authority could not be created: \(error). Use a certificate of your own: --tls-cert and --tls-key."
      )
    }
    try TLSFile.makePrivateFolder(path)
    try TLSFile.write(keyPEM + "\n", to: keyPath, permissions: 0o600)
    try TLSFile.write(certificatePEM + "\n", to: certificatePath, permissions: 0o644)
  }

  package func load(now: Date = .now) throws(TLSProblem) -> LocalAuthority {
    guard isTaken else {
      throw TLSProblem("There is no local certificate authority in \(path). Create it: understudy ca\(option)")
    }
    let certificate = try PEMFile(path: certificatePath).certificates()[0]
    let file = try PEMFile(path: keyPath)
    guard file.permissions & 0o077 == 0 else {
      throw TLSProblem(
        "Other users can read \(keyPath) (its mode is \(String(file.permissions, radix: 8))). The key lets its holder issue certificates that your devices trust. Restrict it: chmod 600 \(RecordingError.shellQuoted(keyPath))"
      )
    }
    let key = try file.privateKey().key
    guard key.publicKey == certificate.publicKey else {
      throw TLSProblem(
        "\(keyPath) does not match \(certificatePath). Create both again: understudy ca --force\(option)"
      )
    }
    guard now <= certificate.notValidAfter else {
      throw TLSProblem(
        "The local certificate authority in \(path) expired on \(certificate.notValidAfter.asDay). Create a new one, and trust it: understudy ca --force\(option)"
      )
    }
    return LocalAuthority(certificate: certificate, key: key)
  }

  /// The git work tree that contains the folder; nil for none.
  private var repository: String? {
    var folder = Substring(TLSFile.real(path))
    while !folder.isEmpty {
      if TLSFile.exists("\(folder)/.git") { return String(folder) }
      folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    }
    return nil
  }

  /// The option that passes this folder to `understudy ca`, unless it is the default.
  private var option: String {
    (try? Self.usual(Self.variable)) == path ? "" : " --ca-folder \(RecordingError.shellQuoted(path))"
  }
}
