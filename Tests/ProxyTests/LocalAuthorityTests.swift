import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import Proxy
@testable import ProxyTLS

@Suite("The local authority")
struct LocalAuthorityTests {
  let folder: TemporaryFolder
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws { folder = try TemporaryFolder() }

  private func made() throws -> AuthorityFolder {
    let place = try AuthorityFolder("\(folder.path)/ca")
    try place.make(now: Self.now)
    return place
  }

  private func problem(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return "\(error)".replacing(folder.path, with: "DIR")
    }
  }

  @Test("It is made for its user alone, and loaded as it was made")
  func making() throws {
    let place = try made()
    #expect(try folder.permissions(of: place.path) == 0o700)
    #expect(try folder.permissions(of: place.keyPath) == 0o600)
    #expect(try folder.permissions(of: place.certificatePath) == 0o644)
    let authority = try place.load(now: Self.now)
    #expect(authority.certificate.publicKey == authority.key.publicKey)
    #expect(authority.certificate.subject.description == "CN=Understudy local authority")
    let constraints = try authority.certificate.extensions.basicConstraints
    #expect(constraints == .isCertificateAuthority(maxPathLength: 0))
    try place.make(now: Self.now)
    #expect(try place.load(now: Self.now).key != authority.key)
    // A folder that is somebody's already stays as it is.
    let shared = try folder.permissions(of: folder.path)
    try AuthorityFolder(folder.path).make(now: Self.now)
    #expect(try folder.permissions(of: folder.path) == shared)
    #expect(try folder.permissions(of: "authority-key.pem") == 0o600)
  }

  @Test("A certificate names hosts as hosts and addresses as addresses, and is not good for long")
  func issuing() throws {
    let authority = try LocalAuthority.make(now: Self.now)
    let hosts = ["localhost", "127.0.0.1", "::1", "10.0.2.2", "my-mac.local"]
    let (leaf, key) = try authority.issue(for: hosts, now: Self.now)
    let v6 = ArraySlice([UInt8](repeating: 0, count: 15) + [1])
    #expect(
      try leaf.extensions.subjectAlternativeNames.map(Array.init) == [
        .dnsName("localhost"), .ipAddress(.init(contentBytes: [127, 0, 0, 1])), .ipAddress(.init(contentBytes: v6)),
        .ipAddress(.init(contentBytes: [10, 0, 2, 2])), .dnsName("my-mac.local"),
      ])
    #expect(leaf.publicKey == .init(key.publicKey))
    #expect(authority.certificate.publicKey.isValidSignature(leaf.signature, for: leaf))
    #expect(leaf.notValidAfter.timeIntervalSince(Self.now) == 30 * 86_400)
    // It ends with its authority at the latest.
    let late = authority.certificate.notValidAfter - 86_400
    #expect(try authority.issue(for: hosts, now: late).certificate.notValidAfter == authority.certificate.notValidAfter)
    #expect(try authority.issue(for: hosts, now: Self.now).key.rawRepresentation != key.rawRepresentation)
    // A server sends its authority, too: Chromium looks for the hash of the authority's key.
    #expect(try authority.identity(for: hosts, now: Self.now).chain.count == 2)
  }

  @Test("A key that others may use is refused, with the command that helps", arguments: [0o644, 0o640, 0o660, 0o601])
  func permissions(mode: Int) throws {
    let place = try made()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.keyPath)
    #expect(
      problem { _ = try place.load(now: Self.now) }
        == "Other users can read DIR/ca/authority-key.pem (its mode is \(String(mode, radix: 8))). The key lets its holder issue certificates that your devices trust. Restrict it: chmod 600 DIR/ca/authority-key.pem"
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: place.keyPath)
    #expect(problem { _ = try place.load(now: Self.now) } == nil)
  }

  @Test("A folder inside a repository is refused, also where a symbolic link leads there")
  func repository() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: "\(folder.path)/app/.git", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/app")
    for inside in ["app/keys/ca", "link/ca", "app"] {
      let text = problem { try AuthorityFolder("\(folder.path)/\(inside)").make(now: Self.now) }
      #expect(text?.hasPrefix("DIR/\(inside) is inside the repository ") == true, "\(inside): \(text ?? "made")")
    }
    #expect(try files.contentsOfDirectory(atPath: "\(folder.path)/app") == [".git"])
  }

  @Test("What is wrong with one that is there is said")
  func broken() throws {
    #expect(
      problem { _ = try AuthorityFolder("\(folder.path)/no").load() }
        == "There is no local certificate authority in DIR/no. Create it: understudy ca --ca-folder DIR/no")
    let place = try made()
    #expect(
      problem { _ = try place.load(now: Self.now + 6 * 365 * 86_400) }
        == "The local certificate authority in DIR/ca expired on 2032-01-14. Create a new one, and trust it: understudy ca --force --ca-folder DIR/ca"
    )
    let other = try AuthorityFolder("\(folder.path)/other")
    try other.make(now: Self.now)
    try FileManager.default.removeItem(atPath: place.certificatePath)
    #expect(
      problem { _ = try place.load(now: Self.now) }
        == "DIR/ca/authority.pem cannot be read: No such file or directory. Check the path and its permissions.")
    try FileManager.default.copyItem(atPath: other.certificatePath, toPath: place.certificatePath)
    #expect(
      problem { _ = try place.load(now: Self.now) }
        == "DIR/ca/authority-key.pem does not match DIR/ca/authority.pem. Create both again: understudy ca --force --ca-folder DIR/ca"
    )
  }

  #if !os(macOS)
    @Test("Its usual folder follows the XDG specification")
    func usualFolder() throws {
      func path(_ environment: [String: String]) throws -> String { try AuthorityFolder(nil) { environment[$0] }.path }
      #expect(try path(["HOME": "/home/me"]) == "/home/me/.local/share/understudy")
      #expect(try path(["HOME": "/home/me", "XDG_DATA_HOME": "/data"]) == "/data/understudy")
      #expect(try path(["HOME": "/home/me", "XDG_DATA_HOME": "data"]) == "/home/me/.local/share/understudy")
      #expect(throws: TLSProblem.self) { try path([:]) }
    }
  #endif
}
