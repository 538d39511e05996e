import DequeModule
import OrderedJSON
package import Output
package import Requests
import Synchronization
package import Transports

/// The newest requests of a run, for the page.
///
/// It has at most 10,000 requests and 64 MiB of their bodies, and lists at most 1,000 requests a second. Further ones are
/// counted. It never waits, so event loops may call it.
package final class RequestHistory: Sendable {
  static let limit = 10_000
  static let byteLimit = 64 << 20

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
    var last = 0
    var unlisted = 0
    /// The requests and answers of lines, which several entries may share.
    var records: [ObjectIdentifier: (record: AnswerRecord, uses: Int)] = [:]
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
    case .exchange(let exchange): add(.exchange(exchange), nanoseconds: exchange.nanoseconds, exchange.record)
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
      if let line = entry.line {
        if let known = state.records[line] {
          state.records[line]?.uses = known.uses + 1
        } else if let record {
          state.records[line] = (record, 1)
          state.bytes += record.heldBytes
        }
      } else if let record {
        state.bytes += record.heldBytes
      }
      while state.entries.count > Self.limit || state.bytes > Self.byteLimit { state.dropOldest() }
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
      if case .exchange(let exchange) = entry.content { return (entry, exchange.record) }
      return (entry, entry.line.flatMap { state.records[$0]?.record })
    }
  }

  /// The newest entry whose record fulfills a condition.
  func newest(where fits: (AnswerRecord) -> Bool) -> (entry: Entry, record: AnswerRecord)? {
    state.withLock { state in
      for entry in state.entries.reversed() {
        guard let line = entry.line, let record = state.records[line]?.record, fits(record) else { continue }
        return (entry, record)
      }
      return nil
    }
  }

  /// Removes all entries. Returns their number.
  func clear() -> Int {
    state.withLock { state in
      let count = state.entries.count
      state.entries = []
      state.records = [:]
      state.bytes = 0
      return count
    }
  }
}

extension RequestHistory.State {
  fileprivate mutating func dropOldest() {
    guard let entry = entries.popFirst() else { return }
    bytes -= entry.heldBytes
    if case .exchange(let exchange) = entry.content { bytes -= exchange.record?.heldBytes ?? 0 }
    guard let line = entry.line, let known = records[line] else { return }
    if known.uses > 1 {
      records[line]?.uses = known.uses - 1
    } else {
      bytes -= known.record.heldBytes
      records[line] = nil
    }
  }
}

extension RequestHistory.Entry {
  fileprivate var line: ObjectIdentifier? {
    if case .answer(let line) = content { ObjectIdentifier(line) } else { nil }
  }

  fileprivate var heldBytes: Int {
    switch content {
    case .answer(let line): 100 + line.heldBytes
    case .exchange(let exchange): 800 + exchange.requestLine.utf8.count + JSON.object(exchange.variables).heldBytes
    case .refusal(let refusal): 200 + refusal.heldBytes
    }
  }
}
