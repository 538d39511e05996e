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

  @Test("What is larger than a piece of zlib's output comes whole")
  func long() throws {
    // `zlib.compress(200_000 * b"a", 9)`
    let start: [UInt8] = [120, 218, 237, 193, 49, 1, 0, 0, 0, 194, 160, 172, 235, 95, 194, 12, 254, 64, 1]
    let end: [UInt8] = [175, 1, 204, 238, 22, 153]
    let body = start + [UInt8](repeating: 0, count: 218 - start.count - end.count) + end
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    #expect(try ContentDecoding.decode(body, coding: "deflate", limit: 200_000) == text)
    #expect(throws: UpstreamError.self) { try ContentDecoding.decode(body, coding: "deflate", limit: 199_999) }
  }

  @Test("Several gzip members are one body")
  func members() throws {
    #expect(try ContentDecoding.decode(Self.gzip + Self.gzip, coding: "gzip", limit: 1000) == Self.text + Self.text)
    let limit = 2 * Self.text.count - 1
    #expect(throws: UpstreamError.self) {
      try ContentDecoding.decode(Self.gzip + Self.gzip, coding: "gzip", limit: limit)
    }
  }

  @Test(
    "What cannot be undone is an error, never half a body",
    arguments: [
      (Self.text, "gzip"), (Array(Self.gzip.dropLast(12)), "gzip"), (Self.text, "br"), (Self.gzip, "gzip, br"),
      (Self.gzip + Self.text, "gzip"), (Array(Self.deflate.dropLast()), "deflate"),
    ])
  func broken(bytes: [UInt8], coding: String) {
    #expect(throws: UpstreamError.self) { try ContentDecoding.decode(bytes, coding: coding, limit: 1000) }
  }

  @Test("A body that grows over the bound is an error")
  func bomb() {
    #expect(throws: UpstreamError.self) { try ContentDecoding.decode(Self.gzip, coding: "gzip", limit: 8) }
  }
}
