import OrderedJSON
import Synchronization

/// The sessions that are open on each listener, and which of them a request belongs to.
///
/// The sessions of a listener are a stack: scopes, and on top of them at most one test.
final class ListenerTable: Sendable {
  private let state = Mutex(State())

  /// The most sessions that are open on one listener at a time.
  static let depthLimit = 64

  fileprivate struct State {
    var ports: [Int: Port] = [0: Port()]
  }

  fileprivate struct Port {
    /// Moves with every `begin` and `end`.
    let stamp = SessionStamp()
    /// The open sessions, outermost first.
    var open: [OpenSession] = []
    /// The sessions that take no more requests and still wait for those in flight.
    var ending: [OpenSession] = []
    var begun = 0
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
      return port.open.reversed()
    }
  }

  /// The sessions that are open on a listener, outermost first.
  func open(on listener: Int) -> [OpenSession] { state.withLock { $0.ports[listener]?.open ?? [] } }

  // MARK: Begin

  /// What a `begin` leads to.
  enum Begin {
    case begun(OpenSession)
    /// The test that is open has to end as failed first. It takes no more requests.
    case replaces(OpenSession)
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
  func begin(
    _ name: String, on listener: Int, isScope: Bool = false, rerun: String? = nil, replaces: Bool = false,
    isRecorded: Bool = false
  ) -> Begin {
    state.withLock { state in
      guard var port = state.ports[listener] else { return .refused(.closed) }
      if let test = port.open.last, !test.isScope {
        guard replaces else { return .refused(.testIsOpen(test.name)) }
        port.open.removeLast()
        port.ending.append(test)
        port.stamp.move()
        state.ports[listener] = port
        return .replaces(test)
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
      port.open.append(session)
      port.stamp.move()
      state.ports[listener] = port
      return .begun(session)
    }
  }

  // MARK: End

  /// Closes the session of a token and all that are open inside it: they take no more requests.
  ///
  /// - Returns: the sessions, innermost first; the token's is last.
  func end(_ token: String, on listener: Int) throws(EndProblem) -> [OpenSession] {
    try state.withLock { state throws(EndProblem) in
      guard var port = state.ports[listener], let place = port.open.firstIndex(where: { $0.token == token }) else {
        throw state.problem(with: token, on: listener)
      }
      let ended = Array(port.open[place...])
      port.open.removeSubrange(place...)
      port.ending += ended
      port.stamp.move()
      state.ports[listener] = port
      return ended.reversed()
    }
  }

  /// Closes all sessions: the program stops.
  ///
  /// - Returns: for each listener with open sessions its number, and the sessions innermost first.
  func endAll() -> [(listener: Int, sessions: [OpenSession])] {
    state.withLock { state in
      state.ports.keys.sorted().compactMap { listener in
        guard let open = state.ports[listener]?.open, !open.isEmpty else { return nil }
        state.ports[listener]?.open = []
        state.ports[listener]?.ending += open
        state.ports[listener]?.stamp.move()
        return (listener, open.reversed())
      }
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
      let session = name.map { name in port.open.last { $0.name.hasSameScalars(as: name) } } ?? port.open.last
      return Admission(
        visit: session.map { Visit($0) }, isOutside: name == nil && session == nil && port.begun > 0,
        port: port.stamp)
    }
  }
}

extension ListenerTable.Port {
  fileprivate func records(_ name: String) -> Bool { (open + ending).filter(\.isRecorded).contains(named: name) }
}

extension ListenerTable.State {
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
