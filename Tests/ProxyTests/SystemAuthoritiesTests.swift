import Foundation
import NIOSSL
import Testing
import Transports

@testable import Proxy
@testable import ProxyTLS

@Suite("Systems that trust nobody")
struct SystemAuthoritiesTests {
  @Test(
    "Authorities are missing where there is neither a file of them nor anything in their folder",
    arguments: [
      ([], true),
      (["etc/ssl/certs/"], true),
      (["etc/ssl/certs/.keep"], true),
      (["etc/ssl/certs/ca-certificates.crt"], false),
      (["etc/ssl/certs/002c0b4f.0"], false),
      (["etc/pki/tls/certs/ca-bundle.crt"], false),
    ])
  func missing(paths: [String], areMissing: Bool) throws {
    let folder = try TemporaryFolder()
    for path in paths {
      let place = "\(folder.path)/\(path)"
      let parent = place.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      if !path.hasSuffix("/") { _ = try folder.write("", to: path) }
    }
    #expect(SystemAuthorities(below: folder.path).areMissing == areMissing)
  }

  private static let advice =
    "this system has no trusted CAs (there is no /etc/ssl/certs/ca-certificates.crt or /etc/pki/tls/certs/ca-bundle.crt): install them (apt install ca-certificates), or pass the API's CA with --upstream-ca"

  @Test("What TLS says for want of them names the cause, and what to do")
  func advice() {
    func said(_ error: any Error, areMissing: Bool) -> String {
      UpstreamError(
        classifying: error, timeout: nil, authorities: SystemAuthorities(areMissing: areMissing)
      ).detail
    }
    #expect(said(BoringSSLError.unknownError([]), areMissing: true) == Self.advice)
    // Where there are some, and for what is no https, it is something else.
    let unclear = "no TLS connection could be made"
    #expect(said(BoringSSLError.unknownError([]), areMissing: false) == unclear)
    #expect(said(BoringSSLError.sslError([]), areMissing: true) == unclear)
  }
}
