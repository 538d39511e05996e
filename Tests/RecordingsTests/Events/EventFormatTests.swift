import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Results that came one after the other, in a file.
@Suite struct EventFormatTests {
  static let events = RecordedEvents(
    events: [
      .init(payload: ["data": ["tripsBooked": 1]], after: "9f2e4c71d2a9b0c3", wait: 12),
      .init(payload: ["data": ["tripsBooked": 0]]),
    ], end: .errors([["message": "gone"]]), endAfter: "start")

  func recording(_ body: RecordedBody, kind: OperationKind = .subscription) -> Recording {
    Recording(
      kind: kind, operationName: "TripsBooked", identity: .anonymous, variables: JSONObject(),
      states: [.init(responses: [RecordedResponse(status: 200, headers: [], body: body)])])
  }

  @Test func `events look as the page for reviewers says`() throws {
    let text = String(decoding: RecordingFormat.encode(recording(.events(Self.events))), as: UTF8.self)
    let expected = """
            "status": 200,
            "headers": {},
            "events": [
              {
                "after": "9f2e4c71d2a9b0c3",
                "wait": 12,
                "payload": {
                  "data": {
                    "tripsBooked": 1
                  }
                }
              },
              {
                "payload": {
                  "data": {
                    "tripsBooked": 0
                  }
                }
              }
            ],
            "end": {
              "after": "start",
              "how": "errors",
              "errors": [
                {
                  "message": "gone"
                }
              ]
            }
          }
        }
      }

      """
    #expect(text.hasSuffix(expected))
    let read = try RecordingFormat.decode(
      Array(text.utf8), path: "f.json", kind: .subscription, operationName: "TripsBooked")
    #expect(read == recording(.events(Self.events)))
  }

  /// How a WebSocket was closed.
  static func closed(_ code: UInt16, _ reason: String = "") -> RecordedEvents.End {
    SocketClose(code: code, reason: reason).map { .closed($0) } ?? .dropped
  }

  @Test(arguments: [
    RecordedEvents.End.complete, .dropped, .open, .errors([]), closed(1000), closed(4403, "Forbidden"),
    closed(4999, "\u{1F1E8} \"e\u{301}\""),
  ])
  func `each end is read back, and so is a stream without events`(_ end: RecordedEvents.End) throws {
    let written = recording(.events(RecordedEvents(events: [], end: end)))
    let bytes = RecordingFormat.encode(written)
    let read = try RecordingFormat.decode(bytes, path: "f", kind: .subscription, operationName: "TripsBooked")
    #expect(read == written)
  }

  @Test func `a wait that no file could hold is cut`() throws {
    let written = recording(.events(RecordedEvents(events: [.init(payload: 1, wait: .max)], end: .open)))
    let bytes = RecordingFormat.encode(written)
    let read = try RecordingFormat.decode(bytes, path: "f", kind: .subscription, operationName: "TripsBooked")
    #expect(read.states[0].responses[0].eventList?.events[0].wait == RecordedEvents.longestWait)
  }

  // MARK: What is compared

  private func print(_ change: (inout RecordedEvents) -> Void) -> ContentHash {
    var events = Self.events
    change(&events)
    return RecordedResponse(status: 200, headers: [], body: .events(events)).fingerprint()
  }

  @Test func `what must differ differs, and how long it took does not`() {
    let changes: [(inout RecordedEvents) -> Void] = [
      { _ in },
      { $0.events[0].after = nil },
      { $0.events[0].after = "start" },
      { $0.events[1].after = "9f2e4c71d2a9b0c3" },
      { $0.events[1].payload = ["data": ["tripsBooked": 2]] },
      { $0.events.swapAt(0, 1) },
      { $0.events.removeLast() },
      { $0.events.append($0.events[1]) },
      { $0.events = [] },
      { $0.end = .complete },
      { $0.end = .dropped },
      { $0.end = Self.closed(4403, "Forbidden") },
      { $0.end = Self.closed(4401, "Forbidden") },
      { $0.end = Self.closed(4403) },
      { $0.end = .open },
      { $0.end = .errors([]) },
      { $0.endAfter = nil },
      { $0.endAfter = "0a1b" },
    ]
    #expect(Set(changes.map { print($0) }).count == changes.count)
    #expect(print { $0.events[0].wait = 99 } == print { _ in })
    #expect(print { $0.events[1].wait = 1 } == print { _ in })
    #expect(print { $0.endWait = 99 } == print { _ in })
    #expect(print { $0.events[0].payload = ["data": ["tripsBooked": 1], "extensions": 1] } == print { _ in })
    let list = RecordedResponse(
      status: 200, headers: [], body: .json(.array(Self.events.events.map(\.payload))))
    #expect(list.fingerprint() != print { _ in })
  }

  @Test func `what varies by itself varies in payloads and in the errors at the end`() {
    let places = VolatilePlaces(
      VolatileRule([.path(["data", "at"]), .path(["errors", "id"]), .coordinate(type: "Subscription", field: "now")]),
      of: .subscription)
    func print(_ at: Int, _ id: Int, _ now: Int, _ value: Int = 1) -> ContentHash {
      let events = RecordedEvents(
        events: [.init(payload: ["data": ["at": .int(at), "now": .int(now), "value": .int(value)]])],
        end: .errors([["message": "x", "id": .int(id)]]))
      return RecordedResponse(status: 200, headers: [], body: .events(events)).fingerprint(ignoring: places)
    }
    #expect(print(1, 2, 3) == print(4, 5, 6))
    #expect(print(1, 2, 3) != print(1, 2, 3, 4))
  }

  // MARK: Errors

  static let whole = """
    {
      "format": 1, "identity": "anonymous", "variables": {},
      "states": { "start": ["5d0c"] },
      "responses": {
        "5d0c": {
          "status": 200, "headers": {},
          "events": [ { "after": "9f2e", "wait": 1, "payload": { "data": 1 } } ],
          "end": { "after": "9f2e", "how": "complete" }
        }
      }
    }
    """

  @Test(arguments: [
    (
      #"{ "after": "9f2e", "wait": 1, "payload": { "data": 1 } }"#, "1",
      "f.json:7:19: an event is a number: expected an object."
    ),
    (#", "payload": { "data": 1 }"#, "", #"f.json:7:19: the member "payload" is missing. Add it, or record again."#),
    (
      #""wait": 1"#, #""wiat": 1"#,
      #"f.json:7:38: unknown member "wiat": expected "after", "wait" and "payload". Did you mean "wait"?"#
    ),
    (
      #""wait": 1"#, #""wait": "1""#,
      #"f.json:7:46: "wait" is "1": expected whole milliseconds from 0 to 1000000000, such as 250."#
    ),
    (
      #""wait": 1"#, #""wait": -1"#,
      #"f.json:7:46: "wait" is -1: expected whole milliseconds from 0 to 1000000000, such as 250."#
    ),
    (
      #""wait": 1"#, #""wait": 1.5"#,
      #"f.json:7:46: "wait" is 1.5: expected whole milliseconds from 0 to 1000000000, such as 250."#
    ),
    (
      #""after": "9f2e", "wait""#, #""after": "", "wait""#,
      #"f.json:7:30: "" is not the name of a state: expected letters, digits, . - and _."#
    ),
    (#""after": "9f2e", "wait""#, #""after": null, "wait""#, #"f.json:7:30: "after" is null: expected a string."#),
    (
      #""data": 1"#, #""data": 1, "data": 2"#,
      #"f.json:7:73: "data" appears twice. After a merge, keep one of the two."#
    ),
    (
      #""how": "complete""#, #""how": "completed""#,
      #"f.json:8:40: "how" is "completed": expected "complete", "errors", "dropped" or "open". Did you mean "complete"?"#
    ),
    (
      #""how": "complete""#, #""how": 1"#,
      #"f.json:8:40: "how" is 1: expected "complete", "errors", "dropped" or "open"."#
    ),
    (#", "how": "complete""#, "", #"f.json:8:14: the member "how" is missing. Add it, or record again."#),
    (
      #""how": "complete""#, #""how": "errors""#,
      #"f.json:8:14: the member "errors" is missing. Add it, or record again."#
    ),
    (
      #""how": "complete""#, #""how": "errors", "errors": {}"#, #"f.json:8:60: "errors" is an object: expected a list."#
    ),
    (
      #""how": "complete""#, #""how": "open", "errors": []"#,
      #"f.json:8:48: "errors" is not allowed with "how": "open". It belongs to "how": "errors". Remove it."#
    ),
    (
      #""after": "9f2e", "how""#, #""after": ".", "how""#,
      #"f.json:8:25: "." is not the name of a state: expected letters, digits, . - and _."#
    ),
    (
      #""end": { "after": "9f2e", "how": "complete" }"#, #""text": """#,
      #"f.json:8:7: a response has "events" and "text": expected one of "body", "text", "base64", "file" and "events"."#
    ),
  ])
  func `says where, what was found and what would be right`(_ old: String, _ new: String, _ expected: String) {
    let pieces = Self.whole.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(pieces.count == 2)
    #expect(error(pieces.joined(separator: new)) == expected)
  }

  @Test func `the file that the cases change is right itself`() { #expect(error(Self.whole) == nil) }

  @Test func `events and their end belong together`() {
    let lines = Self.whole.split(separator: "\n").map(String.init)
    var (noEnd, noEvents) = (lines, lines)
    noEnd[6] = String(lines[6].dropLast())
    noEnd.remove(at: 7)
    noEvents[6] = #"      "body": 1,"#
    #expect(
      error(noEnd.joined(separator: "\n"))
        == #"f.json:5:13: the member "end" is missing. Add how the stream ended, such as "end": { "how": "complete" }."#
    )
    #expect(
      error(noEvents.joined(separator: "\n"))
        == #"f.json:8:7: "end" needs "events". Remove it."#)
    noEvents[6] = #"      "events": {},"#
    #expect(error(noEvents.joined(separator: "\n")) == #"f.json:7:17: "events" is an object: expected a list."#)
  }

  func error(_ text: String) -> String? {
    do throws(RecordingError) {
      _ = try RecordingFormat.decode(Array(text.utf8), path: "f.json", kind: .subscription, operationName: nil)
      return nil
    } catch {
      return error.description
    }
  }
}
