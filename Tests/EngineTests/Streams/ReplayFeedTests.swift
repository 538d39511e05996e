import OrderedJSON
import Recordings
import Synchronization
import TestSupport
import Testing
import Transports

@testable import Engine

/// Recorded streams as clients get them.
@Suite("Replayed streams")
struct ReplayFeedTests {
  let streams = SessionStreams()

  private func open(
    _ script: EventScript, _ order: ScriptProgress.Order = .recorded, timer: VirtualTimer? = nil
  ) -> ReplayFeed {
    ReplayFeed(script, order, in: streams, timer: timer)
  }

  private func happen(_ sessionEvent: SessionEvent) { _ = streams.notification(sessionEvent) }

  @Test("What follows nothing comes at once, what follows a mutation when it was answered, and once")
  func causes() {
    let feed = open(Scripted.script("a", "b", "c<book", "d", "e<book"))
    #expect(feed.texts() == ["a", "b"])
    #expect(feed.texts() == [])
    happen(Scripted.elsewhere("cancel"))
    #expect(feed.texts() == [])
    happen(Scripted.elsewhere("book"))
    #expect(feed.texts() == ["c", "d"])
    happen(Scripted.reached("book"))
    #expect(feed.texts() == ["e"])
    happen(Scripted.elsewhere("book"))
    #expect(feed.texts() == [])
    #expect(streams.count == 1)
  }

  @Test("Mutations in another order than recorded hold events up, and lose none")
  func otherOrder() {
    let feed = open(Scripted.script("a<m", "b<n"))
    happen(Scripted.elsewhere("n"))
    #expect(feed.texts() == [])
    happen(Scripted.elsewhere("m"))
    #expect(feed.texts() == ["a", "b"])
  }

  @Test("A stream of another state tells of each mutation that comes, whatever came before it in the recording")
  func caused() {
    let feed = open(Scripted.script("hello", "a<m", "a2", "b<n", end: .open), .caused)
    #expect(feed.texts() == [])
    happen(Scripted.elsewhere("n"))
    #expect(feed.texts() == ["b"])
    happen(Scripted.elsewhere("m"))
    happen(Scripted.elsewhere("m"))
    #expect(feed.texts() == ["a", "a2"])
  }

  @Test("A stream that followed no mutation is whole wherever it is opened")
  func causedByNothing() {
    let feed = open(Scripted.script("a", "b", end: .complete), .caused)
    #expect(feed.texts() == ["a", "b", "complete"])
  }

  static let ends: [(end: Int, text: [String], isOpen: Bool)] = [
    (0, ["a", "complete"], false), (1, ["a", #"errors [{"message":"no"}]"#], false), (2, ["a", "drop"], false),
    (3, ["a"], true), (4, ["a", "close 4403: Forbidden"], false),
  ]

  @Test("A stream ends as it did when it was recorded", arguments: ends)
  func end(end: Int, text: [String], isOpen: Bool) {
    let errors = JSON.array([.object(["message": "no"])])
    let close = SocketClose(code: 4403, reason: "Forbidden").map { RecordedEvents.End.closed($0) } ?? .open
    let feed = open(Scripted.script("a", end: [.complete, .errors(errors), .dropped, .open, close][end]))
    #expect(feed.texts() == text)
    #expect(feed.texts() == [])
    #expect(streams.count == (isOpen ? 1 : 0))
  }

  @Test("An end that followed a mutation waits for it")
  func endAfter() {
    let feed = open(Scripted.script("a", end: .complete, endAfter: "close"))
    #expect(feed.texts() == ["a"])
    happen(Scripted.elsewhere("close"))
    #expect(feed.texts() == ["complete"])
    #expect(streams.count == 0)
  }

  @Test("The end comes after its pause, too", arguments: [nil, "m"])
  func endWait(after mutation: String?) {
    let timer = VirtualTimer()
    let script = Scripted.script([("a", nil, 0)], end: .dropped, endAfter: mutation, endWait: 40)
    let feed = open(script, timer: timer)
    if let mutation {
      timer.pass(milliseconds: 1_000)
      happen(Scripted.elsewhere(mutation))
    }
    #expect(feed.texts() == ["a"])
    timer.pass(milliseconds: 39)
    #expect(feed.texts() == [])
    timer.pass(milliseconds: 1)
    #expect(feed.texts() == ["drop"])
    #expect(timer.alarms == 0 && streams.count == 0)
    // As soon as they may, where nobody keeps pauses.
    let fast = open(script)
    if let mutation { happen(Scripted.elsewhere(mutation)) }
    #expect(fast.texts() == ["a", "drop"])
  }

  @Test("A mutation wakes a reader once, and one that concerns nothing does not")
  func wakes() {
    let feed = open(Scripted.script("a<m", "b<n"))
    let wakes = Wakes()
    feed.whenReady(wakes.wake)
    happen(Scripted.elsewhere("other"))
    #expect(wakes.count == 0)
    happen(Scripted.elsewhere("m"))
    happen(Scripted.elsewhere("n"))
    #expect(wakes.count == 1)
    #expect(feed.texts() == ["a", "b"])
    #expect(wakes.count == 1)
  }

  @Test("Notification come when the answer has been handed out, and to those only who were there when it was made")
  func handedOut() {
    let feed = open(Scripted.script("a<m"))
    var notification = streams.notification(Scripted.elsewhere("m"))
    let late = open(Scripted.script("a<m"))
    #expect(feed.texts() == [] && notification != nil)
    notification = nil
    #expect(feed.texts() == ["a"])
    #expect(late.texts() == [])
  }

  @Test("Recorded pauses are kept where they are asked for")
  func pauses() {
    let timer = VirtualTimer()
    let feed = open(
      Scripted.script([("a", nil, 100), ("b", nil, 50), ("c", "m", 20), ("d", nil, 0)], end: .complete), timer: timer)
    let wakes = Wakes()
    feed.whenReady(wakes.wake)
    timer.pass(milliseconds: 99)
    #expect(feed.texts() == [] && wakes.count == 0)
    timer.pass(milliseconds: 1)
    #expect(feed.texts() == ["a"] && wakes.count == 1)
    timer.pass(milliseconds: 1_000)
    #expect(feed.texts() == ["b"])
    happen(Scripted.elsewhere("m"))
    #expect(feed.texts() == [])
    timer.pass(milliseconds: 20)
    #expect(feed.texts() == ["c", "d", "complete"])
    #expect(timer.alarms == 0 && streams.count == 0)
  }

  @Test("A client that goes leaves nothing behind")
  func cancel() {
    let timer = VirtualTimer()
    weak var gone: ReplayFeed?
    do {
      let feed = open(Scripted.script([("a", nil, 100)]), timer: timer)
      gone = feed
      feed.whenReady { Issue.record("woken after it was cancelled") }
      feed.cancel()
      happen(Scripted.elsewhere("m"))
      timer.pass(milliseconds: 1_000)
      #expect(feed.texts() == [])
    }
    #expect(streams.count == 0 && timer.alarms == 0)
    #expect(gone == nil)
  }

  @Test(
    "A session that starts over or is lost ends its streams, without what was not taken",
    arguments: [(StreamEvent.complete, "complete"), (.errors(Array("[1]".utf8)), "errors [1]")])
  func sessionEnds(last: StreamEvent, text: String) {
    let feed = open(Scripted.script("a", "b"))
    let wakes = Wakes()
    #expect(feed.take(1).map(\.text) == ["a"])
    streams.end(with: last)
    feed.whenReady(wakes.wake)
    #expect(wakes.count == 1)
    #expect(feed.texts() == [text])
    #expect(feed.texts() == [])
  }

  @Test("Whatever happens in whatever order, everybody sees the recorded order, and alike", arguments: 0..<200)
  func law(seed: Int) {
    var random = Lots(seed: UInt64(seed))
    let names = ["m", "n", "o"]
    let events: [Scripted.Event] = (0..<8).map { number in
      ("\(number)", random.below(2) == 0 ? nil : names[random.below(3)], 0)
    }
    let script = Scripted.script(events, end: .complete)
    let feeds = [open(script), open(script)]
    var seen: [[String]] = [[], []]
    var sent: [String] = []
    for _ in 0..<100 {
      let mutation = names[random.below(3)]
      sent.append(mutation)
      happen(random.below(2) == 0 ? Scripted.elsewhere(mutation) : Scripted.reached(mutation))
      for _ in 0..<random.below(4) {
        let reader = random.below(2)
        seen[reader] += feeds[reader].take(1 + random.below(3)).map(\.text)
      }
      // Each event that was seen has a mutation of its own that came before.
      for reader in 0..<2 {
        for name in names {
          let causes = seen[reader].compactMap(Int.init).count { events[$0].after == name }
          #expect(causes <= sent.count { $0 == name })
        }
      }
    }
    for reader in 0..<2 { seen[reader] += feeds[reader].texts() }
    let all = (0..<8).map(String.init) + ["complete"]
    #expect(seen[0] == all)
    #expect(seen[1] == all)
  }
}

/// Numbers that are the same for the same seed.
struct Lots {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
