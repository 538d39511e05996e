#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The CAs that this system trusts. SwiftNIO's TLS does not report that there are none.
package struct SystemAuthorities: Sendable {
  /// True if there are none, so that no certificate can be trusted.
  let areMissing: Bool

  private static let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
  private static let folder = "/etc/ssl/certs"

  /// The file with all CAs of this system; nil if there is none.
  package static var bundle: String? { (files + ["/etc/ssl/cert.pem"]).first { access($0, R_OK) == 0 } }

  /// The CAs of this system. Apple's systems always have some, though not in files.
  static var ofThisSystem: SystemAuthorities {
    #if os(Linux)
      SystemAuthorities(below: "")
    #else
      SystemAuthorities(areMissing: false)
    #endif
  }

  init(areMissing: Bool) { self.areMissing = areMissing }

  /// Searches the files of a system.
  /// - Parameter root: the folder to use as `/`.
  init(below root: String) {
    areMissing = !Self.files.contains { access(root + $0, R_OK) == 0 } && !Self.holdsFiles(root + Self.folder)
  }

  static let advice =
    "this system has no trusted CAs (there is no \(files.joined(separator: " or "))): install them (apt install ca-certificates), or pass the API's CA with --upstream-ca"

  private static func holdsFiles(_ folder: String) -> Bool {
    guard let stream = opendir(folder) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      // Skips `.`, `..` and hidden files.
      if UInt8(truncatingIfNeeded: entry.pointee.d_name.0) != UInt8(ascii: ".") { return true }
    }
    return false
  }
}
