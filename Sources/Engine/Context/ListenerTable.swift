import OrderedJSON
import Recordings
package import Requests
import Synchronization

/// The open sessions of each listener, which decide what session a request belongs to.
///
/// The sessions of a listener that accept requests form a stack with at most one test. A paused scope is off the stack:
/// it accepts no requests, but sessions that begin meanwhile are still inside it.
package final class ListenerTable: Sendable {
  private let state = Mutex(State())

  /// The most sessions that are open on one listener at a time, paused ones included.
  static let depthLimit = 1_000
  /// The most sessions that are open on one listener at a time and have only the requests that name them.
  static let namedLimit = 10_000
  /// The most lingering sessions of a listener. Earlier ones are dropped.
  static let lingeringLimit = 16

  fileprivate struct State {
    var ports: [Int: Port] = [0: Port()]
    /// The names of recorded sessions that have ended and not begun again. What still names one does not belong to it:
    /// its recording would be replaced by a late request.
    var ended = BoundedTable<String, Bool>(byteLimit: 16 << 20)
  }

  fileprivate struct Port {
    /// Changes with every `begin` and `end`.
    let stamp = SessionStamp()
    /// The sessions that accept requests, outermost first.
    var active: [OpenSession] = []
    /// The open scopes that accept no requests at the moment, in the order of their pauses.
    var paused: [OpenSession] = []
    /// The sessions that have only the requests that name them, by their names.
    var named: [String: OpenSession] = [:]
    /// The sessions that accept no more requests, but wait for those in flight.
    var ending: [OpenSession] = []
    /// The sessions whose clients continue by themselves, even after their end; the latest is last.
    var lingering: [OpenSession] = []
    var begun = 0
    /// True once a session had the unnamed requests: what comes without one is then outside of all.
    var hadUnnamed = false

    /// All open sessions, in the order in which they began.
    var open: [OpenSession] { (paused + active + named.values).sorted { $0.number < $1.number } }
  }

  // MARK: Listeners

  func add(_ listener: Int) { state.withLock { $0.ports[listener] = Port() } }

  /// Removes a listener. Returns the sessions that were open on it, innermost first.
  func remove(_ listener: Int) -> [OpenSession] {
    state.withLock { state in
      guard let port = state.ports.removeValue(forKey: listener) else { return [] }
      port.stamp.move()
      state.noteEnded(port.innermostFirst)
      return port.innermostFirst
    }
  }

  /// The open sessions of a listener, paused scopes included, in the order in which they began.
  package func open(on listener: Int) -> [OpenSession] { state.withLock { $0.ports[listener]?.open ?? [] } }

  /// The number of open sessions of all listeners.
  package var openCount: Int {
    state.withLock { $0.ports.values.reduce(0) { $0 + $1.paused.count + $1.active.count + $1.named.count } }
  }

  /// The names of the sessions of a listener that are open, or that wait for requests in flight.
  func namesInUse(on listener: Int) -> Set<String> {
    state.withLock { state in
      guard let port = state.ports[listener] else { return [] }
      return Set((port.open + port.ending).map(\.name))
    }
  }

  // MARK: Begin

  /// The result of a `begin`.
  package enum Begin {
    case begun(OpenSession)
    /// The open test and the active scopes inside it, which are closed, must end as failed first, innermost first.
    case replaces([OpenSession])
    case refused(BeginProblem)
  }

  /// Opens a session of a valid name on a listener.
  ///
  /// - Parameters:
  ///   - name: the session's name.
  ///   - listener: the listener's number.
  ///   - isScope: true if other sessions may begin inside it.
  ///   - isNamed: true if it has only the requests that name it.
  ///   - rerun: the command that runs its test again.
  ///   - replaces: true to end an open test first: of the same name if this one is named.
  ///   - isRecorded: true if the session is recorded, which only one listener at a time can do.
  /// - Returns: the open session, or the reason why there is none.
  package func begin(
    _ name: String, on listener: Int, isScope: Bool = false, isNamed: Bool = false, rerun: String? = nil,
    replaces: Bool = false, isRecorded: Bool = false
  ) -> Begin {
    state.withLock { state in
      guard var port = state.ports[listener] else { return .refused(.closed) }
      let place = isScope || isNamed ? nil : port.active.firstIndex { !$0.isScope }
      if let place, !replaces { return .refused(.testIsOpen(port.active[place].name)) }
      let replaced = isNamed && !isScope && replaces ? port.close(named: name) : []
      let ended = place.map { port.close(from: $0) } ?? replaced
      guard ended.isEmpty else {
        state.ports[listener] = port
        state.noteEnded(ended)
        return .replaces(ended)
      }
      if port.isOpen(name) { return .refused(.isOpen(name)) }
      if port.ending.contains(named: name) { return .refused(.isEnding(name)) }
      if isRecorded,
        let other = state.ports.keys.sorted().first(where: { state.ports[$0]?.records(name) ?? false })
      {
        return .refused(.isRecorded(name, listener: other))
      }
      let (count, limit) =
        isNamed ? (port.named.count, Self.namedLimit) : (port.active.count + port.paused.count, Self.depthLimit)
      guard count < limit else { return .refused(.tooDeep(limit: limit)) }
      port.begun += 1
      let session = OpenSession(
        name: name, listener: listener, number: port.begun, isScope: isScope, isNamed: isNamed, rerun: rerun,
        isRecorded: isRecorded)
      if isNamed {
        port.named[name] = session
      } else {
        port.active.append(session)
        port.hadUnnamed = true
      }
      if isRecorded { state.ended.remove(name) }
      port.lingering.removeAll { $0.name.hasSameScalars(as: name) }
      port.stamp.move()
      state.ports[listener] = port
      return .begun(session)
    }
  }

  // MARK: End

  /// Closes the session of a token and, unless it is paused, all active ones inside it. Returns them, innermost first.
  /// `goesOn` is true if its client continues to send requests, such as a thread that nobody stops.
  package func end(_ token: String, on listener: Int, goesOn: Bool = false) throws(EndProblem) -> [OpenSession] {
    try state.withLock { state throws(EndProblem) in
      guard var port = state.ports[listener] else { throw state.problem(with: token, on: listener) }
      let ended: [OpenSession]
      if let place = port.active.firstIndex(where: { $0.token == token }) {
        ended = port.close(from: place)
      } else if let place = port.paused.firstIndex(where: { $0.token == token }) {
        ended = [port.paused.remove(at: place)]
        port.ending += ended
        port.stamp.move()
      } else if let session = port.named.values.first(where: { $0.token == token }) {
        // A scope stays open for the tests that enter it.
        ended = session.isScope ? [session] : port.close(named: session.name)
      } else {
        throw state.problem(with: token, on: listener)
      }
      state.noteEnded(ended)
      if goesOn, let session = ended.last { port.linger(session) }
      state.ports[listener] = port
      return ended
    }
  }

  /// Closes all sessions because the program stops. Returns the open ones of each listener, innermost first.
  func endAll() -> [(listener: Int, sessions: [OpenSession])] {
    state.withLock { state in
      state.ports.keys.sorted().compactMap { listener in
        guard let open = state.ports[listener]?.innermostFirst, !open.isEmpty else { return nil }
        state.ports[listener]?.active = []
        state.ports[listener]?.paused = []
        state.ports[listener]?.named = [:]
        state.ports[listener]?.ending += open
        state.noteEnded(open)
        state.ports[listener]?.stamp.move()
        return (listener, open)
      }
    }
  }

  // MARK: Pause

  /// Stops a scope, which stays open, from accepting requests until it is resumed.
  package func pause(_ token: String, on listener: Int) throws(EndProblem) -> OpenSession {
    try state.withLock { state throws(EndProblem) in
      let scope = try state.scope(token, on: listener)
      guard var port = state.ports[listener], port.paused.allSatisfy({ $0 !== scope }) else { return scope }
      guard port.active.last === scope else {
        throw .isInside(scope.name, inner: port.active.last?.name ?? "")
      }
      port.paused.append(port.active.removeLast())
      port.stamp.move()
      state.ports[listener] = port
      return scope
    }
  }

  /// Lets a paused scope accept requests again.
  package func resume(_ token: String, on listener: Int) throws(EndProblem) -> OpenSession {
    try state.withLock { state throws(EndProblem) in
      let scope = try state.scope(token, on: listener)
      guard var port = state.ports[listener], let place = port.paused.firstIndex(where: { $0 === scope }) else {
        return scope
      }
      port.active.append(port.paused.remove(at: place))
      port.stamp.move()
      state.ports[listener] = port
      return scope
    }
  }

  /// Notes that the client of a session continues by itself, such as a thread that nobody stops.
  package func goOn(_ token: String, on listener: Int) throws(EndProblem) -> OpenSession {
    try state.withLock { state throws(EndProblem) in
      guard let session = state.ports[listener]?.open.first(where: { $0.token == token }) else {
        throw state.problem(with: token, on: listener)
      }
      state.ports[listener]?.linger(session)
      state.ports[listener]?.stamp.move()
      return session
    }
  }

  /// The open sessions of a test and of a scope that have only the requests that name them.
  ///
  /// - Throws: `EndProblem` if the token is of no open session, or there is no such scope.
  package func named(
    _ token: String, in scope: String, on listener: Int
  ) throws(EndProblem) -> (test: OpenSession, scope: OpenSession) {
    try state.withLock { state throws(EndProblem) in
      guard let test = state.ports[listener]?.open.first(where: { $0.token == token }) else {
        throw state.problem(with: token, on: listener)
      }
      guard let found = state.ports[listener]?.named[scope], found.isScope else { throw .noScope(scope) }
      return (test, found)
    }
  }

  /// Removes a session that has ended, so that its name may begin again.
  func finished(_ session: OpenSession) {
    state.withLock { state in state.ports[session.listener]?.ending.removeAll { $0 === session } }
  }

  // MARK: Requests

  /// Decides which session a new request belongs to, and how long that holds.
  func admit(on listener: Int, naming name: String?) -> Admission {
    state.withLock { state in
      guard let port = state.ports[listener] else {
        // The port closed while the request arrived.
        return Admission(visit: nil, isOutside: name.map { state.ended.peek($0) != nil } ?? true, port: SessionStamp())
      }
      let session = name.map(port.session(named:)) ?? port.active.last
      // While a scope accepts the requests, a thread of the test around it may continue.
      let others = name == nil ? port.lingering + port.active.dropLast().filter { !$0.isScope } : []
      return Admission(
        visit: session.map { Visit($0) },
        isOutside: session == nil && (name.map { state.ended.peek($0) != nil } ?? port.hadUnnamed),
        lingering: others, port: port.stamp)
    }
  }
}

extension ListenerTable.Port {
  /// Returns the open session of a name, which is open once on a port.
  fileprivate func session(named name: String) -> OpenSession? {
    func isNamed(_ session: OpenSession) -> Bool { session.name.hasSameScalars(as: name) }
    return named[name] ?? active.last(where: isNamed) ?? paused.last(where: isNamed)
  }

  fileprivate func isOpen(_ name: String) -> Bool { session(named: name) != nil }

  fileprivate mutating func linger(_ session: OpenSession) {
    lingering.removeAll { $0 === session }
    lingering.append(session)
    if lingering.count > ListenerTable.lingeringLimit { lingering.removeFirst() }
  }

  fileprivate var innermostFirst: [OpenSession] {
    named.values.sorted { $0.number > $1.number } + active.reversed() + paused.reversed()
  }

  /// Closes the session at a place in the stack and those inside it. Returns them, innermost first.
  fileprivate mutating func close(from place: Int) -> [OpenSession] {
    let ended = Array(active[place...])
    active.removeSubrange(place...)
    ending += ended
    stamp.move()
    return ended.reversed()
  }

  /// Closes the test of a name that has only the requests that name it, if it is open.
  fileprivate mutating func close(named name: String) -> [OpenSession] {
    guard let session = named[name], !session.isScope else { return [] }
    named[name] = nil
    ending.append(session)
    stamp.move()
    return [session]
  }

  fileprivate func records(_ name: String) -> Bool {
    session(named: name)?.isRecorded ?? false || ending.filter(\.isRecorded).contains(named: name)
  }
}

extension ListenerTable.State {
  fileprivate mutating func noteEnded(_ sessions: [OpenSession]) {
    for session in sessions where session.isRecorded {
      ended.keep(true, for: session.name, bytes: 200 + session.name.utf8.count)
    }
  }

  /// Returns the open scope of a token.
  fileprivate func scope(_ token: String, on listener: Int) throws(EndProblem) -> OpenSession {
    guard let session = ports[listener]?.open.first(where: { $0.token == token }) else {
      throw problem(with: token, on: listener)
    }
    guard session.isScope else { throw .isNoScope(session.name) }
    return session
  }

  /// The reason why a token fits no open session of a listener.
  fileprivate func problem(with token: String, on listener: Int) -> EndProblem {
    let parts = token.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2, token == "\(parts[0])-\(parts[1])", let port = ports[parts[0]], parts[1] >= 1,
      parts[1] <= port.begun
    else { return .unknown(token) }
    return parts[0] == listener ? .hasEnded(token) : .isOfListener(token, parts[0])
  }
}

extension [OpenSession] {
  fileprivate func contains(named name: String) -> Bool { contains { $0.name.hasSameScalars(as: name) } }
}
