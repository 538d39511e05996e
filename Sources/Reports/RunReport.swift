package import Engine
package import Maintenance
package import Recordings
package import Replay
package import Requests

/// The results of a run: of a test command, or of a server from its start to its end.
package struct RunReport: Sendable {
  /// The command and its exit code; nil if there was none.
  package var command: Command?
  /// `replay`, `auto`, `record`, `live` or `fake`.
  package var mode: String
  package var endpoints: [String]
  /// The folder of recordings, as the user named it; paths of files begin with it.
  package var recordings: String
  /// The operations that were requested, in the order in which they came first.
  package var usages: [Usage]
  package var misses: [Miss]
  package var sessionsOfMisses: [Miss: [String]] = [:]
  /// The number of requests that missed because of each missed mutation.
  package var followingOfMisses: [Miss: Int] = [:]
  /// The commands that run sessions' tests again, by the session's name.
  package var reruns: [String: String] = [:]
  /// The command that records the whole run again; nil if it is unknown.
  package var defaultRerun: String?
  package var refusals: [Refusal]
  /// The number of refused requests, repeated ones included.
  package var refused: Int
  /// Requests through the proxy to hosts that no endpoint has, which were refused.
  package var escapes: [Escape] = []
  /// Inferred answers, the least certain first.
  package var inferred: [InferredAnswer]
  /// The tallies of different misses, refusals, inferred answers and exchanges; nil if all are listed.
  package var missTally: Tally?
  package var refusalTally: Tally?
  package var inferredTally: Tally?
  package var exchangeTally: Tally?
  /// The recordings that no request used: paths below `recordings`.
  package var unused: [String]
  package var recordingCounts: [String: Int]
  /// Indicates whether all unused recordings are listed, of every endpoint.
  package var listsUnused = false
  /// Indicates whether any request named an endpoint.
  package var wasAsked = true
  package var allowsNoRequest = false
  /// Requests to the real API whose answers were written, or could not be.
  package var exchanges: [Exchange]
  package var sessions: [SavedSession] = []
  /// The shared setups of the run whose recorded answers changed.
  package private(set) var changedSetups: [ChangedSetup] = []

  /// A setup that tests share, whose recorded answers changed.
  package struct ChangedSetup: Hashable, Sendable {
    package let name: String
    /// The number of recorded sessions of its endpoint that the run did not record.
    package let others: Int
  }

  /// Files that were written and are gone, because the session's earlier recording has the same answers.
  package var removed: Set<String> = []
  /// The names of all named sessions of the run, scopes included, sorted; nil if there were too many to list.
  package var sessionNames: [String]? = []
  /// The number of recorded named sessions of the endpoints with misses.
  package var recordedSessionCount = 0
  package var warnings: [String]
  package var coverage: [SchemaCoverage]
  /// Indicates whether the run read recordings. If all requests were passed on, which were used is unknown.
  package var looksAtRecordings = true

  /// A command and its exit code.
  package struct Command: Sendable {
    package var words: [String]
    /// The exit code; for a signal, its number plus 128, as in shells.
    package var code: Int32
    /// The variables that the user set to endpoints' URLs (`--env`).
    package var variables: [String]

    package init(words: [String], code: Int32, variables: [String] = []) {
      self.words = words
      self.code = code
      self.variables = variables
    }

    package var name: String { words.first ?? "" }
  }

  /// One operation with its variables as one session requested it (`Use`, as of the end).
  package struct Usage: Sendable {
    package var use: Use
    package var count: Int
    /// The longest time that an answer took, in nanoseconds.
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

  /// Reads the results of an engine that has finished. `mode` and `recordings` are as the user named them.
  package init(of engine: Engine, mode: String, recordings: String, command: Command? = nil, events: [Event] = []) {
    self.init(
      command: command, mode: mode, endpoints: engine.servedEndpointNames, recordings: recordings,
      usages: engine.uses.map(Usage.init), misses: engine.misses, refusals: engine.refusals,
      refused: engine.refusalCount,
      inferred: engine.inferredAnswers, unused: engine.unusedRecordings, recordingCounts: engine.recordingCounts,
      coverage: engine.coverage)
    escapes = engine.escapes
    missTally = engine.missTally
    refusalTally = engine.refusalTally
    inferredTally = engine.inferredTally
    sessionsOfMisses = engine.sessionsOfMisses
    followingOfMisses = engine.followingOfMisses
    wasAsked = engine.wasAsked
    reruns = engine.reruns
    defaultRerun = engine.defaultRerun
    sessionNames = engine.runSessions
    recordedSessionCount = Set(misses.map(\.request.endpoint)).reduce(0) {
      $0 + engine.recordedSessionFiles(of: $1).count
    }
    looksAtRecordings = engine.looksAtRecordings && mode != "record"
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
    // Recordings of this run count as used.
    let recorded = Set(sessions.compactMap(\.file))
    changedSetups = sessions.filter(\.changesSetup).map { setup in
      ChangedSetup(
        name: setup.session, others: engine.recordedSessionFiles(of: setup.endpoint).count { !recorded.contains($0) })
    }
    unused.removeAll { recorded.contains($0) }
  }

  package func count(_ source: Use.Source) -> Int {
    usages.reduce(0) { $0 + ($1.use.source == source ? $1.count : 0) }
  }

  package var answered: Int { usages.reduce(0) { $0 + ($1.use.source.isAnswer ? $1.count : 0) } }

  /// The number of missed requests, repeated ones included.
  package var missed: Int { max(count(.miss), differentMisses) }

  /// The number of different misses, listed or not.
  package var differentMisses: Int { max(missTally?.count ?? 0, misses.count) }

  /// The number of different refusals, listed or not.
  package var differentRefusals: Int { max(refusalTally?.count ?? 0, refusals.count) }

  package var unlistedFailures: Int {
    differentMisses - misses.count + differentRefusals - refusals.count
  }

  /// The refusals, and each escaped host as one.
  package var refusalsAndEscapes: [Refusal] {
    refusals
      + escapes.map { Refusal(requestLine: $0.text, status: 502, message: "escaped: \($0.text). \($0.advice)") }
  }

  /// The notes on incomplete lists, the same in each format: those on failures, and the others.
  package var boundRemarks: (failures: [String], others: [String]) {
    let failures = [missTally?.remark("misses"), refusalTally?.remark("refusals")]
    let others = [inferredTally?.remark("inferred answers"), exchangeTally?.remark("exchanges")]
    return (failures.compactMap(\.self), others.compactMap(\.self))
  }

  /// The misses, each once for each session, as in the uses; the name is empty if the session is unknown.
  package var missesOfSessions: [(miss: Miss, session: String)] {
    misses.flatMap { miss in (sessionsOfMisses[miss] ?? [""]).map { (miss, $0) } }
  }

  private var asked: Set<String> { Set(usages.map(\.use.endpoint)) }

  /// The unused recordings for display: each by its path, except for endpoints without requests, which have only a
  /// count. Nil unless `listsUnused`, or if the run used less than most recordings of an endpoint: one test of a
  /// hundred uses few.
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

  /// Recordings that no request used.
  package struct NeverUsed: Sendable {
    /// The paths below `recordings`, of endpoints with requests.
    package var files: [String] = []
    /// The endpoints without requests, with the number of their recordings.
    package var idle: [(endpoint: String, count: Int)] = []
    package var count = 0
    package var recordingCount = 0
  }

  /// The error that the command sent no request, and the advice; nil if it sent one or need not.
  package var noRequest: String? {
    // A request to a wrong path is refused, and the report says why.
    guard let command, !allowsNoRequest, !wasAsked, refused == 0, escapes.isEmpty else { return nil }
    let endpoint = endpoints.first ?? "NAME"
    let names = command.variables.joined(separator: " and ")
    let advice =
      names.isEmpty
      ? "Point it at $UNDERSTUDY_URL, or set the variable that it reads: --env API_URL=\(endpoint)"
      : "It got the URL in \(names). If it reads another variable, set that one: --env API_URL=\(endpoint)"
    let isGradle = ["gradle", "gradlew"].contains(command.name.split(separator: "/").last ?? "")
    let isSkipping = isGradle && !command.words.contains("--rerun")
    let skipped = isSkipping ? "\nGradle skips tests that passed before: add --rerun" : ""
    let cause = command.code == 0 ? "" : " It exited with code \(command.code): look for its own error first."
    return """
      Your command sent no request to Understudy.\(cause)
      \(advice)\(skipped)
      If a page or an app sends the requests: --port 4000, and build it with http://127.0.0.1:4000/\(endpoint)
      If it sends none on purpose: --allow-unused
      """
  }

  /// The coverage of the endpoints that got requests; of all of them if none did.
  package var coverageOfAsked: [SchemaCoverage] {
    let asked = asked
    return asked.isEmpty ? coverage : coverage.filter { asked.contains($0.endpoint) }
  }

  /// The recordings that were written, new or changed: paths below the recordings folder, each once, in order.
  package var written: [(file: String, isNew: Bool)] {
    var seen: Set<String> = []
    return exchanges.compactMap { exchange in
      switch exchange.outcome {
      case .new(let file) where removed.contains(file): nil
      case .new(let file): seen.insert(file).inserted ? (file, true) : nil
      case .changed(let file): seen.insert(file).inserted ? (file, false) : nil
      case .known, .notRecorded, .failed: nil
      }
    }
  }

  /// Indicates whether every request was answered, and everything was recorded that should be.
  package var isClean: Bool {
    noRequest == nil && missed == 0 && refused == 0 && escapes.isEmpty && failures.isEmpty && unansweredCount == 0
      && unsavedSessions.isEmpty
  }

  package var unsavedSessions: [SavedSession] { sessions.filter { $0.outcome != .saved } }

  /// The exit code of the run: the command's own, or 1 if it passed but the run is not clean.
  package var exitCode: Int32 {
    guard let code = command?.code, code != 0 else { return isClean ? 0 : 1 }
    return code
  }

  /// Returns the file nearest to a miss, as the user would name it; nil if nothing similar is recorded.
  package func file(of miss: Miss) -> String? {
    guard let nearest = miss.nearest else { return nil }
    // A session's file is beside the operations' folders.
    let file = nearest.file ?? "operation.graphql"
    let place = file.contains("/") ? file : "\(nearest.folder)/\(file)"
    return "\(recordings)/\(miss.request.endpoint)/\(place)"
  }
}
