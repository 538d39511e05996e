import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Recordings
@testable import Replay

/// What rules that come later do to streams of results.
@Suite struct StreamRehearsalTests {
  private let story: RuleStory
  private let added = "subscription Added { added { clientMutationId post { id } } }"
  private let create: JSON = ["createPost": ["clientMutationId": "c1", "post": ["id": "7", "title": "b"]]]
  private let rule = "operations: { CreatePost: { variables: { input.clientMutationId: any } } }"

  init() throws { story = try RuleStory() }

  private func events(after state: String?, _ end: RecordedEvents.End = .complete) -> RecordedEvents {
    RecordedEvents(
      events: [
        .init(payload: ["data": ["added": .null]]),
        .init(payload: ["data": ["added": ["clientMutationId": "c1"]]], after: state, wait: 3),
      ], end: end)
  }

  /// The events that are recorded, as rules have them.
  private func recorded(_ yaml: String) throws -> (state: String, events: RecordedEvents)? {
    let stored = try story.recorded(yaml).first { $0.recording.kind == .subscription }
    guard let state = stored?.recording.states.first, case .events(let events)? = state.responses.first?.body else {
      return nil
    }
    return (state.name, events)
  }

  @Test func `an event follows the state that a rule has renamed`() throws {
    try story.record(StoryText.create, ["input": ["clientMutationId": "c1", "title": "b"]], create)
    let before = story.state
    try story.record(stream: added, events: events(after: before))
    let rehearsal = try story.apply(rule)
    #expect(try story.rehearse(rule).changes.isEmpty)
    let after = try #require(
      try story.recorded(rule).first { $0.recording.kind == .mutation }?.recording.states.first?.next)
    let found = try #require(try recorded(rule))
    #expect(after != before && found.state == "start")
    #expect(found.events == events(after: after))
    let change = rehearsal.changes.first { $0.rewrite.recording.kind == .subscription }
    #expect(change?.renamedStates == 0 && change?.redirectedStates == 1)
    #expect(change?.text(in: "r").hasSuffix(": 1 state has events after another state") == true)
  }

  @Test func `a stream that was opened in a renamed state moves there, and follows it no more than before`() throws {
    try story.record(StoryText.create, ["input": ["clientMutationId": "c1", "title": "b"]], create)
    try story.record(stream: added, openedIn: story.state, events: events(after: nil))
    try story.apply(rule)
    let after = try story.recorded(rule).first { $0.recording.kind == .mutation }?.recording.states.first?.next
    let found = try #require(try recorded(rule))
    #expect(found.state == after && found.events == events(after: nil))
  }

  @Test func `an event after a mutation that changes nothing follows nothing`() throws {
    let yaml = "operations: { CreatePost: { changes: nothing } }"
    try story.record(StoryText.create, ["input": ["title": "b"]], create)
    try story.record(stream: added, events: events(after: story.state))
    try story.apply(yaml)
    #expect(try recorded(yaml)?.events == events(after: nil))
    #expect(try story.rehearse(yaml).changes.isEmpty)
  }

  @Test func `streams that a rule makes one are one if they are the same but for how long they took`() throws {
    let yaml = "operations: { Post: { variables: { id: any } } }"
    let text = "subscription Post($id: ID!) { post(id: $id) { id } }"
    var slow = events(after: nil)
    slow.events[0].wait = 99
    try story.record(stream: text, ["id": "1"], events: events(after: nil))
    try story.record(stream: text, ["id": "2"], events: slow)
    #expect(try story.apply(yaml).refused.isEmpty)
    #expect(try story.recorded(yaml).count == 1)
    let other = try RuleStory()
    try other.record(stream: text, ["id": "1"], events: events(after: nil))
    try other.record(stream: text, ["id": "2"], events: events(after: nil, .dropped))
    #expect(try other.apply(yaml).refused.count == 2)
  }

  @Test func `echoes are taken out of payloads, and told where their rule is gone`() throws {
    let yaml = "operations: { Added: { variables: { me: { any: true, echo: true } } } }"
    let text = "subscription Added($me: ID) { added(me: $me) { me } }"
    let stream = RecordedEvents(
      events: [.init(payload: ["data": ["added": ["me": "c1"]]]), .init(payload: ["data": ["added": ["me": "c2"]]])],
      end: .errors([["message": "x", "me": "c1"]]))
    try story.record(stream: text, ["me": "c1"], events: stream)
    try story.apply(yaml)
    let found = try #require(try recorded(yaml)?.events)
    #expect(
      found.events.map { $0.payload["data"]?["added"]?["me"]?.stringValue } == ["understudy-echo me", "c2"])
    #expect(found.end == .errors([["message": "x", "me": "understudy-echo me"]]))
    let gone = try story.rehearse("operations: { Added: { variables: { me: any } } }").findings
    #expect(gone.contains { if case .goneEcho = $0 { true } else { false } })
  }
}
