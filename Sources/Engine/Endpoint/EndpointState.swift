import EndpointConfiguration
import GraphQLSchema
import OrderedJSON
import Recordings
import Redaction
import Replay
import Requests

/// The mutable state of an endpoint, behind one lock.
struct EndpointState: Sendable {
  var redactor: Redactor
  var sessions = SessionTable()
  /// The scopes that this run records.
  var scopes = ScopeTable()
  /// The scopes around each open session, outermost first. A session's generated world begins as theirs, and its
  /// requests and answers have the random values that they sent.
  var scopesAround: [String: [String]] = [:]
  /// The settings of generated data with which sessions began.
  var dataSettings = BoundedTable<String, FakeConfiguration>(byteLimit: 64 << 20)
  /// Fetches the upstream's schema, for the ids of scopes; nil until it is needed.
  var schemaLearning: Task<Void, Never>?
  /// The recordings of named sessions to replay, by name.
  var recordedSessions: [String: LoadedSession] = [:]
  /// All named sessions by their requests; nil until a request needs it.
  var library: SessionLibrary?
  /// The task that reads the library.
  var libraryReading: (generation: UInt64, task: Task<Void, any Error>)?
  /// The generation of all recordings at the last check for changes; nil before the first.
  var checkedGeneration: UInt64?
  private var loads = 0
  private var timelines = 0
  /// Nil until it is first needed, and after recordings have changed.
  var replayIndex: ReplayIndex?
  /// True if its sessions are shared (`--sessions`).
  var isShared = false
  /// True if this run records named sessions as their own.
  var recordsNamedSessions = false
  /// The first value of each header that may identify the caller without a rule; each named session has its own.
  var unruled: [String: ContentHash] = [:]
  /// The first answers to mutations in a recording run, by key and state, which are the ones to keep.
  var firstAnswers = FirstAnswers()
  /// The schema from recorded introspection, if any, and the generation of its recordings.
  var introspected: (generation: UInt64, told: IntrospectedSchema?)?
  /// The open upstream subscriptions that are recorded.
  var streams = OpenStreams()

  init(redactor: Redactor) { self.redactor = redactor }

  /// A named session's recording in memory.
  struct LoadedSession: Sendable {
    var recorded: RecordedSession
    /// The generation of the sessions' store when it was read.
    let generation: UInt64
    let heldBytes: Int
    /// The time of its last load, as a count of loads.
    var use = 0

    init(_ recorded: RecordedSession, generation: UInt64) {
      self.recorded = recorded
      self.generation = generation
      heldBytes = recorded.heldBytes
    }
  }

  /// The most bytes of sessions' recordings in memory. Past it, the one loaded longest ago is evicted.
  private static let recordedLimit = 256 << 20

  /// Returns a number that no other timeline of the endpoint has.
  mutating func nextTimeline() -> Int {
    timelines += 1
    return timelines
  }

  /// Notes that a session's recording was read, and evicts others if there are too many.
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

  /// The random values that the clients of the scopes around a session sent; nil if there are none.
  mutating func outerClientValues(of place: String) -> ClientValues? {
    var values: ClientValues?
    for scope in (scopesAround[place] ?? []).reversed() {
      guard let outer = sessions.clientValues(of: scope) else { continue }
      values = values?.adding(outer) ?? outer
    }
    return values
  }

  /// The random values of a session's client, with those of the scopes around it; nil if there are none.
  mutating func clientValues(of place: String) -> ClientValues? {
    let (own, outer) = (sessions.clientValues(of: place), outerClientValues(of: place))
    return own?.adding(outer) ?? outer
  }

  /// True if a session is recorded under its name and has ended: what comes late must not become an unnamed recording.
  func isOver(_ place: String) -> Bool {
    recordsNamedSessions && SessionName.isNamed(place) && sessions[place]?.attempt == nil
  }

  /// Returns the settings of generated data of a session, or else of the innermost scope around it that has some.
  mutating func dataSettings(of place: String) -> FakeConfiguration? {
    if let own = dataSettings.value(for: place) { return own }
    for scope in (scopesAround[place] ?? []).reversed() {
      if let settings = dataSettings.value(for: scope) { return settings }
    }
    return nil
  }

  /// Notes a credential without a rule. Returns true if another value came before.
  mutating func note(_ unruled: UnruledInput, in scope: CredentialScope?) -> Bool {
    let place = scope.map { "\($0.number) \(unruled.place)" } ?? unruled.place
    guard let first = self.unruled[place] else {
      if self.unruled.count < Self.unruledLimit { self.unruled[place] = unruled.hash }
      return false
    }
    return first != unruled.hash
  }

  private static let unruledLimit = 10_000

  /// Replaces the ids that a set-up issued in this run, and the texts that differ with them, by recorded ones. `changes`
  /// is true for a mutation that had an effect, by which a scope may have issued ids.
  mutating func renamed(
    _ response: RecordedResponse, to asked: ResolvedRequest, changes: Bool = false, hints: any SchemaHints,
    rules: EndpointRules
  ) -> RecordedResponse {
    let hints = scopes.hints ?? hints
    do throws(IDRenaming.Ambiguity) {
      let isUnnamed = !SessionName.isNamed(asked.session)
      if changes, isUnnamed || scopes.isScope(asked.session) {
        let renaming = scopes.renaming(of: asked.session)
        let answer = response.body.answer
        let issued = try Tracer(asked.stated, hints: hints).issued(in: answer) { found throws(IDRenaming.Ambiguity) in
          try renaming?.renamed(found.id, found.kind) ?? found.id
        }
        if isUnnamed { scopes.note(unnamed: issued) }
        scopes.note(asked.session, asked.key, ScopeTable.Issued(issued, in: answer, sent: asked.sentCodes))
      }
      guard let renaming = scopes.renaming(of: asked.session) else { return response }
      let renamed = try renaming.rewritten(response, to: asked.stated, hints: hints)
      sessions.update(asked.session) {
        $0.attempt?.note(asked, response, writtenAs: renamed, without: renaming.replaced, rules: rules)
      }
      return renamed
    } catch {
      scopes.note(error, in: asked.session)
      return response
    }
  }
}
