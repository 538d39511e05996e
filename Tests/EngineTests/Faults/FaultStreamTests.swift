import Testing

@testable import Engine
@testable import Transports

@Suite("Streams that go wrong")
struct FaultStreamTests {
  private func results(_ count: Int) -> [StreamEvent] { (0..<count).map { .next(Array("\($0)".utf8)) } }

  private func feed(_ events: [StreamEvent]) -> QueueFeed {
    let feed = QueueFeed()
    for event in events { feed.push(event) }
    return feed
  }

  private func all(_ feed: some EventFeed, _ most: Int) -> [StreamEvent] {
    var events: [StreamEvent] = []
    while case let taken = feed.take(most), !taken.isEmpty { events += taken }
    return events
  }

  @Test("A stream is cut after so many results, however many are taken at a time", arguments: [1, 2, 3, 100])
  func cut(most: Int) {
    #expect(all(CutFeed(feed(results(5)), after: 3), most) == results(3) + [.drop])
    #expect(all(CutFeed(feed(results(5)), after: 0), most) == [.drop])
    #expect(all(CutFeed(feed(results(3) + [.complete]), after: 3), most) == results(3) + [.drop])
    #expect(all(CutFeed(feed(results(2) + [.complete]), after: 3), most) == results(2) + [.complete])
  }

  @Test("What is cut is told that nobody wants more, and wakes whoever waits for the cut")
  func cancels() async {
    await confirmation { cancelled in
      let source = QueueFeed(cancelled: { cancelled() })
      source.push(.next([]))
      let cut = CutFeed(source, after: 1)
      #expect(cut.take(10).count == 1)
      await confirmation { woken in cut.whenReady { woken() } }
      #expect(cut.take(10) == [.drop])
      #expect(cut.take(10) == [])
    }
  }
}
