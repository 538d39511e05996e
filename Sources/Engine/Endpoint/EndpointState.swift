import GraphQLSchema
import OrderedJSON
import Recordings
import Redaction
import Replay

/// What of an endpoint changes while it is served, behind one lock.
struct EndpointState: Sendable {
  var redactor: Redactor
  var sessions = SessionTable()
  /// The scopes that this run records.
  var scopes = ScopeTable()
  /// Asks the endpoint for its schema, for the ids of scopes; nil until somebody needs it.
  var schemaLearning: Task<Void, Never>?
  /// The recordings of named sessions that are replayed, by name.
  var recordedSessions: [String: LoadedSession] = [:]
  /// All named sessions by their requests; nil until a request needs it.
  var library: SessionLibrary?
  /// The reading that makes the library.
  var libraryReading: (generation: UInt64, task: Task<Void, any Error>)?
  private var loads = 0
  private var timelines = 0
  /// Nil until it is first needed, and after recordings have changed.
  var replayIndex: ReplayIndex?
  /// Whether this run records named sessions as sessions of their own.
  var recordsNamedSessions = false
  /// The first value that came of each header that may say who asks, and that no rule names; of named sessions in each.
  var unruled: [String: ContentHash] = [:]
  /// What mutations were answered in this run of a recorder, by key and state: the first answer is the one that is
  /// kept.
  var firstAnswers = FirstAnswers()
  /// The schema that recorded introspection tells, if any, and the generation of the recordings that it is from.
  var introspected: (generation: UInt64, told: ToldSchema?)?
  /// What is subscribed to at the real endpoint, while it is recorded.
  var streams = OpenStreams()

  init(redactor: Redactor) { self.redactor = redactor }

  /// A named session's recording in memory.
  struct LoadedSession: Sendable {
    var recorded: RecordedSession
    /// Of the store of sessions when it was read.
    let generation: UInt64
    /// About how many bytes it holds.
    let heldBytes: Int
    /// When it was last asked for, among the others.
    var use = 0

    init(_ recorded: RecordedSession, generation: UInt64) {
      self.recorded = recorded
      self.generation = generation
      heldBytes = recorded.heldBytes
    }
  }

  /// The most bytes of sessions' recordings that are kept; the one that was used longest ago is read again when it is
  /// needed.
  private static let recordedLimit = 256 << 20

  /// A number that no other timeline of the endpoint has.
  mutating func nextTimeline() -> Int {
    timelines += 1
    return timelines
  }

  /// Notes that a session's recording was read, and forgets others if there are too many.
  mutating func boundRecordedSessions(besides name: String) {
    loads += 1
    recordedSessions[name]?.use = loads
    var bytes = recordedSessions.values.reduce(0) { $0 + $1.heldBytes }
    for (other, session) in recordedSessions.sorted(by: { $0.value.use < $1.value.use })
    where bytes > Self.recordedLimit && other != name {
      recordedSessions[other] = nil
      bytes -= session.heldBytes
    }
  }

  /// Takes note of a credential that no rule names; true where another value came before.
  mutating func note(_ unruled: UnruledCredential, in scope: CredentialScope?) -> Bool {
    let place = scope.map { "\($0.number) \(unruled.header)" } ?? unruled.header
    guard let first = self.unruled[place] else {
      if self.unruled.count < Self.unruledLimit { self.unruled[place] = unruled.hash }
      return false
    }
    return first != unruled.hash
  }

  private static let unruledLimit = 10_000

  /// An answer with recorded ids in the place of those that a set-up has issued in this run.
  ///
  /// - Parameters:
  ///   - response: the answer, without its secrets.
  ///   - asked: what it answers.
  ///   - changes: whether it is a mutation's that has changed something: then a scope may have issued ids with it.
  ///   - hints: what a schema knows.
  /// - Returns: the answer as it is written.
  mutating func renamed(
    _ response: RecordedResponse, to asked: ResolvedRequest, changes: Bool = false, hints: any SchemaHints
  ) -> RecordedResponse {
    let hints = scopes.hints ?? hints
    do throws(IDRenaming.Ambiguity) {
      if changes, scopes.isScope(asked.session) {
        let tracer = Tracer(asked.stated, hints: hints)
        let requested = tracer.trace(nil).ids
        let renaming = scopes.renaming(of: asked.session)
        var issued: [Trace.IssuedID] = []
        for found in tracer.trace(response.body.answer).issued {
          let id = try renaming?.renamed(found.id, found.kind) ?? found.id
          if !requested.contains(id) { issued.append(found) }
        }
        scopes.note(asked.session, asked.key, issued)
      }
      return try scopes.renaming(of: asked.session)?.rewritten(response, to: asked.stated, hints: hints) ?? response
    } catch {
      scopes.note(error, in: asked.session)
      return response
    }
  }
}
