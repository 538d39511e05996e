import OrderedJSON
import Synchronization

/// The sessions that are open on each listener, and which of them a request belongs to.
///
/// The sessions of a listener that take requests are a stack with at most one test in it. A scope that is paused is off
/// the stack: it takes no requests, and the sessions that begin meanwhile are still inside it.
package final class ListenerTable: Sendable {
  private let state = Mutex(State())

  /// The most sessions that are open on one listener at a time, paused ones included.
  static let depthLimit = 1_000
  /// The most sessions of a listener whose clients go on by themselves; earlier ones are forgotten.
  static let lingeringLimit = 16

  fileprivate struct State {
    var ports: [Int: Port] = [0: Port()]
  }

  fileprivate struct Port {
    /// Moves with every `begin` and `end`.
    let stamp = SessionStamp()
    /// The sessions that take requests, outermost first.
    var active: [OpenSession] = []
    /// The scopes that are open and take no requests at the moment, in the order of their pauses.
    var paused: [OpenSession] = []
    /// The sessions that take no more requests and still wait for those in flight.
    var ending: [OpenSession] = []
    /// The sessions whose clients go on by themselves, also when they have ended; the last is the latest.
    var lingering: [OpenSession] = []
    var begun = 0

    /// All open sessions, in the order in which they began.
    var open: [OpenSession] { (paused + active).sorted { $0.number < $1.number } }
  }

  // MARK: Listeners

  /// Adds a listener.
  func add(_ listener: Int) { state.withLock { $0.ports[listener] = Port() } }

  /// Removes a listener.
  ///
  /// - Returns: the sessions that were open on it, innermost first.
  func remove(_ listener: Int) -> [OpenSession] {
    state.withLock { state in
      guard let port = state.ports.removeValue(forKey: listener) else { return [] }
      port.stamp.move()
      return port.innermostFirst
    }
  }

  /// The sessions that are open on a listener, paused scopes included, in the order in which they began.
  package func open(on listener: Int) -> [OpenSession] { state.withLock { $0.ports[listener]?.open ?? [] } }

  // MARK: Begin

  /// What a `begin` leads to.
  package enum Begin {
    case begun(OpenSession)
    /// The test that is open, and the scopes that began inside it and take requests, have to end as failed first,
    /// innermost first. They take no more requests.
    case replaces([OpenSession])
    case refused(BeginProblem)
  }

  /// Opens a session on a listener.
  ///
  /// - Parameters:
  ///   - name: a valid session name.
  ///   - listener: the listener's number.
  ///   - isScope: whether other sessions may begin inside it.
  ///   - rerun: the command that runs its test again.
  ///   - replaces: whether an open test ends to make room.
  ///   - isRecorded: whether the session is recorded, which only one listener at a time does.
  /// - Returns: the open session, or why there is none.
  package func begin(
    _ name: String, on listener: Int, isScope: Bool = false, rerun: String? = nil, replaces: Bool = false,
    isRecorded: Bool = false
  ) -> Begin {
    state.withLock { state in
      guard var port = state.ports[listener] else { return .refused(.closed) }
      if !isScope, let place = port.active.firstIndex(where: { !$0.isScope }) {
        guard replaces else { return .refused(.testIsOpen(port.active[place].name)) }
        let ended = port.close(from: place)
        state.ports[listener] = port
        return .replaces(ended)
      }
      if port.open.contains(named: name) { return .refused(.isOpen(name)) }
      if port.ending.contains(named: name) { return .refused(.isEnding(name)) }
      if isRecorded,
        let other = state.ports.keys.sorted().first(where: { state.ports[$0]?.records(name) ?? false })
      {
        return .refused(.isRecorded(name, listener: other))
      }
      guard port.open.count < Self.depthLimit else { return .refused(.tooDeep(limit: Self.depthLimit)) }
      port.begun += 1
      let session = OpenSession(
        name: name, listener: listener, number: port.begun, isScope: isScope, rerun: rerun, isRecorded: isRecorded)
      port.active.append(session)
      port.lingering.removeAll { $0.name.hasSameScalars(as: name) }
      port.stamp.move()
      state.ports[listener] = port
      return .begun(session)
    }
  }

  // MARK: End

  /// Closes the session of a token, and if it is not paused, all that take requests inside it: they take no more.
  ///
  /// - Parameters:
  ///   - token: the session's.
  ///   - listener: the listener's number.
  ///   - goesOn: whether its client goes on to ask, such as a thread that nobody stops.
  /// - Returns: the sessions, innermost first; the token's is last.
  /// - Throws: `EndProblem` if the token ends nothing there.
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
      } else {
        throw state.problem(with: token, on: listener)
      }
      if goesOn, let session = ended.last { port.linger(session) }
      state.ports[listener] = port
      return ended
    }
  }

  /// Closes all sessions: the program stops.
  ///
  /// - Returns: for each listener with open sessions its number, and the sessions innermost first.
  func endAll() -> [(listener: Int, sessions: [OpenSession])] {
    state.withLock { state in
      state.ports.keys.sorted().compactMap { listener in
        guard let open = state.ports[listener]?.innermostFirst, !open.isEmpty else { return nil }
        state.ports[listener]?.active = []
        state.ports[listener]?.paused = []
        state.ports[listener]?.ending += open
        state.ports[listener]?.stamp.move()
        return (listener, open)
      }
    }
  }

  // MARK: Pause

  /// Takes the requests away from a scope until it is resumed. It stays open.
  ///
  /// - Returns: the scope.
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

  /// Gives the requests to a paused scope again, until it is paused or ends.
  ///
  /// - Returns: the scope.
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

  /// Notes that the client of a session goes on by itself, such as a thread that nobody stops.
  ///
  /// - Returns: the session.
  /// - Throws: `EndProblem` if the token is of no open session.
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

  /// Forgets a session that has ended: its name may begin again.
  func finished(_ session: OpenSession) {
    state.withLock { state in state.ports[session.listener]?.ending.removeAll { $0 === session } }
  }

  // MARK: Requests

  /// Decides where a request belongs that begins now.
  ///
  /// - Parameters:
  ///   - listener: the port that it came from.
  ///   - name: the session that it names; nil for none.
  /// - Returns: the open session, if there is one, and until when it is right.
  func admit(on listener: Int, naming name: String?) -> Admission {
    state.withLock { state in
      guard let port = state.ports[listener] else {
        // The port closed while the request came.
        return Admission(visit: nil, isOutside: name == nil, port: SessionStamp())
      }
      let session = name.map(port.session(named:)) ?? port.active.last
      // While a scope takes the requests, a thread of the test that is open around it may go on.
      let others = name == nil ? port.lingering + port.active.dropLast().filter { !$0.isScope } : []
      return Admission(
        visit: session.map { Visit($0) }, isOutside: name == nil && session == nil && port.begun > 0,
        lingering: others, port: port.stamp)
    }
  }
}

extension ListenerTable.Port {
  /// The open session of a name; a name is open once on a port.
  fileprivate func session(named name: String) -> OpenSession? {
    func isNamed(_ session: OpenSession) -> Bool { session.name.hasSameScalars(as: name) }
    return active.last(where: isNamed) ?? paused.last(where: isNamed)
  }

  fileprivate mutating func linger(_ session: OpenSession) {
    lingering.removeAll { $0 === session }
    lingering.append(session)
    if lingering.count > ListenerTable.lingeringLimit { lingering.removeFirst() }
  }

  fileprivate var innermostFirst: [OpenSession] { active.reversed() + paused.reversed() }

  /// Closes the session at a place of the stack and those inside it.
  ///
  /// - Returns: the sessions, innermost first.
  fileprivate mutating func close(from place: Int) -> [OpenSession] {
    let ended = Array(active[place...])
    active.removeSubrange(place...)
    ending += ended
    stamp.move()
    return ended.reversed()
  }

  fileprivate func records(_ name: String) -> Bool { (open + ending).filter(\.isRecorded).contains(named: name) }
}

extension ListenerTable.State {
  /// The open scope of a token.
  fileprivate func scope(_ token: String, on listener: Int) throws(EndProblem) -> OpenSession {
    guard let session = ports[listener]?.open.first(where: { $0.token == token }) else {
      throw problem(with: token, on: listener)
    }
    guard session.isScope else { throw .isNoScope(session.name) }
    return session
  }

  /// Why a token ends nothing on a listener.
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
