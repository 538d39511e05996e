import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

@Suite struct ResponseTests {
  @Test func `only allowed headers are kept`() {
    let headers: [(name: String, value: String)] = [
      ("Set-Cookie", "session=1"), ("Content-Type", "application/json"), ("X-Cost", "3"), ("CACHE-CONTROL", "no-store"),
      ("content-encoding", "gzip"), ("Content-Length", "12"), ("Transfer-Encoding", "chunked"), ("Server", "nginx"),
      ("Retry-After", "5"), ("cache-control", "private"), ("Cache-Control", "no-store"), ("Date", "today"),
      ("Authorization", "Bearer x"),
    ]
    let kept = ResponseHeaders(additional: ["X-Cost", "Set-Cookie", "content-length"]).kept(of: headers)
    #expect(
      kept.map { "\($0.name): \($0.value)" } == [
        "cache-control: no-store, private", "content-type: application/json", "retry-after: 5", "x-cost: 3",
      ])
    #expect(ResponseHeaders().kept(of: headers).map(\.name) == ["cache-control", "content-type", "retry-after"])
  }

  @Test(arguments: ResponseHeaders.never) func `what is never recorded cannot be asked for`(_ name: String) {
    #expect(!ResponseHeaders(additional: [name, name.uppercased()]).keeps(name))
  }

  @Test func `JSON becomes a tree, other text text, the rest bytes`() throws {
    func kind(_ bytes: [UInt8], _ type: String?) -> String {
      switch RecordedBody(bytes, contentType: type) {
      case .json: "json"
      case .text: "text"
      case .bytes, .file: "bytes"
      case .events: "events"
      }
    }
    #expect(kind(Array(canada.utf8), "application/json") == "json")
    #expect(kind(Array(canada.utf8), nil) == "json")
    #expect(kind(Array(" [1]\n".utf8), "text/plain") == "json")
    #expect(kind(Array("12".utf8), "application/json; charset=utf-8") == "json")
    #expect(kind(Array("12".utf8), "text/plain") == "text")
    #expect(kind(Array("{".utf8), "application/json") == "text")
    #expect(kind(Array("<html>".utf8), "text/html") == "text")
    #expect(kind([], nil) == "text")
    #expect(kind([0xFF, 0x00], nil) == "bytes")
    // A tree must not lose a byte of what was sent twice.
    #expect(kind(Array(#"{"a":[{"b":1,"b":2}]}"#.utf8), "application/json") == "text")
    // Deeper than a file could hold.
    let deep = String(repeating: "[", count: 510) + String(repeating: "]", count: 510)
    #expect(kind(Array(deep.utf8), nil) == "text")
  }

  @Test func `a body comes out as it went in`() {
    let bodies = [
      canada, #"{"b":1.0,"a":613835182.14269805,"n":123456789012345678901234567890,"e":1e3}"#, "plain", "", "{broken",
      #"{"a":1,"a":2}"#, #"{"s":"\ud83d\n\u0001"}"#,
    ]
    for body in bodies {
      #expect(RecordedBody(Array(body.utf8), contentType: "application/json").bytes == Array(body.utf8), "\(body)")
    }
    #expect(RecordedBody([0xFF, 0xFE], contentType: nil).bytes == [0xFF, 0xFE])
  }

  @Test func `a difference in the extensions alone is none`() {
    let plain = response(canada)
    #expect(
      response(#"{"data":{"country":{"name":"Canada"}},"extensions":{"took":12}}"#).fingerprint() == plain.fingerprint()
    )
    #expect(
      response(#"{"extensions":null,"data":{"country":{"name":"Canada"}}}"#).fingerprint() == plain.fingerprint())
  }

  @Test func `the order of members is no difference, but another text`() {
    let (one, other) = (response(#"{"a":[{"b":1,"c":2}]}"#), response(#"{"a":[{"c":2,"b":1}]}"#))
    #expect(one.fingerprint() == other.fingerprint())
    #expect(one != other && one.digest(ignoring: .standard) != other.digest(ignoring: .standard))
  }

  @Test func `any other difference is one`() {
    let others = [
      response(canada), response(japan), response(canada, status: 201), response(canada, type: "text/plain"),
      response(#"{"data":{"country":{"name":"Canada","extensions":1}}}"#),
      response(#"{"data":{"country":{"name":null}}}"#),
      response(#"{"a":1,"b":1}"#), response(#"{"a":1.0,"b":1}"#), response("[]"), response("[1,2]"), response("[2,1]"),
      response("text"), response("{}"), response(#"["extensions"]"#), response(#"{"a":"\u00e9"}"#),
      response(#"{"a":"e\u0301"}"#),
      RecordedResponse(status: 200, headers: [], body: .json(.object(JSONObject()))),
      RecordedResponse(status: 200, headers: [], body: .text("{}")),
      RecordedResponse(status: 200, headers: [], body: .bytes(Array("{}".utf8))),
      RecordedResponse(
        status: 200, headers: [.init(name: "a", value: "b"), .init(name: "c", value: "d")], body: .text("")),
      RecordedResponse(status: 200, headers: [.init(name: "a", value: "bcd")], body: .text("")),
    ]
    #expect(Set(others.map { $0.fingerprint().hex }).count == others.count)
    for (index, one) in others.enumerated() {
      for (position, other) in others.enumerated() { #expect((one == other) == (index == position)) }
    }
  }
}
