package import EndpointConfiguration
import Fakes
import GraphQLLanguage
package import OrderedJSON
import Recordings
import Replay
package import Requests
import Synchronization
import Transports

/// Answers requests of sessions that are kept in a store, so that several replicas can serve them.
package protocol SessionSharing: Sendable {
  /// True if other replicas may serve the same session, so that they must know of everything that changes its answers.
  var isShared: Bool { get }

  /// The number of sessions that end with this process.
  var ownSessionCount: Int { get }

  /// Answers a request of a session at an endpoint.
  ///
  /// - Parameters:
  ///   - path: the path below the endpoint, as `Engine.repeated(_:at:path:session:)` takes it.
  ///   - session: the session's name inside the engine.
  ///   - perform: computes the answer, and changes the session in this process.
  func answer(
    _ request: ClientRequest, at endpoint: Endpoint, path: String, session: String,
    perform: @escaping @Sendable () -> Response
  ) -> Response

  /// Begins a session. `data` has the settings of its generated data; `replaces` is true to start over an open one.
  func begin(_ name: String, data: JSONObject?, replaces: Bool) async -> SharedResult

  /// Ends the session that `begin` returned the token for.
  func end(token: String, outcome: SessionOutcome) async -> SharedResult

  /// The misses of the session that `begin` returned the token for, on all replicas.
  func misses(token: String) async -> SharedResult

  /// Starts a session over, or begins it.
  func reset(_ name: String) async -> SharedResult

  /// Brings a session of this process up to date, for reports. Returns its token.
  func refresh(_ name: String) async -> SharedResult

  /// Drops sessions from memory that were not used for a long time here.
  func dropIdle()
}

/// The result of a change to a shared session: the members of the answer, or the refusal.
package enum SharedResult: Sendable {
  case done(JSONObject)
  case refused(Answer)
}

/// The state of a session at one endpoint, to be restored if a request cannot take effect.
package struct SessionCopy: Sendable {
  fileprivate let session: Session?
  private let revision: Revision

  /// The parts of a session that a request may change, and that later answers depend on.
  private struct Revision: Hashable {
    var start = ""
    var mutations = 0
    var fakedMutations = 0
    var lookedUp = 0
    var transcript = 0
    var cursors: [SequencePlace: Int] = [:]
    var overlapped = OverlapProgress()
    var served: [ContentHash: Int] = [:]
    var servedTogether: [ContentHash: Int] = [:]
    var clientValues = ClientValues()
    var advised: Set<String> = []
  }

  fileprivate init(_ session: Session?) {
    self.session = session
    guard let session else {
      revision = Revision()
      return
    }
    revision = Revision(
      start: session.history.start.name,
      mutations: session.history.entries.count, fakedMutations: session.fakedMutations.count,
      lookedUp: session.fake?.lookedUpCount ?? 0, transcript: session.transcript.revision, cursors: session.cursors,
      overlapped: session.overlapped, served: session.served, servedTogether: session.servedTogether,
      clientValues: session.clientValues, advised: session.advised)
  }

  /// True if later answers may depend on what happened between two copies.
  package func differs(from earlier: SessionCopy) -> Bool { revision != earlier.revision }

  /// True if later answers to other requests may depend on it: a mutation, or the next answer of a sequence.
  package func hasChanges(since earlier: SessionCopy) -> Bool {
    revision.mutations != earlier.revision.mutations || revision.fakedMutations != earlier.revision.fakedMutations
      || revision.cursors != earlier.revision.cursors
  }
}

extension Endpoint {
  /// Returns the state of a session, which has no start yet if nothing was sent to this endpoint.
  package func copy(ofSession name: String) -> SessionCopy { SessionCopy(state.withLock { $0.sessions[name] }) }

  /// Restores a session, as if the requests since the copy had not been sent.
  package func restore(_ copy: SessionCopy, session name: String) {
    state.withLock { state in
      guard let session = copy.session else {
        _ = state.sessions.reset(name)
        return
      }
      state.sessions.update(name) { $0 = session }
      session.stamp.move()
    }
  }

  /// The text and hash of the document that a request names by its hash alone; nil if it has the text.
  package func persistedText(of request: ClientRequest) -> (text: String, hash: String)? {
    guard let parsed = try? parsed(request), case .hash(let hash) = parsed.request.naming else { return nil }
    return (parsed.request.query, hash)
  }

  /// Makes a document known that requests name by its hash.
  package func learn(_ text: String, hash: String) { documents.learn(text, hash: hash) }

  /// True if a request is a mutation. One that cannot be read is none.
  package func isMutation(_ request: ClientRequest) -> Bool {
    (try? parsed(request))?.operation.kind == .mutation
  }

  /// Lets a session have no answers that were recorded in other sessions, which depend on all its answers so far.
  package func refuseOtherSessions(for name: String, now: UInt64) {
    state.withLock { state in try? state.sessions.with(name, now: now) { $0.transcript.breakOff() } }
  }
}

extension Engine {
  /// Starts a session over at all endpoints, with settings of its generated data.
  package func startShared(session: String, data: FakeConfiguration?) {
    _ = context.generatedMisses.remove(session: SessionName.name(of: session))
    for endpoint in endpoints {
      endpoint.reset(session: session)
      endpoint.begin(session: session, in: [], data: data)
    }
  }

  /// Sends a request again that a session has sent elsewhere, without faults, delays and reports.
  package func repeated(_ request: ClientRequest, at endpoint: Endpoint, path: String, session: String) async -> Answer {
    let response =
      switch configuration.mode {
      case .fake: FakeMode(context: context).respond(to: request, at: endpoint, session: session)
      case .replay, .record:
        ReplayMode(context: context).respond(to: request, at: endpoint, rest: path, session: session)
      }
    return await response.answer
  }

  /// An engine of the same endpoints and sessions that reports nothing.
  package func unreported() -> Engine {
    var configuration = configuration
    configuration.keepsJournal = false
    return Engine(
      configuration: configuration, endpoints: endpoints, upstream: nil, clock: context.clock, timer: context.timer,
      events: { _ in })
  }
}
