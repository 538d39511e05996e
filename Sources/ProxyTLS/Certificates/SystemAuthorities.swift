#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The authorities that this system trusts, as SwiftNIO's TLS finds them; that says nothing where there are none.
struct SystemAuthorities: Sendable {
  /// Whether there are none, so that no certificate at all can be trusted.
  let areMissing: Bool

  /// Where they are looked for.
  private static let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
  private static let folder = "/etc/ssl/certs"

  /// Those of this system now. Apple's systems have always some, which are in no files.
  static var ofThisSystem: SystemAuthorities {
    #if os(Linux)
      SystemAuthorities(below: "")
    #else
      SystemAuthorities(areMissing: false)
    #endif
  }

  init(areMissing: Bool) { self.areMissing = areMissing }

  /// Those in the files of a system.
  ///
  /// - Parameter root: the folder that stands for `/`.
  init(below root: String) {
    areMissing = !Self.files.contains { access(root + $0, R_OK) == 0 } && !Self.holdsFiles(root + Self.folder)
  }

  /// What is wrong, and what to do.
  static let advice =
    "this system has no trusted CAs (there is no \(files.joined(separator: " or "))): install them (apt install ca-certificates), or pass the API's CA with --upstream-ca"

  private static func holdsFiles(_ folder: String) -> Bool {
    guard let stream = opendir(folder) else { return false }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      // `.` and `..` are no files; neither is what is hidden an authority.
      if UInt8(truncatingIfNeeded: entry.pointee.d_name.0) != UInt8(ascii: ".") { return true }
    }
    return false
  }
}
