import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Which answers are the same.
@Suite struct AnswerPrintTests {
  private func response(
    _ body: String, status: Int = 200, _ headers: [RecordedResponse.Header] = Self.json
  ) -> RecordedResponse {
    RecordedResponse(
      status: status, headers: headers, body: RecordedBody(Array(body.utf8), contentType: "application/json"))
  }

  private static let json = [RecordedResponse.Header(name: "content-type", value: "application/json")]
  private let failed = #"{"errors":[{"message":"no","locations":[{"line":1,"column":2}],"path":["a"]}],"data":null}"#
  private let moved = #"{"errors":[{"message":"no","locations":[{"line":7,"column":9}],"path":["a"]}],"data":null}"#
  private let bare = #"{"errors":[{"message":"no","path":["a"]}],"data":null}"#

  @Test func `locations of errors do not count, and an answer's id keeps them`() {
    for other in [moved, bare] {
      #expect(response(failed).fingerprint() == response(other).fingerprint())
      #expect(response(failed).isSameAnswer(as: response(other)))
      #expect(response(failed).digest(ignoring: .standard) != response(other).digest(ignoring: .standard))
    }
  }

  @Test(arguments: [
    (#"{"errors":[{"message":"no","path":["b"]}],"data":null}"#),
    (#"{"errors":[{"message":"yes","path":["a"]}],"data":null}"#),
    (#"{"errors":[{"message":"no","path":["a"],"extensions":{"locations":[]}}],"data":null}"#),
  ])
  func `everything else of errors counts`(other: String) {
    #expect(!response(bare).isSameAnswer(as: response(other)))
  }

  @Test func `locations in data are data`() {
    let one = response(#"{"data":{"errors":[{"locations":[1]}],"locations":[1]}}"#)
    for other in [
      #"{"data":{"errors":[{"locations":[2]}],"locations":[1]}}"#,
      #"{"data":{"errors":[{"locations":[1]}],"locations":[2]}}"#,
    ] {
      #expect(!one.isSameAnswer(as: response(other)))
      #expect(one.fingerprint() != response(other).fingerprint())
    }
  }

  @Test func `locations of errors in events do not count either`() throws {
    func stream(_ line: Int, message: String = "no") throws -> RecordedResponse {
      let error: JSON = ["message": .string(message), "locations": [["line": .int(line), "column": 1]]]
      let part: JSON = ["incremental": [["path": [], "data": .null, "errors": [error]]], "hasNext": true]
      return RecordedResponse(
        status: 200, headers: [],
        body: .events(
          RecordedEvents(
            events: [.init(payload: ["data": .null, "errors": [error]]), .init(payload: part)], end: .errors([error]))))
    }
    #expect(try stream(1).fingerprint() == stream(2).fingerprint())
    #expect(try stream(1).fingerprint() != stream(1, message: "yes").fingerprint())
  }

  @Test func `an answer over a WebSocket is the same as one over HTTP with the same body, whatever its status`() {
    let overSocket = response(failed, [])
    for status in [200, 206, 400, 422] {
      let overHTTP = response(moved, status: status)
      #expect(overSocket.isSameAnswer(as: overHTTP) && overHTTP.isSameAnswer(as: overSocket))
    }
    #expect(!overSocket.isSameAnswer(as: response(#"{"data":null}"#, status: 400)))
  }

  @Test func `two statuses over HTTP are two answers`() {
    for (left, right) in [(200, 400), (200, 201), (400, 422)] {
      #expect(!response(failed, status: left).isSameAnswer(as: response(failed, status: right)))
      #expect(!response(failed, status: left, []).isSameAnswer(as: response(failed, status: right, [])))
    }
    #expect(
      !response(failed).isSameAnswer(
        as: response(failed, [.init(name: "content-type", value: "application/graphql-response+json")])))
    // What is not GraphQL did not come over a WebSocket.
    #expect(!response(#"{"ok":true}"#, []).isSameAnswer(as: response(#"{"ok":true}"#, status: 404)))
  }

  @Test func `a file keeps the answer that it has where only the transport is another`() {
    let (overSocket, overHTTP) = (response(failed, []), response(failed, status: 400))
    for (old, new) in [(overSocket, overHTTP), (overHTTP, overSocket)] {
      let merge = RunMemory.merge(RunMemory.Sequence([new]), into: [old], isForeign: false)
      #expect(merge.outcome == .known && merge.responses == nil)
      #expect(RunMemory.Sequence([old, new, old]).responses == [old])
    }
    let merge = RunMemory.merge(RunMemory.Sequence([response(failed)]), into: [overHTTP], isForeign: false)
    #expect(merge.outcome == .changed)
  }
}
