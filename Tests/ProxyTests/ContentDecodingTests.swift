import Engine
import Testing
import Transports

@testable import Proxy
@testable import ProxyTLS

@Suite("Content codings are undone for the stored copy")
struct ContentDecodingTests {
  /// `{"data":{"a":1}}` as `python3 -c 'gzip.compress(…, mtime=0)'` and `zlib.compress` made it.
  static let text = Array(#"{"data":{"a":1}}"#.utf8)
  static let gzip: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 73, 44, 73, 84, 178, 170, 86, 2, 18, 134, 181, 181, 0, 117, 173, 91,
    150, 16, 0, 0, 0,
  ]
  static let deflate: [UInt8] = [
    120, 156, 171, 86, 74, 73, 44, 73, 84, 178, 170, 86, 2, 18, 134, 181, 181, 0, 43, 196, 5, 25,
  ]

  @Test("gzip, deflate and identity")
  func known() throws {
    #expect(try ContentDecoding.decode(Self.gzip, coding: "gzip", limit: 1000) == Self.text)
    #expect(try ContentDecoding.decode(Self.gzip, coding: "GZIP", limit: 1000) == Self.text)
    #expect(try ContentDecoding.decode(Self.deflate, coding: "deflate", limit: 1000) == Self.text)
    #expect(try ContentDecoding.decode(Self.text, coding: "identity", limit: 1000) == Self.text)
  }

  @Test(
    "What cannot be undone is an error, never half a body",
    arguments: [
      (Self.text, "gzip"), (Array(Self.gzip.dropLast(12)), "gzip"), (Self.text, "br"), (Self.gzip, "gzip, br"),
    ])
  func broken(bytes: [UInt8], coding: String) {
    #expect(throws: UpstreamError.self) { try ContentDecoding.decode(bytes, coding: coding, limit: 1000) }
  }

  @Test("A body that grows over the bound is an error")
  func bomb() {
    #expect(throws: UpstreamError.self) { try ContentDecoding.decode(Self.gzip, coding: "gzip", limit: 8) }
  }
}
