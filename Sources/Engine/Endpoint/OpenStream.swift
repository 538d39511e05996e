import OrderedJSON
import Recordings
import Replay
import Requests

/// A subscription that is being recorded: its events, and the states in which they came.
///
/// An event that comes during a mutation of the session waits for its state. Servers publish the changes of a mutation
/// before they answer it, so the event belongs to the state after the mutation.
struct OpenStream: Sendable {
  let asked: ResolvedRequest
  /// The number of its session.
  let session: Int
  /// The state in which it was opened.
  let opened: StateID
  /// True if a mutation was in flight when it was opened.
  let isAmbiguous: Bool
  /// Receives the decision about the recording.
  let finished: @Sendable (Endpoint.SaveDecision) -> Void

  private var items: [Item] = []
  /// The number of items that have their state.
  private var settled = 0
  private var end: (how: RecordedEvents.End, state: StateID?, wait: Int)?
  /// The time from which the next event's wait counts: the event before it, or a mutation's answer since.
  private var since: UInt64
  private var bytes = 0
  /// The reason why it is no longer recorded; nil while it is.
  private(set) var obstacle: String?

  private struct Item: Sendable {
    var payload: JSON
    var wait: Int
    var state: StateID?
  }

  /// The most events that are recorded.
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

  /// True if it has ended, and every event has its state.
  var isDone: Bool { end != nil && settled == items.count && end?.state != nil }

  /// Notes a redacted event of some bytes in a state, which is nil during a mutation. `byteLimit` bounds the recording.
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

  /// Ends the stream. `state` is nil during a mutation, and `now` if the upstream has not ended it.
  mutating func finish(_ how: RecordedEvents.End, in state: StateID?, now: UInt64?) {
    guard end == nil else { return }
    end = (how, state, state == nil ? 0 : now.map { Self.wait(since, $0) } ?? 0)
  }

  /// Assigns a state to all that waited for it, because a mutation has completed, or none is in flight.
  mutating func settle(_ state: StateID, now: UInt64?) {
    for index in items.indices[settled...] where items[index].state == nil { items[index].state = state }
    settled = items.count
    if end != nil, end?.state == nil { end?.state = state }
    if let now { since = now }
  }

  /// Stops recording the stream, which is still passed on.
  mutating func giveUp(_ reason: String) {
    guard obstacle == nil else { return }
    obstacle = reason
    items = []
    settled = 0
  }

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
    // When the client left says nothing about the API.
    return RecordedEvents(events: events, end: .open)
  }

  /// The wait in milliseconds, rounded to 10 to hide variation between runs.
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

  /// The streams of a session by its number, oldest first.
  func numbers(ofSession session: Int) -> [Int] { streams.keys.filter { streams[$0]?.session == session }.sorted() }

  var numbers: [Int] { streams.keys.sorted() }

  mutating func remove(_ number: Int) -> OpenStream? { streams.removeValue(forKey: number) }
}
