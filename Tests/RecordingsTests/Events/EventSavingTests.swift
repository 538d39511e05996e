import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

/// Streams in the store: what is the same, what is more of the same, and what is something else.
@Suite struct EventSavingTests {
  let folder: TemporaryFolder
  let sent: Sent
  let key: OperationKey

  init() throws {
    folder = try TemporaryFolder()
    sent = try Sent("subscription S { tripsBooked }", endpoint: "rockets")
    key = try sent.key()
  }

  private func open() throws -> RecordingStore {
    try RecordingStore(path: "\(folder.path)/rockets", endpoint: "rockets")
  }

  private func stream(
    _ values: [Int], _ end: RecordedEvents.End = .open, wait: Int = 5, endAfter: String? = nil
  ) -> RecordedResponse {
    let events = values.map { RecordedEvents.Event(payload: ["data": ["tripsBooked": .int($0)]], wait: wait) }
    return RecordedResponse(
      status: 200, headers: [], body: .events(RecordedEvents(events: events, end: end, endAfter: endAfter)))
  }

  private func save(_ response: RecordedResponse, _ store: RecordingStore, session: String = "a") throws -> SaveOutcome
  {
    try store.save(response, for: key, document: sent.document, session: session)
  }

  /// The values that each recorded stream has.
  private func recorded() throws -> [[Int?]] {
    (try open().lookup(key)?.recording.responses(in: "start") ?? []).map { response in
      response.eventList?.events.map { $0.payload["data"]?["tripsBooked"]?.intValue } ?? []
    }
  }

  @Test func `other waits are no reason to write`() throws {
    let store = try open()
    #expect(try save(stream([1, 2], .complete), store) == .new)
    let before = try folder.contents()
    #expect(try save(stream([1, 2], .complete, wait: 99), store) == .known)
    let again = try open()
    #expect(try save(stream([1, 2], .complete, wait: 0), again) == .known)
    #expect(try again.finish() == 0)
    #expect(try folder.contents() == before)
    #expect(try save(stream([1, 3], .complete), again) == .changed)
    #expect(try folder.contents() != before)
  }

  @Test func `who leaves early has seen the beginning, in a later run`() throws {
    _ = try save(stream([1, 2, 3]), try open())
    for response in [stream([1, 2]), stream([]), stream([1, 2, 3], endAfter: "9f2e"), stream([1, 2, 3], wait: 1)] {
      let store = try open()
      #expect(try save(response, store) == .known)
      #expect(try store.finish() == 0)
      #expect(try recorded() == [[1, 2, 3]])
    }
    let store = try open()
    #expect(try save(stream([1, 2, 3, 4], .complete), store) == .changed)
    #expect(try recorded() == [[1, 2, 3, 4]])
  }

  @Test func `who leaves early has seen the beginning, in the same run and session, or another`() throws {
    for session in ["a", "b"] {
      let folder = try TemporaryFolder()
      let store = try RecordingStore(path: "\(folder.path)/rockets", endpoint: "rockets")
      func save(_ response: RecordedResponse, session: String) throws -> SaveOutcome {
        try store.save(response, for: key, document: sent.document, session: session)
      }
      #expect(try save(stream([1]), session: "a") == .new)
      #expect(try save(stream([1, 2]), session: session) == .changed)
      #expect(try save(stream([1]), session: "a") == .known)
      #expect(try save(stream([]), session: session) == .known)
      #expect(try save(stream([1, 2], .dropped), session: session) == .changed)
      try store.finish()
      let responses = try store.lookup(key)?.recording.responses(in: "start") ?? []
      #expect(responses == [stream([1, 2], .dropped)])
    }
  }

  @Test(arguments: [
    ([1, 2], RecordedEvents.End.complete), ([2], .open), ([1, 2, 4], .open), ([1, 2, 3, 4], .open),
    ([1, 2, 3], .dropped),
  ])
  func `a stream that is something else is written`(_ values: [Int], _ end: RecordedEvents.End) throws {
    _ = try save(stream([1, 2, 3]), try open())
    #expect(try save(stream(values, end), try open()) == .changed)
    #expect(try recorded() == [values])
  }

  @Test func `what ended is not the beginning of anything`() throws {
    _ = try save(stream([1], .complete), try open())
    let store = try open()
    #expect(try save(stream([1, 2]), store) == .changed)
    #expect(try recorded() == [[1, 2]])
    // In one run and session they come in turn.
    #expect(try save(stream([1], .complete), store) == .changed)
    #expect(try recorded() == [[1, 2], [1]])
  }

  @Test func `the spelling of parts is a part of the key, of operations that have some`() throws {
    func keys(_ text: String) throws -> Set<OperationKey> {
      let sent = try Sent(text, endpoint: "rockets")
      return Set(
        ["application/json", "multipart/mixed", "multipart/mixed;deferSpec=20220824"].map {
          sent.key.key(variables: nil, identity: .anonymous, headers: sent.key.headers([], accept: $0))
        })
    }
    #expect(try keys("{ a { ... @defer { b } } }").count == 3)
    #expect(try keys("query Q { a { ...F @defer } } fragment F on A { b }").count == 3)
    #expect(try keys("query Q { a { ...F } } fragment F on A { b @stream(initialCount: 1) }").count == 3)
    for text in [
      "{ a }", #"{ a(b: "@defer") }"#, #"{ a(b: "\"@defer") }"#, #"{ a(b: """ \""" @stream """) }"#, "{ a @deferred }",
      "{ a @defer_ }", "{ defer }",
    ] {
      #expect(try keys(text).count == 1, "\(text)")
    }
    // It is read back without a rule that would count it.
    let sent = try Sent("query Q { a { ... @defer { b } } }", endpoint: "rockets")
    let key = sent.key.key(
      variables: nil, identity: .anonymous, headers: sent.key.headers([], accept: "multipart/mixed"))
    _ = try open().save(stream([1], .complete), for: key, document: sent.document)
    #expect(try open().lookup(key)?.recording.headers == [.init(name: "accept", value: "multipart/mixed")])
    #expect(try open().lookup(try sent.key()) == nil)
    let written = try EndpointFolder(name: "rockets", below: folder.path).writtenRecordings(rules: .none)
    #expect(written.map(\.key) == [key])
  }
}
