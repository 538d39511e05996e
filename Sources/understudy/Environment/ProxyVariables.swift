import Foundation
import ProxyTLS
import SchemaSources

/// The variables with which a command's clients use this program as their proxy, and trust its CA.
///
/// The CA exists only in memory, for one run. Only certificates are on disk, in a folder that is removed at the end.
struct ProxyVariables {
  let interception: InterceptionCertificates
  /// The hash of the CA's key, for Chromium.
  private let keyHash: String
  private let folder: URL
  /// Indicates whether a recorded API is on this machine, so that requests to it must use the proxy, too.
  private let proxiesLoopback: Bool
  /// The options of JVMs; nil without Java.
  private var java: JavaOptions?
  /// The password of the proxy, for the proxy URLs; nil for none.
  private let token: String?

  /// - Throws: `WorkFailure` if the CA cannot be made, or its certificate cannot be written.
  init(proxiesLoopback: Bool, token: String? = nil) throws(WorkFailure) {
    self.proxiesLoopback = proxiesLoopback
    self.token = token?.addingPercentEncoding(withAllowedCharacters: Self.unreserved)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("understudy-ca-\(UUID().uuidString)")
    do {
      let authority = try LocalAuthority.ofOneRun()
      interception = InterceptionCertificates(authority)
      keyHash = try authority.keyHash
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let own = Data(try authority.certificatePEM.utf8)
      try own.write(to: file("authority.pem"))
      try (Self.systemAuthorities + own).write(to: file("bundle.pem"))
    } catch {
      throw WorkFailure(
        "The CA certificate for --intercept could not be written to \(folder.path): \(error). Check the folder and its permissions."
      )
    }
  }

  /// The characters that no URL gives a meaning.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")

  private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// The file with the CA's certificate alone.
  var certificatePath: String { file("authority.pem").path }

  /// The system's CAs: most clients replace them by the file that they are given.
  private static var systemAuthorities: Data {
    SystemAuthorities.bundle.flatMap { FileManager.default.contents(atPath: $0) }.map { $0 + Data("\n".utf8) } ?? Data()
  }

  /// Returns these variables with that of JVMs, if a command would find Java. Making a trust store takes half a second.
  func addingJava(for command: String) async -> ProxyVariables {
    var all = self
    all.java = await JavaOptions.prepared(
      command: command, certificate: certificatePath, trustStore: file("authorities.jks").path)
    return all
  }

  /// The reason for JVMs that do not trust the CA.
  var warning: String? { java?.warning }

  /// Returns the variables with their values, for a proxy with this origin, such as `http://127.0.0.1:4000`.
  func values(origin: String) -> [String: String] { values(origin: origin, token: token) }

  private func values(origin: String, token: String?) -> [String: String] {
    let (own, bundle) = (certificatePath, file("bundle.pem").path)
    let authority = origin.split(separator: "/").last.map(String.init) ?? ""
    var values: [String: String] = [
      "SSL_CERT_FILE": bundle, "REQUESTS_CA_BUNDLE": bundle, "CURL_CA_BUNDLE": bundle, "GIT_SSL_CAINFO": bundle,
      "NODE_EXTRA_CA_CERTS": own, "DENO_CERT": own, "NODE_USE_ENV_PROXY": "1",
      "UNDERSTUDY_CA_HASH": keyHash,
    ]
    // Requests to this server itself, such as those of a test plugin, are none for the proxy.
    let direct = proxiesLoopback ? authority : "localhost,127.0.0.1,::1"
    let proxy = token.map { origin.replacing("://", with: "://understudy:\($0)@") } ?? origin
    for (name, value) in [("HTTP_PROXY", proxy), ("HTTPS_PROXY", proxy), ("ALL_PROXY", proxy), ("NO_PROXY", direct)] {
      values[name] = value
      values[name.lowercased()] = value
    }
    if let java {
      values["JAVA_TOOL_OPTIONS"] = java.value(
        after: Terminal.variable("JAVA_TOOL_OPTIONS"), proxy: authority, proxiesLoopback: proxiesLoopback)
    }
    return values
  }

  /// Returns a line for each variable, without the token.
  func lines(origin: String) -> [String] {
    values(origin: origin, token: token.map { _ in "…" }).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
  }

  /// Removes the certificates.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}
