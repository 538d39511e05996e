import OrderedJSON
import Recordings
import Replay
import Requests
import Transports

/// The sessions of one endpoint, by name.
struct SessionTable: Sendable {
  private var sessions: [String: Session] = [:]
  /// The sessions that were dropped because they were idle, with the number of mutations that they had sent.
  private var dropped: [String: Int] = [:]
  private var begun = 0
  /// The numbers of sessions that were requested before the sessions began.
  private var reserved: [String: Int] = [:]

  /// Attempts at recording sessions that have started over since, by name. The next attempt replaces them.
  private(set) var parked: [String: ParkedAttempt] = [:]

  struct ParkedAttempt: Sendable {
    var attempt: SessionAttempt
    /// The reason why it cannot be saved; nil if it can.
    let problem: String?
  }

  /// An estimate of the bytes that all sessions hold.
  private(set) var heldBytes = 0

  /// The most sessions, dropped ones included.
  static let limit = 100_000
  /// The most bytes of a session. Past it, it must start over: answers without a part of its history would be wrong.
  static let sessionByteLimit = 256 << 20
  /// The most bytes of all sessions. Past it, only sessions without changes continue.
  static let byteLimit = 1 << 30

  /// Runs `body` with the session of a valid name, which begins if there is none. `now` is in nanoseconds.
  ///
  /// - Throws: `SessionProblem` if it was dropped, has another start, or is one too many.
  mutating func with<Result>(
    _ name: String, start: String? = nil, now: UInt64, _ body: (inout Session) throws -> Result
  ) throws -> Result {
    if sessions.index(forKey: name) == nil { try begin(name, start: start, now: now) }
    guard let index = sessions.index(forKey: name) else { throw SessionProblem.tooMany(Self.limit) }
    let total = heldBytes
    return try inPlace(index) { session throws in
      if let start, session.history.start != .start(named: start) {
        // A session that has done nothing may still change its start.
        guard !session.hasMemory else {
          throw SessionProblem.otherStart(
            name: SessionName.name(of: name), began: session.history.start.name, asked: start)
        }
        session.history = .init(start: start, joinsConcurrent: SessionName.isNamed(name))
        session.stamp.move()
      }
      let held = session.heldBytes
      if held > Self.sessionByteLimit {
        throw SessionProblem.tooLarge(name: SessionName.name(of: name), megabytes: Self.sessionByteLimit >> 20)
      }
      if total > Self.byteLimit, held > 0 {
        throw SessionProblem.allTooLarge(name: SessionName.name(of: name), megabytes: Self.byteLimit >> 20)
      }
      session.lastUse = now
      return try body(&session)
    }
  }

  /// Runs `body` with a session that is not copied.
  private mutating func inPlace<Result, Failure>(
    _ index: Dictionary<String, Session>.Index, _ body: (inout Session) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var growth = 0
    defer { heldBytes += growth }
    return try { (session: inout Session) throws(Failure) in
      let held = session.heldBytes
      defer { growth = session.heldBytes - held }
      return try body(&session)
    }(&sessions.values[index])
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

  /// The number of a session, reserved if it has not begun yet; nil if it cannot begin.
  mutating func number(of name: String) -> Int? {
    if let index = sessions.index(forKey: name) { return sessions.values[index].number }
    guard dropped[name] == nil, sessions.count + dropped.count + reserved.count < Self.limit else { return nil }
    let number = newNumber(of: name)
    reserved[name] = number
    return number
  }

  /// The recording that a session was answered from; nil before its first answer.
  func recording(of name: String) -> AnsweringRecording? {
    sessions.index(forKey: name).flatMap { sessions.values[$0].recording }
  }

  /// Changes an existing session; nil if there is none.
  @discardableResult
  mutating func update<Result>(_ name: String, _ body: (inout Session) -> Result) -> Result? {
    sessions.index(forKey: name).map { inPlace($0, body) }
  }

  /// The ids that replace recorded ones in a session; nil if there are none.
  mutating func aliases(of name: String) -> IDAliases? {
    update(name) { $0.aliases.isEmpty ? nil : $0.aliases } ?? nil
  }

  /// The random values of a session's client; nil if there are none.
  mutating func clientValues(of name: String) -> ClientValues? {
    update(name) { $0.clientValues.isEmpty ? nil : $0.clientValues } ?? nil
  }

  subscript(name: String) -> Session? { sessions[name] }

  /// The number of sessions, without dropped ones.
  var count: Int { sessions.count }

  /// The names of all sessions, dropped ones included.
  var names: [String] { (Array(sessions.keys) + dropped.keys).sorted { $0.precedesByScalars($1) } }

  /// True if there is a session of the name, or it was dropped.
  func knows(_ name: String) -> Bool { sessions[name] != nil || dropped[name] != nil }

  func wasDropped(_ name: String) -> Bool { dropped[name] != nil }

  /// Resets a session, and parks an attempt at recording it. Returns its open streams, to be ended outside any lock.
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

  /// Removes and returns the attempt at a session that has started over since.
  mutating func takeParked(_ name: String) -> ParkedAttempt? {
    guard let taken = parked.removeValue(forKey: name) else { return nil }
    heldBytes -= taken.attempt.heldBytes
    return taken
  }

  /// Sets the file that a parked attempt will replace.
  mutating func notePlace(_ beginning: SessionStore.Beginning, ofParked name: String) {
    parked[name]?.attempt.beginning = beginning
  }

  var streams: [SessionStreams] { sessions.keys.sorted().compactMap { sessions[$0]?.streams } }

  /// Invalidates the answers of all sessions that servers have cached.
  func moveStamps() { for session in sessions.values { session.stamp.move() } }

  /// Drops idle sessions, except the standard one and those in `kept`, and returns their numbers. Remembers those that had
  /// changes.
  mutating func dropIdle(now: UInt64, after nanoseconds: UInt64, besides kept: Set<String>) -> [Int] {
    var numbers: [Int] = []
    for name in Array(sessions.keys) where name != SessionName.standard && !kept.contains(name) {
      // A session that is being recorded has unsaved answers.
      guard let session = sessions[name], session.attempt == nil else { continue }
      if session.takeUse() { sessions[name]?.lastUse = now }
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
