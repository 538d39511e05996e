import OrderedJSON
import Requests
import Synchronization

/// The server-sent events of all open pages.
///
/// Events are encoded once for all pages, ten times a second. A page that reads too slowly misses events, and gets `gap`.
final class EventFeed: Sendable {
  /// The most open pages.
  static let limit = 64
  /// The most rows in one event.
  static let batch = 500
  /// The most events that wait for a slow page.
  private static let waiting = 16
  private static let interval = Duration.milliseconds(100)
  /// The number of intervals after which an idle connection gets a comment.
  private static let idleIntervals = 150

  private let history: RequestHistory
  private let status: @Sendable () -> JSONObject
  private let state = Mutex(State())

  private struct State {
    var pages: [Int: Page] = [:]
    var nextPage = 0
    var isRunning = false
    /// The number of the last request that was sent to all pages.
    var last = 0
    var status: [UInt8] = []
  }

  private struct Page {
    let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation
    var isBehind = false
  }

  /// - Parameters:
  ///   - history: the requests.
  ///   - status: returns the counts that pages show. Called once a second, off the event loops.
  init(history: RequestHistory, status: @escaping @Sendable () -> JSONObject) {
    self.history = history
    self.status = status
  }

  /// Opens a stream of events that begins after a request; nil for one that begins now. Returns nil if too many pages are
  /// open.
  func open(after number: Int?) -> AsyncThrowingStream<[UInt8], any Error>? {
    let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
      bufferingPolicy: .bufferingOldest(Self.waiting))
    let missed = number.map { history.entries(after: $0, limit: RequestHistory.limit) } ?? []
    let starts = state.withLock { state -> Bool? in
      guard state.pages.count < Self.limit else { return nil }
      let id = state.nextPage
      state.nextPage += 1
      state.pages[id] = Page(continuation: continuation)
      continuation.onTermination = { [weak self] _ in self?.close(id) }
      if !missed.isEmpty { continuation.yield(requests(missed)) }
      if !state.status.isEmpty { continuation.yield(state.status) }
      defer { state.isRunning = true }
      if !state.isRunning { state.last = history.counts.last }
      return !state.isRunning
    }
    guard let starts else { return nil }
    if starts { Task { [self] in await run() } }
    return stream
  }

  /// The number of open pages.
  var count: Int { state.withLock { $0.pages.count } }

  /// The number of the last request that was sent to all pages.
  var last: Int { state.withLock { $0.last } }

  private func close(_ id: Int) { state.withLock { _ = $0.pages.removeValue(forKey: id) } }

  /// Sends events until no page is open.
  private func run() async {
    var tick = 0
    while true {
      if tick % 10 == 0 { sendStatus() }
      sendRequests()
      tick += 1
      if tick % Self.idleIntervals == 0 { send(Array(": open\n\n".utf8)) }
      let isDone = state.withLock { state in
        if state.pages.isEmpty { state.isRunning = false }
        return state.pages.isEmpty
      }
      if isDone { return }
      try? await Task.sleep(for: Self.interval)
    }
  }

  private func sendRequests() {
    let last = state.withLock { $0.last }
    let entries = history.entries(after: last, limit: Self.batch)
    guard let newest = entries.last else { return }
    state.withLock { $0.last = newest.number }
    send(requests(entries))
  }

  private func requests(_ entries: [RequestHistory.Entry]) -> [UInt8] {
    let rows = entries.map { JSON.object(RequestRow.json($0, history.entry($0.number)?.record)) }
    return Self.event(
      "requests", ["requests": .array(rows), "unlisted": .int(history.counts.unlisted)], id: entries.last?.number)
  }

  private func sendStatus() {
    let event = Self.event("status", status())
    let isNew = state.withLock { state in
      defer { state.status = event }
      return state.status != event
    }
    if isNew { send(event) }
  }

  private func send(_ event: [UInt8]) {
    state.withLock { state in
      for (id, page) in state.pages {
        if page.isBehind, case .enqueued = page.continuation.yield(Self.event("gap", [:])) {
          state.pages[id]?.isBehind = false
        }
        if case .dropped = page.continuation.yield(event) { state.pages[id]?.isBehind = true }
      }
    }
  }

  static func event(_ name: String, _ data: JSONObject, id: Int? = nil) -> [UInt8] {
    let id = id.map { "id: \($0)\n" } ?? ""
    return Array("event: \(name)\n\(id)data: ".utf8) + JSON.object(data).serialize() + Array("\n\n".utf8)
  }
}
