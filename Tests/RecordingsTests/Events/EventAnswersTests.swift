import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

@Suite struct EventAnswersTests {
  @Test func `answers are the payloads, and what the errors at the end would be as an answer`() {
    let events = EventFormatTests.events
    #expect(
      events.answers == [
        ["data": ["tripsBooked": 1]], ["data": ["tripsBooked": 0]], ["errors": [["message": "gone"]]],
      ])
    #expect(RecordedBody.events(events).answers == events.answers)
    #expect(RecordedBody.events(events).answer == ["data": ["tripsBooked": 1]])
    #expect(RecordedBody.json(1).answers == [1])
    #expect(RecordedBody.text("x").answers.isEmpty && RecordedBody.bytes([]).answer == nil)
    #expect(RecordedEvents(events: [], end: .complete).answers.isEmpty)
  }

  @Test func `what is changed in answers is changed in all of them, and nothing else is`() {
    let events = EventFormatTests.events
    #expect(events.mappingAnswers { $0 } == events)
    let changed = events.mappingAnswers { $0["errors"] == nil ? "x" : ["errors": ["y"]] }
    #expect(changed.events.map(\.payload) == ["x", "x"])
    #expect(changed.end == .errors(["y"]))
    #expect(changed.events.map(\.after) == events.events.map(\.after))
    #expect(changed.events.map(\.wait) == events.events.map(\.wait))
    #expect(changed.endAfter == events.endAfter)
    // An end has errors, whatever becomes of them.
    #expect(events.mappingAnswers { _ in 1 }.end == events.end)
  }

  @Test func `states are renamed, and one that is no other than before is left out`() {
    let payload: JSON = ["data": 1]
    let events = RecordedEvents(
      events: [
        .init(payload: payload), .init(payload: payload, after: "a"), .init(payload: payload, after: "b"),
        .init(payload: payload, after: "c"),
      ], end: .complete, endAfter: "d")
    func renamed(_ names: [String: String], from start: String = "start") -> [String?] {
      let result = events.inStates(from: start) { names[$0] ?? $0 }
      return result.events.map(\.after) + [result.endAfter]
    }
    #expect(events.states == ["a", "b", "c", "d"])
    #expect(renamed([:]) == [nil, "a", "b", "c", "d"])
    #expect(renamed(["a": "1", "d": "4"]) == [nil, "1", "b", "c", "4"])
    #expect(renamed(["a": "start", "c": "b", "d": "b"]) == [nil, nil, "b", nil, nil])
    #expect(renamed(["a": "b"], from: "b") == [nil, nil, nil, "c", "d"])
  }

  @Test func `a payload is a tree that a file can hold`() {
    func payload(_ text: String) -> JSON? { RecordedEvents.payload(Array(text.utf8)) }
    #expect(payload(#" {"data": {"b": 1, "a": 1.0}}"#)?.compactText == #"{"data":{"b":1,"a":1.0}}"#)
    #expect(payload("null") == .null)
    for text in ["", "{", #"{"a": 1, "a": 2}"#, "\u{FEFF}{}x"] { #expect(payload(text) == nil) }
    let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(payload(deep(504)) != nil && payload(deep(505)) == nil)
    let deepest = RecordedEvents(events: [.init(payload: payload(deep(504)) ?? 0)], end: .open)
    let recording = Recording(
      kind: .subscription, operationName: nil, identity: .anonymous, variables: JSONObject(),
      states: [.init(responses: [RecordedResponse(status: 200, headers: [], body: .events(deepest))])])
    #expect(throws: Never.self) {
      try RecordingFormat.decode(
        RecordingFormat.encode(recording), path: "f", kind: .subscription, operationName: nil)
    }
  }
}
