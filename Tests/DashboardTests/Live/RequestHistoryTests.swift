import OrderedJSON
import Output
import Requests
import Synchronization
import Testing
import Transports

@testable import Dashboard

@Suite struct RequestHistoryTests {
  private static let log = AnswerLog(showsBodies: false) { _, _, _ in }

  private static func line(_ title: String, bytes: Int? = nil) -> AnswerLine {
    let record = bytes.map { bytes in
      AnswerRecord(
        HTTPRequest(method: "POST", target: "/a"), operation: nil, recording: nil, bodyBytes: bytes
      ) {
        AnswerRecord.Texts(document: nil, variables: JSONObject(), response: nil)
      }
    }
    return AnswerLine(
      endpoint: "a", session: "default", title: title, source: .exact, status: 200, record: record, log: log)
  }

  private func history(rate: Int = .max) -> RequestHistory {
    RequestHistory(rate: LineRate(limit: rate), now: { 7 })
  }

  @Test func theNewestEntriesStayInOrder() {
    let history = history()
    for number in 1...RequestHistory.limit + 5 { history.receive(Self.line("\(number)"), nanoseconds: 0) }
    let entries = history.entries(after: 0, limit: .max)
    #expect(entries.count == RequestHistory.limit && entries.first?.number == 6)
    #expect(history.entries(after: 10, limit: 2).map(\.number) == [11, 12])
    #expect(history.entries(after: RequestHistory.limit + 5, limit: 2).isEmpty)
    #expect(history.entry(5) == nil && history.entry(6) != nil)
    #expect(history.counts.last == RequestHistory.limit + 5)
  }

  @Test func bodiesHaveABoundOfTheirOwn() {
    let history = history()
    for number in 0..<100 { history.receive(Self.line("\(number)", bytes: 1 << 20), nanoseconds: 0) }
    let listed = history.entries(after: 0, limit: .max)
    #expect(listed.count == 100)
    let withBodies = listed.filter { history.entry($0.number)?.record != nil }.map(\.number)
    #expect(withBodies == Array(100 - withBodies.count + 1...100) && (14...16).contains(withBodies.count))
  }

  /// A server that repeats an answer reports the same line. Its bodies count once, and are there for each entry.
  @Test func aRepeatedAnswerCountsItsBodiesOnce() {
    let history = history()
    let line = Self.line("again", bytes: 10 << 20)
    for _ in 0..<1_000 { history.receive(line, nanoseconds: 0) }
    #expect(history.entry(1)?.record != nil && history.entry(1_000)?.record != nil)
    #expect(line.takeRecord() == nil, "the server does not hold the bodies")
    history.receive(Self.line("large", bytes: 10 << 20), nanoseconds: 0)
    #expect(history.entry(1_000)?.record == nil && history.entry(1_001)?.record != nil)
  }

  @Test func bodiesThatAreTooLargeAreNotKept() {
    let history = history()
    history.receive(Self.line("huge", bytes: 100 << 20), nanoseconds: 0)
    history.receive(Self.line("small", bytes: 100), nanoseconds: 0)
    #expect(history.entry(1)?.record == nil && history.entry(2)?.record != nil)
  }

  @Test func requestsPastTheRateAreCounted() {
    let history = RequestHistory(rate: LineRate(limit: 10), clock: StoppedClock(), now: { 7 })
    for number in 0..<25 { history.receive(Self.line("\(number)", bytes: 1), nanoseconds: 0) }
    #expect(history.entries(after: 0, limit: .max).count < 25)
    let counts = history.counts
    #expect(counts.last + counts.unlisted == 25)
  }

  @Test func clearingKeepsTheNumbers() {
    let history = history()
    for _ in 0..<3 { history.receive(Self.line("a", bytes: 10), nanoseconds: 0) }
    #expect(history.clear() == 3)
    history.receive(Self.line("b"), nanoseconds: 0)
    #expect(history.entries(after: 0, limit: .max).map(\.number) == [4])
  }

  private struct StoppedClock: Stopwatch {
    func now() -> UInt64 { 0 }
  }
}

@Suite struct EventFeedTests {
  private static func history() -> RequestHistory { RequestHistory(rate: LineRate(limit: .max), now: { 7 }) }

  private static func add(_ count: Int, to history: RequestHistory) {
    let log = AnswerLog(showsBodies: false) { _, _, _ in }
    for _ in 0..<count {
      history.receive(
        AnswerLine(endpoint: "a", session: "default", title: "q", source: .exact, status: 200, log: log), nanoseconds: 0
      )
    }
  }

  private static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

  @Test func aPageGetsTheStatusAndEachNewRequestOnce() async throws {
    let history = Self.history()
    Self.add(2, to: history)
    let feed = EventFeed(history: history) { ["misses": 0] }
    let stream = try #require(feed.open(after: nil))
    var events = stream.makeAsyncIterator()
    #expect(Self.text(try await events.next()) == "event: status\ndata: {\"misses\":0}\n\n")
    Self.add(1, to: history)
    let requests = Self.text(try await events.next())
    #expect(requests.hasPrefix("event: requests\nid: 3\n") && requests.contains("\"number\":3"))
    #expect(!requests.contains("\"number\":2"))
  }

  @Test func aReconnectedPageGetsWhatItMissed() async throws {
    let history = Self.history()
    Self.add(5, to: history)
    let feed = EventFeed(history: history) { [:] }
    var events = try #require(feed.open(after: 3)).makeAsyncIterator()
    let first = Self.text(try await events.next())
    #expect(first.contains("\"number\":4") && first.contains("\"number\":5") && !first.contains("\"number\":3"))
  }

  @Test func pagesHaveABoundAndClosedOnesCountNoMore() async throws {
    let feed = EventFeed(history: Self.history()) { [:] }
    var open = (0..<EventFeed.limit).map { _ in feed.open(after: nil) }
    #expect(feed.open(after: nil) == nil)
    open.removeAll()
    // A stream that nobody reads any more ends.
    for _ in 0..<200 where feed.count > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(feed.count == 0 && feed.open(after: nil) != nil)
  }

  /// A page that does not read has a bounded number of events waiting, and then learns that it missed some.
  @Test func aSlowPageIsToldOfTheGap() async throws {
    let history = Self.history()
    let feed = EventFeed(history: history) { [:] }
    let stream = try #require(feed.open(after: nil))
    Self.add(EventFeed.batch * 40, to: history)
    for _ in 0..<600 where feed.last < EventFeed.batch * 40 { try await Task.sleep(for: .milliseconds(10)) }
    var count = 0
    var hasGap = false
    for try await event in stream {
      count += 1
      if Self.text(event).hasPrefix("event: gap") {
        hasGap = true
        break
      }
      // It reads again, so that the next event fits.
      if count == 1 { Self.add(1, to: history) }
      #expect(count < 100)
    }
    #expect(hasGap && count < 25)
  }
}
