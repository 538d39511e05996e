import OrderedJSON
import Recordings
import Replay
import Transports

/// The sessions of one endpoint, by name.
struct SessionTable: Sendable {
  private var sessions: [String: Session] = [:]
  /// The sessions that were dropped after long idling, with the number of mutations that they had sent.
  private var dropped: [String: Int] = [:]
  private var begun = 0
  /// The numbers of sessions that were asked for before they began.
  private var reserved: [String: Int] = [:]

  /// Attempts at recording sessions that have started over since, by name: the next attempt takes their place.
  private(set) var parked: [String: ParkedAttempt] = [:]

  struct ParkedAttempt: Sendable {
    var attempt: SessionAttempt
    /// Why it cannot be saved; nil if nothing is wrong with it.
    let problem: String?
  }

  /// About how many bytes all sessions hold.
  private(set) var heldBytes = 0

  /// More are refused: each is remembered, if only by its name.
  static let limit = 100_000
  /// A session that holds more bytes has to start over: an answer without a part of its history would be wrong.
  static let sessionByteLimit = 256 << 20
  /// If all sessions together hold more, only those go on that have changed nothing.
  static let byteLimit = 1 << 30

  /// The session of a name, for as long as `body` runs; a new one begins where there is none.
  ///
  /// - Parameters:
  ///   - name: a good name (`SessionName`).
  ///   - start: the start that the request names; nil for none.
  ///   - now: of the engine's clock, in nanoseconds.
  ///   - body: is given the session to change.
  /// - Returns: what `body` returns.
  /// - Throws: where it was dropped, began elsewhere, or there are too many.
  mutating func with<Result>(
    _ name: String, start: String? = nil, now: UInt64, _ body: (inout Session) throws -> Result
  ) throws -> Result {
    // By index, so that no session is copied.
    if sessions.index(forKey: name) == nil { try begin(name, start: start, now: now) }
    guard let index = sessions.index(forKey: name) else { throw SessionProblem.tooMany(Self.limit) }
    if let start, sessions.values[index].history.start != .start(named: start) {
      // As long as it has done nothing, it may as well begin elsewhere.
      guard !sessions.values[index].hasMemory else {
        throw SessionProblem.otherStart(
          name: SessionName.name(of: name), began: sessions.values[index].history.start.name, asked: start)
      }
      sessions.values[index].history = .init(start: start, joinsConcurrent: SessionName.isNamed(name))
      sessions.values[index].stamp.move()
    }
    let held = sessions.values[index].heldBytes
    try requireRoom(name, held: held)
    sessions.values[index].lastUse = now
    defer { heldBytes += sessions.values[index].heldBytes - held }
    return try body(&sessions.values[index])
  }

  private func requireRoom(_ name: String, held: Int) throws(SessionProblem) {
    if held > Self.sessionByteLimit {
      throw .tooLarge(name: SessionName.name(of: name), megabytes: Self.sessionByteLimit >> 20)
    }
    if heldBytes > Self.byteLimit, held > 0 {
      throw .allTooLarge(name: SessionName.name(of: name), megabytes: Self.byteLimit >> 20)
    }
  }

  private mutating func begin(_ name: String, start: String?, now: UInt64) throws(SessionProblem) {
    if let mutations = dropped[name] { throw .dropped(name: SessionName.name(of: name), mutations: mutations) }
    guard sessions.count + dropped.count < Self.limit else { throw .tooMany(Self.limit) }
    sessions[name] = Session(
      start: start, isNamed: SessionName.isNamed(name), number: newNumber(of: name), now: now)
    reserved[name] = nil
  }

  private mutating func newNumber(of name: String) -> Int {
    if let number = reserved[name] { return number }
    begun += 1
    return begun
  }

  /// The number of a session, reserved if the session has not begun yet; nil if it cannot begin.
  mutating func number(of name: String) -> Int? {
    if let index = sessions.index(forKey: name) { return sessions.values[index].number }
    guard dropped[name] == nil, sessions.count + dropped.count + reserved.count < Self.limit else { return nil }
    let number = newNumber(of: name)
    reserved[name] = number
    return number
  }

  /// Changes a session that there is; nil where there is none.
  @discardableResult
  mutating func update<Result>(_ name: String, _ body: (inout Session) -> Result) -> Result? {
    guard let index = sessions.index(forKey: name) else { return nil }
    let held = sessions.values[index].heldBytes
    defer { heldBytes += sessions.values[index].heldBytes - held }
    return body(&sessions.values[index])
  }

  /// The ids that stand for recorded ones in a session; nil where there are none.
  func aliases(of name: String) -> IDAliases? {
    guard let index = sessions.index(forKey: name), !sessions.values[index].aliases.isEmpty else { return nil }
    return sessions.values[index].aliases
  }

  /// The random values of a session's client; nil where there are none.
  func clientValues(of name: String) -> ClientValues? {
    guard let index = sessions.index(forKey: name), !sessions.values[index].clientValues.isEmpty else { return nil }
    return sessions.values[index].clientValues
  }

  /// A session as it is; nil where there is none.
  subscript(name: String) -> Session? { sessions[name] }

  /// Those that there are, and those that were dropped, by name.
  var names: [String] { (Array(sessions.keys) + dropped.keys).sorted { $0.precedesByScalars($1) } }

  /// Whether a session of the name is there, or was dropped.
  func knows(_ name: String) -> Bool { sessions[name] != nil || dropped[name] != nil }

  /// Whether a session was dropped after long idling.
  func wasDropped(_ name: String) -> Bool { dropped[name] != nil }

  /// Starts a session over: the next request begins it anew. An attempt at recording it is parked.
  ///
  /// - Returns: its open streams, to be ended when no lock is held.
  mutating func reset(_ name: String) -> SessionStreams? {
    let session = sessions.removeValue(forKey: name)
    heldBytes -= session?.heldBytes ?? 0
    if let session, let attempt = session.attempt {
      _ = takeParked(name)
      parked[name] = ParkedAttempt(attempt: attempt, problem: session.obstacle?.reason)
      heldBytes += attempt.heldBytes
    }
    reserved[name] = nil
    session?.stamp.move()
    dropped[name] = nil
    return session?.streams
  }

  /// Takes away the attempt at a session that has started over since.
  mutating func takeParked(_ name: String) -> ParkedAttempt? {
    guard let taken = parked.removeValue(forKey: name) else { return nil }
    heldBytes -= taken.attempt.heldBytes
    return taken
  }

  /// Notes the file that a parked attempt at a session is to replace.
  mutating func notePlace(_ beginning: SessionStore.Beginning, ofParked name: String) {
    parked[name]?.attempt.beginning = beginning
  }

  /// The streams of all sessions.
  var streams: [SessionStreams] { sessions.keys.sorted().compactMap { sessions[$0]?.streams } }

  /// Makes void what servers have kept of all sessions' answers.
  func moveStamps() { for session in sessions.values { session.stamp.move() } }

  /// Drops the sessions that were not used for long. What they had changed is then not known any more, so those that
  /// had changed something are remembered as dropped; the standard session stays.
  mutating func dropIdle(now: UInt64, after nanoseconds: UInt64) -> [Int] {
    var numbers: [Int] = []
    for name in Array(sessions.keys) where name != SessionName.standard {
      // What was seen of a session that is being recorded is not saved yet.
      guard let session = sessions[name], session.attempt == nil else { continue }
      if session.stamp.takeUse() || session.streams.count > 0 { sessions[name]?.lastUse = now }
      guard let lastUse = sessions[name]?.lastUse, now > lastUse, now - lastUse > nanoseconds else { continue }
      if session.hasMemory { dropped[name] = session.history.entries.count + session.fakedMutations.count }
      session.stamp.move()
      heldBytes -= session.heldBytes
      numbers.append(session.number)
      sessions[name] = nil
    }
    return numbers
  }
}

/// Why a request cannot have its session.
enum SessionProblem: Error, Hashable, Sendable {
  case dropped(name: String, mutations: Int)
  case otherStart(name: String, began: String, asked: String)
  case tooMany(Int)
  case tooLarge(name: String, megabytes: Int)
  case allTooLarge(name: String, megabytes: Int)

  /// What happened, and what to do.
  var message: String {
    switch self {
    case .dropped(let name, let mutations):
      "The session \"\(name)\" expired after a long time without requests (--session-idle). It had sent \(mutations == 1 ? "1 mutation" : "\(mutations) mutations"), so its state is lost. Reset it: POST /__understudy/sessions/\(name)/reset"
    case .otherStart(let name, let began, let asked):
      "The session \"\(name)\" began in state \(began), and this request names the start \"\(asked)\". Reset the session first (POST /__understudy/sessions/\(name)/reset), or use another session."
    case .tooLarge(let name, let megabytes):
      "The history of session \"\(name)\" takes more than \(megabytes) MiB, which is the limit. Without the whole history, answers would be wrong. Reset it: POST /__understudy/sessions/\(name)/reset"
    case .allTooLarge(let name, let megabytes):
      "The histories of all sessions take more than \(megabytes) MiB, which is the limit, so session \"\(name)\" cannot continue. Reset finished sessions (POST /__understudy/sessions/<name>/reset), or let idle sessions expire sooner (--session-idle)."
    case .tooMany(let limit):
      "There are \(limit) sessions, which is the limit. Reset finished sessions (POST /__understudy/sessions/<name>/reset), or let idle sessions expire sooner (--session-idle)."
    }
  }

  var answer: Answer {
    switch self {
    case .dropped: ErrorAnswer.make(status: 410, message: message, code: .droppedSession)
    case .otherStart: ErrorAnswer.make(status: 409, message: message, code: .badSession)
    case .tooMany, .tooLarge, .allTooLarge: ErrorAnswer.make(status: 503, message: message, code: .badSession)
    }
  }
}
