/// Instructions for making clients trust the local CA.
package enum TrustAdvice {
  /// Returns the lines to print.
  ///
  /// - Parameters:
  ///   - path: the file with the CA's certificate.
  ///   - keyHash: the hash of its public key.
  /// - Returns: the lines.
  package static func lines(certificate path: String, keyHash: String) -> [String] {
    let path = path.contains(" ") ? "'\(path)'" : path
    return [
      "To trust it:",
      "  curl             curl --cacert \(path) https://localhost:4000/…",
      "  Node.js          NODE_EXTRA_CA_CERTS=\(path) npm test",
      "  OpenSSL, Python, Ruby, Go on Linux",
      "                   SSL_CERT_FILE=\(path) pytest    (the system's CAs are then not trusted)",
      "  Chromium         --ignore-certificate-errors-spki-list=\(keyHash)",
      "                   with --user-data-dir=FOLDER; in Playwright: args of launch()",
      "  macOS            security add-trusted-cert -k ~/Library/Keychains/login.keychain-db \(path)",
      "  iOS simulator    xcrun simctl keychain booted add-root-cert \(path)",
      "  Android          copy it to app/src/debug/res/raw/understudy.pem, and add it to a network security config of",
      "                   the debug build: <debug-overrides><trust-anchors><certificates src=\"@raw/understudy\"/>…",
      "Then start with --tls, or use the port as a proxy. Trust it on machines and simulators for tests only.",
    ]
  }
}
