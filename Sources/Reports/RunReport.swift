package import Engine
package import Maintenance
package import Recordings
package import Replay

/// What a run came to: of a test command that ran with Understudy before its endpoint, or of a server's life.
package struct RunReport: Sendable {
  /// The command that was run, and how it ended; nil where there was none.
  package var command: Command?
  /// What was done with requests: `replay`, `auto`, `record`, `live`, `fake`.
  package var mode: String
  /// The endpoints' names, in order.
  package var endpoints: [String]
  /// The folder of recordings, as the user named it: paths of files begin with it.
  package var recordings: String
  /// What was asked, in the order in which it came first.
  package var usages: [Usage]
  package var misses: [Miss]
  /// The sessions that missed each.
  package var sessionsOfMisses: [Miss: [String]] = [:]
  /// How many requests were missed because of each mutation that was missed before them.
  package var followingOfMisses: [Miss: Int] = [:]
  /// The commands that run sessions' tests again, by the session's name.
  package var reruns: [String: String] = [:]
  package var refusals: [Refusal]
  /// How many requests were refused: the same ones each time.
  package var refused: Int
  /// Answers that were inferred, those first that rest on least.
  package var inferred: [InferredAnswer]
  /// How many different misses there were, if not all are listed or that is not known; the same for refusals, inferred
  /// answers, and exchanges.
  package var missTally: Tally?
  package var refusalTally: Tally?
  package var inferredTally: Tally?
  package var exchangeTally: Tally?
  /// The recordings that nothing asked for: paths below `recordings`.
  package var unused: [String]
  /// How many recordings each endpoint has.
  package var recordingCounts: [String: Int]
  /// Whether all recordings that nothing asked for are listed, of whichever endpoint.
  package var listsUnused = false
  /// Whether any request named an endpoint.
  package var wasAsked = true
  /// Whether the command may end without any request.
  package var allowsNoRequest = false
  /// What went to the real endpoint and was written, or could not be.
  package var exchanges: [Exchange]
  /// What became of the named sessions that were recorded.
  package var sessions: [SavedSession] = []
  /// The names of all named sessions of the run, scopes included, sorted; nil if there were too many to list.
  package var sessionNames: [String]? = []
  package var warnings: [String]
  /// Of each endpoint that has a schema.
  package var coverage: [SchemaCoverage]
  /// Whether requests were answered from recordings or recorded: who passes all on looks at no recording, and nothing
  /// can be said of which were used.
  package var looksAtRecordings = true

  /// A command and its exit code.
  package struct Command: Sendable {
    package var words: [String]
    /// Its exit code; a signal's number plus 128, as shells have it.
    package var code: Int32

    package init(words: [String], code: Int32) {
      self.words = words
      self.code = code
    }

    package var name: String { words.first ?? "" }
  }

  /// One operation with its variables as one session asked it (`Use`, as it stood at the end).
  package struct Usage: Sendable {
    package var use: Use
    package var count: Int
    /// The longest that an answer took to be made, in nanoseconds.
    package var slowest: UInt64

    package init(_ use: Use) {
      self.use = use
      count = use.count
      slowest = use.slowest
    }
  }

  package init(
    command: Command? = nil, mode: String, endpoints: [String], recordings: String, usages: [Usage] = [],
    misses: [Miss] = [], refusals: [Refusal] = [], refused: Int? = nil, inferred: [InferredAnswer] = [],
    unused: [String] = [],
    recordingCounts: [String: Int] = [:], exchanges: [Exchange] = [], warnings: [String] = [],
    coverage: [SchemaCoverage] = []
  ) {
    self.command = command
    self.mode = mode
    self.endpoints = endpoints
    self.recordings = recordings
    self.usages = usages
    self.misses = misses
    self.refusals = refusals
    self.refused = refused ?? refusals.count
    self.inferred = inferred
    self.unused = unused
    self.recordingCounts = recordingCounts
    self.exchanges = exchanges
    self.warnings = warnings
    self.coverage = coverage
  }

  /// What a run of an engine came to.
  ///
  /// - Parameters:
  ///   - engine: which has finished.
  ///   - mode: what the user called it.
  ///   - recordings: the folder, as the user named it.
  ///   - command: that was run.
  ///   - events: what happened, for the exchanges and the warnings in it.
  package init(of engine: Engine, mode: String, recordings: String, command: Command? = nil, events: [Event] = []) {
    self.init(
      command: command, mode: mode, endpoints: engine.servedEndpointNames, recordings: recordings,
      usages: engine.uses.map(Usage.init), misses: engine.misses, refusals: engine.refusals,
      refused: engine.refusalCount,
      inferred: engine.inferredAnswers, unused: engine.unusedRecordings, recordingCounts: engine.recordingCounts,
      coverage: engine.coverage)
    missTally = engine.missTally
    refusalTally = engine.refusalTally
    inferredTally = engine.inferredTally
    sessionsOfMisses = engine.sessionsOfMisses
    followingOfMisses = engine.followingOfMisses
    wasAsked = engine.wasAsked
    reruns = engine.reruns
    sessionNames = engine.runSessions
    looksAtRecordings = engine.looksAtRecordings
    for event in events {
      switch event {
      case .exchange(let exchange): exchanges.append(exchange)
      case .warning(let text): warnings.append(text)
      case .session(let saved):
        // A retried test is listed once, by its last attempt.
        sessions.removeAll { $0.endpoint == saved.endpoint && $0.session == saved.session }
        sessions.append(saved)
      case .miss, .refusal, .notice: break
      }
    }
    // What this run recorded is used, too.
    let recorded = Set(sessions.compactMap(\.file))
    unused.removeAll { recorded.contains($0) }
  }

  /// How many requests were answered from a source.
  package func count(_ source: Use.Source) -> Int {
    usages.reduce(0) { $0 + ($1.use.source == source ? $1.count : 0) }
  }

  /// How many requests were answered, from wherever.
  package var answered: Int { usages.reduce(0) { $0 + ($1.use.source.isAnswer ? $1.count : 0) } }

  /// How many requests were missed: the same ones each time.
  package var missed: Int { max(count(.miss), differentMisses) }

  /// How many different misses there were, listed or not.
  package var differentMisses: Int { max(missTally?.count ?? 0, misses.count) }

  /// How many different refusals there were, listed or not.
  package var differentRefusals: Int { max(refusalTally?.count ?? 0, refusals.count) }

  /// The failures of which only the number is known.
  package var unlistedFailures: Int {
    differentMisses - misses.count + differentRefusals - refusals.count
  }

  /// The sentences on lists that are not complete, the same in each form: those on failures, and the others.
  package var boundRemarks: (failures: [String], others: [String]) {
    let failures = [missTally?.remark("misses"), refusalTally?.remark("refusals")]
    let others = [inferredTally?.remark("inferred answers"), exchangeTally?.remark("exchanges")]
    return (failures.compactMap(\.self), others.compactMap(\.self))
  }

  /// The misses, each once for each session that missed it, as the uses are; with an empty name where that is not known.
  package var missesOfSessions: [(miss: Miss, session: String)] {
    misses.flatMap { miss in (sessionsOfMisses[miss] ?? [""]).map { (miss, $0) } }
  }

  /// The endpoints of which something was asked.
  private var asked: Set<String> { Set(usages.map(\.use.endpoint)) }

  /// The recordings that nothing asked for, as people read of them: each by its path, and endpoints that nothing asked
  /// by the number of their recordings.
  ///
  /// Nil unless `listsUnused`, or the run used most recordings of an endpoint: one test of a hundred uses few.
  package var neverUsed: NeverUsed? {
    if mode == "record" { return nil }
    let asked = asked
    var never = NeverUsed()
    for endpoint in endpoints {
      let files = unused.filter { $0.hasPrefix("\(endpoint)/") }
      let count = recordingCounts[endpoint] ?? 0
      guard !files.isEmpty, listsUnused || 4 * files.count < count else { continue }
      never.count += files.count
      never.recordingCount += count
      if asked.contains(endpoint) { never.files += files } else { never.idle.append((endpoint, files.count)) }
    }
    return never.count == 0 ? nil : never
  }

  /// Recordings that nothing asked for.
  package struct NeverUsed: Sendable {
    /// Of endpoints that were asked: paths below `recordings`.
    package var files: [String] = []
    /// The endpoints that nothing asked, with the number of their recordings.
    package var idle: [(endpoint: String, count: Int)] = []
    package var count = 0
    /// The number of recordings of all these endpoints.
    package var recordingCount = 0
  }

  /// The problem that the command sent no request, and what to do; nil if it sent one or need not.
  package var noRequest: String? {
    // A request to a wrong path is refused, and the report says why.
    guard command != nil, !allowsNoRequest, !wasAsked, refused == 0 else { return nil }
    let endpoint = endpoints.first ?? "NAME"
    return
      "Your command sent no request to Understudy. Use $UNDERSTUDY_URL, or name your own variable: --env API_URL=\(endpoint). If it sends none on purpose: --allow-unused."
  }

  /// What recordings cover of the endpoints that were asked; of all of them where none was.
  package var coverageOfAsked: [SchemaCoverage] {
    let asked = asked
    return asked.isEmpty ? coverage : coverage.filter { asked.contains($0.endpoint) }
  }

  /// The files that were written anew or otherwise: paths below the recordings folder, each once, in order.
  package var written: [(file: String, isNew: Bool)] {
    var seen: Set<String> = []
    return exchanges.compactMap { exchange in
      switch exchange.outcome {
      case .new(let file): seen.insert(file).inserted ? (file, true) : nil
      case .changed(let file): seen.insert(file).inserted ? (file, false) : nil
      case .known, .notRecorded, .failed: nil
      }
    }
  }

  /// Whether everything that was asked got an answer of the API, and replay would give no other one.
  package var isClean: Bool {
    noRequest == nil && missed == 0 && refused == 0 && failures.isEmpty && unansweredCount == 0
      && unsavedSessions.isEmpty
  }

  /// The sessions of which something was not saved.
  package var unsavedSessions: [SavedSession] { sessions.filter { $0.outcome != .saved } }

  /// The exit code of the run: the command's own, or 1 where it passed though not everything was answered.
  package var exitCode: Int32 {
    guard let code = command?.code, code != 0 else { return isClean ? 0 : 1 }
    return code
  }

  /// The file that a miss is nearest to, as the user would name it; nil where nothing like it is recorded.
  package func file(of miss: Miss) -> String? {
    guard let nearest = miss.nearest else { return nil }
    // A session's file stands beside the operations' folders.
    let file = nearest.file ?? "operation.graphql"
    let place = file.contains("/") ? file : "\(nearest.folder)/\(file)"
    return "\(recordings)/\(miss.request.endpoint)/\(place)"
  }
}
