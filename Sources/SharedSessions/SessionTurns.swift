import DequeModule
import OrderedJSON
import Requests
import Synchronization

/// A session of this replica: its place in the log, and whose turn it is to use it.
final class LocalSession: Sendable {
  let name: String
  private let turns = Mutex(Turns())
  private let state = Mutex(State())

  private struct Turns {
    var isTaken = false
    var waiting: Deque<CheckedContinuation<Void, Never>> = []
  }

  /// The state of the session in this replica. Only the holder of the turn changes it.
  struct State: Sendable {
    /// The place up to which the log is applied here; nil if nothing is.
    var place: LogPlace?
    /// One that is replaced has ended: answers that were cached with it would survive the giving back of the next one.
    var lease: SessionLease? {
      didSet { if oldValue !== lease { oldValue?.give() } }
    }
    var misses = Misses()
    var beginning = Beginning.unknown
    /// The place at which this replica disagreed with the log, why, and how long requests are refused for that without
    /// reading the log again. Until then, a corrected recording has no effect.
    var refused: (place: LogPlace, reason: String, end: UInt64)?
    /// The time of the last use, in nanoseconds.
    var lastUse: UInt64 = 0

    /// True if it has nothing that the next request needs.
    var isEmpty: Bool {
      guard place == nil, refused == nil else { return false }
      if case .settings = beginning { return false }
      return true
    }
  }

  /// The settings of generated data with which the log begins.
  enum Beginning: Sendable {
    case unknown
    /// There is no log.
    case none
    case settings(JSONObject?)
  }

  /// The different misses in the log.
  struct Misses: Sendable {
    private var known: Set<String> = []
    /// The GraphQL errors of the first ones.
    private(set) var listed: [JSON] = []
    private static let limit = 1_000

    func contains(_ result: String) -> Bool { known.count >= Self.limit || known.contains(result) }

    /// Adds a miss by the result of its answer.
    mutating func note(_ miss: JSON, result: String) {
      if !contains(result), known.insert(result).inserted { listed.append(miss) }
    }
  }

  init(_ name: String) { self.name = name }

  var known: State {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Runs `body` while nobody else uses the session, in the order of the calls.
  func inTurn<Result>(_ body: () async -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let isFree = turns.withLock { turns in
        if turns.isTaken { turns.waiting.append(continuation) }
        defer { turns.isTaken = true }
        return !turns.isTaken
      }
      if isFree { continuation.resume() }
    }
    let result = await body()
    let next = turns.withLock { turns in
      let next = turns.waiting.popFirst()
      if next == nil { turns.isTaken = false }
      return next
    }
    next?.resume()
    return result
  }

  /// True if somebody uses the session now.
  var isBusy: Bool { turns.withLock { $0.isTaken } }

  /// True if somebody waits for a turn.
  var hasWaiting: Bool { turns.withLock { !$0.waiting.isEmpty } }
}
