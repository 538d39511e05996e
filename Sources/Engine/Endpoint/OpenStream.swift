import OrderedJSON
import Recordings
import Replay

/// A subscription while it is recorded: its events with the states in which they came.
///
/// An event that comes while a mutation of the session is in flight waits for its state: servers publish what a mutation
/// changed before they answer it, so the event belongs to the state that the mutation leads to.
struct OpenStream: Sendable {
  let asked: ResolvedRequest
  /// Which beginning of its session it belongs to.
  let session: Int
  /// The state in which it was opened.
  let opened: StateID
  /// Whether a mutation was in flight when it was opened.
  let isAmbiguous: Bool
  /// Is told what becomes of the recording.
  let finished: @Sendable (Endpoint.SaveDecision) -> Void

  private var items: [Item] = []
  /// How many of the items have their state.
  private var settled = 0
  private var end: (how: RecordedEvents.End, state: StateID?, wait: Int)?
  /// From when the next event's wait counts: the one before it, or the answer to a mutation since.
  private var since: UInt64
  private var bytes = 0
  /// Why it is not kept any more, where it is not.
  private(set) var obstacle: String?

  private struct Item: Sendable {
    var payload: JSON
    var wait: Int
    var state: StateID?
  }

  /// The most events that are kept.
  static let countLimit = 10_000

  init(
    _ asked: ResolvedRequest, session: Int, opened: StateID, isAmbiguous: Bool, now: UInt64,
    finished: @escaping @Sendable (Endpoint.SaveDecision) -> Void
  ) {
    self.asked = asked
    self.session = session
    self.opened = opened
    self.isAmbiguous = isAmbiguous
    self.finished = finished
    since = now
  }

  /// Whether it has ended, and every event has its state.
  var isDone: Bool { end != nil && settled == items.count && end?.state != nil }

  /// An event came.
  ///
  /// - Parameters:
  ///   - payload: as it may be written.
  ///   - size: in bytes.
  ///   - state: in which it came; nil where a mutation is in flight.
  ///   - now: of the engine's clock, in nanoseconds.
  ///   - byteLimit: the most bytes that are kept.
  mutating func note(_ payload: JSON, size: Int, in state: StateID?, now: UInt64, byteLimit: Int) {
    guard end == nil, obstacle == nil else { return }
    bytes += size
    guard items.count < Self.countLimit, bytes <= byteLimit else {
      let bound = bytes > byteLimit ? "\(byteLimit) bytes" : "\(Self.countLimit) events"
      return giveUp("the stream is larger than the limit of \(bound)")
    }
    let wait = state == nil ? 0 : Self.wait(since, now)
    items.append(Item(payload: payload, wait: wait, state: state))
    if state != nil, settled == items.count - 1 { settled = items.count }
    since = now
  }

  /// It ended; nothing comes after it.
  ///
  /// - Parameters:
  ///   - how: as it may be written.
  ///   - state: in which it ended; nil where a mutation is in flight.
  ///   - now: of the engine's clock, in nanoseconds; nil where the endpoint has not ended it.
  mutating func finish(_ how: RecordedEvents.End, in state: StateID?, now: UInt64?) {
    guard end == nil else { return }
    end = (how, state, state == nil ? 0 : now.map { Self.wait(since, $0) } ?? 0)
  }

  /// A mutation of its session has completed, or none is in flight any more: what waited has this state.
  mutating func settle(_ state: StateID, now: UInt64?) {
    for index in items.indices[settled...] where items[index].state == nil { items[index].state = state }
    settled = items.count
    if end != nil, end?.state == nil { end?.state = state }
    if let now { since = now }
  }

  /// It is passed on, and not kept any more.
  mutating func giveUp(_ reason: String) {
    guard obstacle == nil else { return }
    obstacle = reason
    items = []
    settled = 0
  }

  /// What is written.
  var recorded: RecordedEvents {
    var state = opened
    let events = items.map { item in
      let now = item.state ?? state
      defer { state = now }
      return RecordedEvents.Event(payload: item.payload, after: now == state ? nil : now.name, wait: item.wait)
    }
    guard let end, case .open = end.how else {
      let last = end?.state ?? state
      return RecordedEvents(
        events: events, end: end?.how ?? .open, endAfter: last == state ? nil : last.name, endWait: end?.wait ?? 0)
    }
    // When the client had enough says nothing of the endpoint.
    return RecordedEvents(events: events, end: .open)
  }

  /// In milliseconds, as coarse as what varies by itself from run to run.
  static func wait(_ since: UInt64, _ now: UInt64) -> Int {
    let milliseconds = now > since ? (now - since) / 1_000_000 : 0
    return milliseconds < 10 ? 0 : Int((milliseconds + 5) / 10 * 10)
  }
}

/// The streams of an endpoint that are being recorded.
struct OpenStreams: Sendable {
  private var streams: [Int: OpenStream] = [:]
  private var begun = 0

  mutating func begin(_ stream: OpenStream) -> Int {
    begun += 1
    streams[begun] = stream
    return begun
  }

  subscript(number: Int) -> OpenStream? {
    get { streams[number] }
    _modify { yield &streams[number] }
  }

  /// Of one beginning of a session, oldest first.
  func numbers(ofSession session: Int) -> [Int] { streams.keys.filter { streams[$0]?.session == session }.sorted() }

  /// Oldest first.
  var numbers: [Int] { streams.keys.sorted() }

  mutating func remove(_ number: Int) -> OpenStream? { streams.removeValue(forKey: number) }
}
