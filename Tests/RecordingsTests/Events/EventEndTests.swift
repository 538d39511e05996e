import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// How a stream ended, in a file.
@Suite struct EventEndTests {
  @Test(arguments: [
    (RecordedEvents.End.dropped, 0, #"{"how":"dropped"}"#), (.dropped, 30, #"{"wait":30,"how":"dropped"}"#),
    (EventFormatTests.closed(1011), 0, #"{"how":"dropped","code":1011}"#),
    (EventFormatTests.closed(4403, "Forbidden"), 40, #"{"wait":40,"how":"dropped","code":4403,"reason":"Forbidden"}"#),
    (EventFormatTests.closed(1005), 0, #"{"how":"dropped","code":1005}"#),
    (.complete, 10, #"{"wait":10,"how":"complete"}"#), (.errors([]), 10, #"{"wait":10,"how":"errors","errors":[]}"#),
  ])
  func `what an end says stands only where there is something to say`(
    _ end: RecordedEvents.End, _ wait: Int, _ text: String
  ) throws {
    let written = EventFormatTests().recording(.events(RecordedEvents(events: [], end: end, endWait: wait)))
    let bytes = RecordingFormat.encode(written)
    let file = try JSON.parse(bytes)
    #expect(file["responses"]?.objectValue?.members.first?.value["end"]?.compactText == text)
    let read = try RecordingFormat.decode(bytes, path: "f", kind: .subscription, operationName: "TripsBooked")
    #expect(read == written)
  }

  @Test(arguments: [0, 999, 1004, 1006, 1015, 1016, 2999, 5000, .max] as [UInt16])
  func `no close has a code that no close frame may have`(_ code: UInt16) {
    #expect(SocketClose(code: code, reason: "") == nil)
  }

  @Test(arguments: [
    (
      #""how": "complete""#, #""how": "complete", "code": 1011"#,
      #"f.json:8:52: "code" is not allowed with "how": "complete". It belongs to "how": "dropped". Remove it."#
    ),
    (
      #""how": "complete""#, #""how": "open", "reason": "x""#,
      #"f.json:8:48: "reason" is not allowed with "how": "open". It belongs to "how": "dropped". Remove it."#
    ),
    (
      #""how": "complete""#, #""how": "dropped", "reason": "x""#,
      #"f.json:8:14: the member "code" is missing. A "reason" needs the close code. Add it, such as "code": 1000."#
    ),
    (
      #""how": "complete""#, #""how": "dropped", "code": 1006"#,
      #"f.json:8:59: "code" is 1006: expected a code that a WebSocket can be closed with, 1000 to 1003, 1007 to 1014, or 3000 to 4999; or 1005, a close without a code."#
    ),
    (
      #""how": "complete""#, #""how": "dropped", "code": 1005, "reason": "x""#,
      #"f.json:8:75: a close without a code (1005) cannot have a "reason". Remove it."#
    ),
    (
      #""how": "complete""#, #""how": "dropped", "code": "4403""#,
      #"f.json:8:59: "code" is "4403": expected a code that a WebSocket can be closed with, 1000 to 1003, 1007 to 1014, or 3000 to 4999; or 1005, a close without a code."#
    ),
    (
      #""how": "complete""#, #""how": "dropped", "code": 4403, "reason": 1"#,
      #"f.json:8:75: "reason" is a number: expected a string."#
    ),
    (
      #""how": "complete""#, #""how": "complete", "wait": -1"#,
      #"f.json:8:60: "wait" is -1: expected whole milliseconds from 0 to 1000000000, such as 250."#
    ),
  ])
  func `says where, what was found and what would be right`(_ old: String, _ new: String, _ expected: String) {
    let pieces = EventFormatTests.whole.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(pieces.count == 2)
    #expect(EventFormatTests().error(pieces.joined(separator: new)) == expected)
  }
}
