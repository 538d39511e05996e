import DequeModule
import OrderedJSON
package import Output
import Recordings
import Replay
package import Requests
import Synchronization
package import Transports

/// The newest requests of a run, for the page.
///
/// It has at most 10,000 requests, the bodies of the newest ones up to 16 MiB, and lists at most 1,000 requests a second.
/// Further ones are counted. It never waits, so event loops may call it.
package final class RequestHistory: Sendable {
  static let limit = 10_000
  /// The most bytes of the requests without their bodies, and of the bodies.
  static let byteLimit = 8 << 20
  static let bodyLimit = 16 << 20

  /// One listed request.
  struct Entry: Sendable {
    /// Its number in the run, from 1.
    let number: Int
    /// Milliseconds since 1970.
    let time: Int64
    let nanoseconds: UInt64
    let content: Content

    enum Content: Sendable {
      case answer(AnswerLine)
      case exchange(Exchange)
      case refusal(Refusal)
    }
  }

  private let rate: LineRate
  private let now: @Sendable () -> Int64
  private let clock: any Stopwatch
  private let state = Mutex(State())

  fileprivate struct State {
    var entries: Deque<Entry> = []
    var bytes = 0
    var bodyBytes = 0
    /// The number of the first entry that may have bodies.
    var firstWithBodies = 1
    var last = 0
    var unlisted = 0
    /// The requests and answers, by line or number. Several entries may share those of a line.
    var records: [Key: (record: AnswerRecord, uses: Int)] = [:]
  }

  /// - Parameters:
  ///   - rate: limits the listed requests in each second.
  ///   - clock: measures the seconds.
  ///   - now: returns the time in milliseconds since 1970.
  package init(
    rate: LineRate = LineRate(), clock: any Stopwatch = MonotonicStopwatch(), now: @escaping @Sendable () -> Int64
  ) {
    self.rate = rate
    self.clock = clock
    self.now = now
  }

  // MARK: Add

  package func receive(_ line: AnswerLine, nanoseconds: UInt64) {
    let record = line.takeRecord()
    add(.answer(line), nanoseconds: nanoseconds, record)
  }

  package func receive(_ event: Event) {
    switch event {
    case .exchange(var exchange):
      let record = exchange.record
      exchange.record = nil
      add(.exchange(exchange), nanoseconds: exchange.nanoseconds, record)
    case .refusal(let refusal): add(.refusal(refusal), nanoseconds: 0, nil)
    case .miss, .session, .warning, .notice: break
    }
  }

  private func add(_ content: Entry.Content, nanoseconds: UInt64, _ record: AnswerRecord?) {
    guard rate.admits(now: clock.now) else { return }
    let time = now()
    let skipped = rate.takeSkipped()
    state.withLock { state in
      state.unlisted += skipped
      state.last += 1
      let entry = Entry(number: state.last, time: time, nanoseconds: nanoseconds, content: content)
      state.entries.append(entry)
      state.bytes += entry.heldBytes
      state.keep(record, of: entry)
      while state.entries.count > Self.limit || state.bytes > Self.byteLimit { state.dropOldest() }
      while state.bodyBytes > Self.bodyLimit { state.dropOldestBodies() }
    }
  }

  // MARK: Read

  /// The number of the newest request, and of requests that are not listed because too many came in a second.
  var counts: (last: Int, unlisted: Int) {
    let skipped = rate.takeSkipped()
    return state.withLock { state in
      state.unlisted += skipped
      return (state.last, state.unlisted)
    }
  }

  /// Returns the oldest entries after a number, at most `limit`.
  func entries(after number: Int, limit: Int) -> [Entry] {
    state.withLock { state in
      guard let first = state.entries.first else { return [] }
      let start = max(0, number - first.number + 1)
      return Array(state.entries.dropFirst(start).prefix(limit))
    }
  }

  /// The request and the answer of an entry; nil if they are not kept.
  func entry(_ number: Int) -> (entry: Entry, record: AnswerRecord?)? {
    state.withLock { state in
      guard let first = state.entries.first, number >= first.number, number - first.number < state.entries.count else {
        return nil
      }
      let entry = state.entries[number - first.number]
      return (entry, state.record(of: entry))
    }
  }

  /// The newest entry of each miss whose bodies are kept, by the miss's hash.
  var newestMisses: [ContentHash: (entry: Entry, record: AnswerRecord)] {
    state.withLock { state in
      var newest: [ContentHash: (entry: Entry, record: AnswerRecord)] = [:]
      for entry in state.entries {
        if let record = state.record(of: entry), let miss = record.miss { newest[miss.contentHash] = (entry, record) }
      }
      return newest
    }
  }

  /// Removes all entries. Returns their number.
  func clear() -> Int {
    state.withLock { state in
      let count = state.entries.count
      state.entries = []
      state.records = [:]
      (state.bytes, state.bodyBytes) = (0, 0)
      return count
    }
  }
}

extension RequestHistory.State {
  /// The entry whose bodies are kept: a line, which a server may repeat, or a single number.
  fileprivate enum Key: Hashable {
    case line(ObjectIdentifier)
    case number(Int)

    init(_ entry: RequestHistory.Entry) {
      if case .answer(let line) = entry.content {
        self = .line(ObjectIdentifier(line))
      } else {
        self = .number(entry.number)
      }
    }
  }

  fileprivate func record(of entry: RequestHistory.Entry) -> AnswerRecord? {
    entry.number < firstWithBodies ? nil : records[Key(entry)]?.record
  }

  fileprivate mutating func keep(_ record: AnswerRecord?, of entry: RequestHistory.Entry) {
    let key = Key(entry)
    if records[key] != nil {
      records[key]?.uses += 1
    } else if let record {
      records[key] = (record, 1)
      bodyBytes += record.heldBytes
    }
  }

  fileprivate mutating func dropOldest() {
    guard let entry = entries.first else { return }
    if entry.number >= firstWithBodies { dropOldestBodies() }
    entries.removeFirst()
    bytes -= entry.heldBytes
  }

  /// Drops the bodies of the oldest entry that has some. Those that later entries share stay.
  fileprivate mutating func dropOldestBodies() {
    guard let first = entries.first, firstWithBodies <= last else {
      bodyBytes = 0
      return
    }
    let number = max(firstWithBodies, first.number)
    firstWithBodies = number + 1
    let key = Key(entries[number - first.number])
    guard let known = records[key] else { return }
    if known.uses > 1 {
      records[key]?.uses -= 1
    } else {
      bodyBytes -= known.record.heldBytes
      records[key] = nil
    }
  }
}

extension RequestHistory.Entry {
  fileprivate var heldBytes: Int {
    switch content {
    case .answer(let line): 100 + line.heldBytes
    case .exchange(let exchange): 800 + exchange.requestLine.utf8.count + JSON.object(exchange.variables).heldBytes
    case .refusal(let refusal): 200 + refusal.heldBytes
    }
  }
}
