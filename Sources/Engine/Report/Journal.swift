import GraphQLLanguage
import OrderedJSON
import Replay
package import Requests
import Synchronization
import Transports

/// Every request of a run in order, for tests that check what a client did. Optional, since it grows with each request.
package final class Journal: Sendable {
  /// The most requests and bytes that are kept. Further requests are only counted.
  package static let limit = 100_000
  package static let byteLimit = 256 << 20

  private let limit: Int
  private let byteLimit: Int
  private let state = Mutex(State())

  fileprivate struct State {
    var sessions: [String?: Chapter] = [:]
    var count = 0
    var bytes = 0
    var next = 0
    var begun = 0
  }

  /// The requests of one session.
  fileprivate struct Chapter {
    /// A session that is forgotten and begins again gets another id.
    let id: Int
    var entries: [JournalEntry] = []
    var bytes = 0
    var unkept = 0
  }

  /// The place of an entry that waits for its outcome.
  struct Place: Sendable {
    fileprivate let session: String?
    fileprivate let chapter: Int
    fileprivate let index: Int
  }

  init(limit: Int = Journal.limit, byteLimit: Int = Journal.byteLimit) {
    self.limit = limit
    self.byteLimit = byteLimit
  }

  var bytes: Int { state.withLock { $0.bytes } }

  /// The requests of a session in the order in which they came; with nil all, including those without a session.
  package func entries(ofSession session: String? = nil) -> [JournalEntry] {
    state.withLock { state in
      if let session { return state.sessions[session]?.entries ?? [] }
      return state.sessions.values.flatMap(\.entries).sorted { $0.number < $1.number }
    }
  }

  /// Removes and returns the requests that belong to none of these sessions, in order.
  package func takeStrays(besides sessions: Set<String>) -> [JournalEntry] {
    state.withLock { state in
      let strays = state.sessions.filter { session, _ in session.map { !sessions.contains($0) } ?? true }
      for session in strays.keys { state.forget(session) }
      return strays.values.flatMap(\.entries).sorted { $0.number < $1.number }
    }
  }

  /// The number of a session's requests that were not kept because of the bounds; with nil those of all.
  package func unkept(ofSession session: String? = nil) -> Int {
    state.withLock { state in
      if let session { return state.sessions[session]?.unkept ?? 0 }
      return state.sessions.values.reduce(0) { $0 + $1.unkept }
    }
  }

  /// Removes the requests of a session.
  package func forget(session: String) { state.withLock { $0.forget(session) } }

  /// Adds a request; nil if there are too many.
  func begin(_ request: ClientRequest, _ asked: ParsedRequest?, endpoint: String?, session: String?) -> Place? {
    state.withLock { state in
      if state.sessions[session] == nil {
        state.begun += 1
        state.sessions[session] = Chapter(id: state.begun)
      }
      guard var chapter = state.sessions[session] else { return nil }
      state.sessions[session] = nil
      defer { state.sessions[session] = chapter }
      let variables = asked?.request.variables.objectValue ?? JSONObject()
      let size = 500 + request.headers.heldBytes + JSON.object(variables).heldBytes
      guard state.count < limit, state.bytes + size <= byteLimit else {
        chapter.unkept += 1
        return nil
      }
      state.count += 1
      state.bytes += size
      chapter.bytes += size
      state.next += 1
      chapter.entries.append(
        JournalEntry(
          number: state.next, requestLine: "\(request.method.prefix(20)) \(request.target.path.prefix(100))",
          endpoint: endpoint, session: session, kind: asked?.operation.kind, name: asked?.operation.name,
          variables: variables, headers: request.headers))
      return Place(session: session, chapter: chapter.id, index: chapter.entries.count - 1)
    }
  }

  /// Sets the outcome of a request.
  func finish(_ place: Place?, _ outcome: JournalEntry.Outcome) {
    guard let place else { return }
    state.withLock { state in
      guard state.sessions[place.session]?.id == place.chapter else { return }
      state.sessions[place.session]?.entries[place.index].outcome = outcome
    }
  }
}

extension Journal.State {
  fileprivate mutating func forget(_ session: String?) {
    guard let chapter = sessions.removeValue(forKey: session) else { return }
    count -= chapter.entries.count
    bytes -= chapter.bytes
  }
}
