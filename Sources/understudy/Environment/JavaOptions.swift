import Foundation
import Recordings
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The options with which a command's JVMs use this program as their proxy, and trust its CA.
///
/// JVMs read neither the variables of proxies nor those of CAs. They read `JAVA_TOOL_OPTIONS`.
struct JavaOptions: Sendable {
  private let keytool: String
  /// The file with the authorities of the JDK and the CA.
  private let trustStore: String
  /// The reason that `keytool` gave for not making the trust store; nil if it made it.
  private var failure: String?

  /// The password of every JDK's own trust store. It protects nothing: the file has certificates only.
  private static let password = "changeit"

  /// Makes the trust store with the `keytool` of the Java that a command would use.
  ///
  /// - Parameters:
  ///   - command: the program that the user runs.
  ///   - certificate: the file with the CA's certificate.
  ///   - trustStore: the path of the trust store.
  /// - Returns: the options; nil without Java.
  static func prepared(command: String, certificate: String, trustStore: String) async -> JavaOptions? {
    guard let java = await JavaInstallation.used(by: command) else { return nil }
    var options = JavaOptions(keytool: java.keytool, trustStore: trustStore)
    let words = [
      // The first two make a short run of a JVM shorter.
      "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-importcert", "-noprompt", "-alias", "understudy-exec",
      "-keystore", trustStore, "-storepass", password, "-file", certificate,
    ]
    do {
      if let path = java.trustStore {
        try Data(contentsOf: URL(fileURLWithPath: path)).write(to: URL(fileURLWithPath: trustStore))
      }
      let done = try await Subprocess.run(
        .path(FilePath(java.keytool)), arguments: Arguments(words), environment: JavaInstallation.plainEnvironment,
        output: .string(limit: 1 << 16), error: .combinedWithOutput)
      guard !done.terminationStatus.isSuccess else { return options }
      options.failure = done.standardOutput.split(whereSeparator: \.isNewline).last.map(String.init) ?? "no output"
    } catch {
      options.failure = "\(error)"
    }
    return options
  }

  /// The warning to print if the JVMs will not trust the CA.
  var warning: String? {
    failure.map {
      "Java programs will not trust the CA of this run: \(keytool) could not make a trust store (\($0)). Set JAVA_HOME to a JDK whose keytool works."
    }
  }

  /// Writes the value of `JAVA_TOOL_OPTIONS`.
  ///
  /// - Parameters:
  ///   - present: the user's own value, which stays in front.
  ///   - proxy: the address of the proxy, such as `127.0.0.1:4000`.
  ///   - proxiesLoopback: true if requests to this machine must use the proxy, too.
  /// - Returns: the value.
  func value(after present: String?, proxy: String, proxiesLoopback: Bool) -> String {
    let authority = URLAuthority(proxy)
    let (host, port) = (authority?.host ?? proxy[...], authority?.portText ?? "")
    var options = ["http", "https"].flatMap { ["-D\($0).proxyHost=\(host)", "-D\($0).proxyPort=\(port)"] }
    // Both schemes read it. It cannot name a port, as NO_PROXY can.
    options.append("-Dhttp.nonProxyHosts=\(proxiesLoopback ? "" : "localhost|127.*|[::1]")")
    if failure == nil {
      options.append("-Djavax.net.ssl.trustStore=\(Self.quoted(trustStore))")
      options.append("-Djavax.net.ssl.trustStorePassword=\(Self.password)")
    }
    return ((present.map { [$0] } ?? []) + options).joined(separator: " ")
  }

  /// JVMs split the variable at spaces outside of quotation marks.
  private static func quoted(_ path: String) -> String {
    guard path.contains(where: \.isWhitespace) else { return path }
    return path.contains("\"") ? "'\(path)'" : "\"\(path)\""
  }
}

/// The installation of Java that a command would use.
struct JavaInstallation: Sendable {
  let keytool: String
  /// The file with its own authorities; nil if it has none.
  let trustStore: String?

  /// Without the user's own options, which could start a debugger in `keytool`, for example.
  static let plainEnvironment = Environment.inherit.updating([
    "JAVA_TOOL_OPTIONS": nil, "JDK_JAVA_OPTIONS": nil, "_JAVA_OPTIONS": nil,
  ])

  /// Finds the installation: that of the command itself if it is a `java`, else that of `JAVA_HOME`, as Maven and Gradle
  /// do, else the one in `PATH`. Returns nil if there is none with `keytool`.
  static func used(by command: String) async -> JavaInstallation? {
    var places: [String] = []
    if command.hasSuffix("/java") { places.append(command) }
    if command != "java", let home = Terminal.variable("JAVA_HOME"), !home.isEmpty { places.append(home + "/bin/java") }
    let folders = (Terminal.variable("PATH") ?? "").split(separator: ":")
    places += folders.map { $0 + "/java" }
    guard let java = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    let real = URL(fileURLWithPath: java).resolvingSymlinksInPath()
    let beside = JavaInstallation(home: real.deletingLastPathComponent().deletingLastPathComponent().path)
    if let beside, beside.trustStore != nil { return beside }
    // It may start one of several installations, or report that there is none, as those of macOS and version managers do.
    return await home(of: java).flatMap(JavaInstallation.init(home:))
  }

  private init?(home: String) {
    keytool = home + "/bin/keytool"
    guard FileManager.default.isExecutableFile(atPath: keytool) else { return nil }
    let files = ["jssecacerts", "cacerts"].map { "lib/security/\($0)" }
    // Java 8 has its runtime in `jre`.
    trustStore = (files + files.map { "jre/\($0)" }).map { "\(home)/\($0)" }.first(
      where: FileManager.default.fileExists(atPath:))
  }

  /// Returns the `java.home` that a `java` prints.
  private static func home(of java: String) async -> String? {
    let done = try? await Subprocess.run(
      .path(FilePath(java)), arguments: ["-XshowSettings:properties", "-version"], environment: plainEnvironment,
      output: .discarded, error: .string(limit: 1 << 16))
    let lines = (done?.standardError ?? "").split(whereSeparator: \.isNewline)
    let marker = "java.home = "
    return lines.compactMap { line in line.firstRange(of: marker).map { String(line[$0.upperBound...]) } }.first
  }
}
