import GraphQLLanguage
import OrderedJSON
import Recordings
import Synchronization

/// The requests of a run with the sources of their answers, each once, in the order of their first use.
package final class UseLog: Sendable {
  private let state = Mutex(State())

  /// The most different uses. Further ones are counted together by source.
  private let limit: Int
  /// The most bytes of uses, with the same effect.
  private let byteLimit: Int

  fileprivate struct State {
    package var uses: [Use] = []
    var places: [Key: Int] = [:]
    var bytes = 0
    /// The names of all sessions; nil if there are too many.
    var sessions: Set<String>? = []
    var sessionBytes = 0
  }

  /// The most sessions that are listed, and the most bytes of their names. A run with more lists none.
  package static let sessionLimit = 200_000
  package static let sessionByteLimit = 16 << 20

  fileprivate struct Key: Hashable {
    let session: String
    /// The operation's key, or for generated data its name or hash.
    let operation: Operation
    let source: Use.Source
    let recording: String?
  }

  fileprivate enum Operation: Hashable {
    case asked(ContentHash)
    case named(endpoint: String, kind: OperationKind, name: String?)
    case rest(endpoint: String)
  }

  package init(limit: Int = 50_000, byteLimit: Int = 64 << 20) {
    self.limit = limit
    self.byteLimit = byteLimit
  }

  package var bytes: Int { state.withLock { $0.bytes } }

  /// All uses, in the order of their first.
  package var uses: [Use] { state.withLock { $0.uses } }

  /// The names of the named sessions, sorted; nil if there were too many.
  package var sessions: [String]? {
    state.withLock { $0.sessions }?.filter(SessionName.isNamed).sorted { $0.precedesByScalars($1) }
  }

  /// Notes a session that began, whether or not it sends a request.
  package func note(session name: String) { state.withLock { $0.add(session: name) } }

  /// Counts an answer to a request. `recording` is the path of the recording that it comes from.
  package func note(
    _ asked: ResolvedRequest, at endpoint: String, _ source: Use.Source, recording: String? = nil
  ) -> Use {
    let key = Key(session: asked.sessionName, operation: .asked(asked.key.hash), source: source, recording: recording)
    return note(key, endpoint: endpoint) {
      Use(
        endpoint: endpoint, session: asked.sessionName, kind: asked.kind, name: asked.name,
        variables: asked.key.variables.beginning,
        source: source, recording: recording, sketch: asked.parsed.operation.sketch)
    }
  }

  /// Counts a generated answer or an override, by the operation's name alone.
  package func note(_ source: Use.Source, _ operation: PreparedOperation, session: String, at endpoint: String) -> Use {
    let session = SessionName.name(of: session)
    let named = Operation.named(
      endpoint: endpoint, kind: operation.kind, name: operation.name ?? operation.key.hash.hex(digits: 16))
    let key = Key(session: session, operation: named, source: source, recording: nil)
    return note(key, endpoint: endpoint) {
      Use(
        endpoint: endpoint, session: session, kind: operation.kind, name: operation.name, variables: nil,
        source: source, sketch: operation.sketch)
    }
  }

  private func note(_ key: Key, endpoint: String, _ make: () -> Use) -> Use {
    let use = state.withLock { state -> Use in
      if let place = state.places[key] { return state.uses[place] }
      state.add(session: key.session)
      if state.uses.count < limit, state.bytes < byteLimit { return state.add(make(), as: key) }
      let rest = Key(session: "", operation: .rest(endpoint: endpoint), source: key.source, recording: nil)
      if let place = state.places[rest] { return state.uses[place] }
      let all = Use(
        endpoint: endpoint, session: "", kind: .query, name: "and others", variables: nil, source: key.source)
      return state.add(all, as: rest)
    }
    use.add()
    return use
  }
}

extension UseLog.State {
  fileprivate mutating func add(session name: String) {
    guard sessions?.insert(name).inserted == true else { return }
    sessionBytes += name.utf8.count + 32
    if let count = sessions?.count, count > UseLog.sessionLimit || sessionBytes > UseLog.sessionByteLimit {
      sessions = nil
    }
  }

  fileprivate mutating func add(_ use: Use, as key: UseLog.Key) -> Use {
    bytes += use.heldBytes
    places[key] = uses.count
    uses.append(use)
    return use
  }
}
