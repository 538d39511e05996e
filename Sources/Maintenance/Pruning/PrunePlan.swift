import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import SchemaSources

/// The recordings of an endpoint that are not needed: unused in reported runs, unreachable, waiting for unreachable
/// states, or of replaced documents. `carryOut` removes them.
package struct PrunePlan: Sendable {
  package let endpoint: String
  /// The files to remove, sorted by path.
  package private(set) var items: [PruneItem] = []
  /// Unused mutations that others depend on.
  package private(set) var kept: [KeptMutation] = []
  /// The paths of all recordings in the recordings folder.
  package let paths: [String]
  package var count: Int { paths.count }

  private let folder: EndpointFolder
  private let rules: EndpointRules
  private var pruned: [Pruned] = []
  /// The session answers to remove, as paths in the endpoint's folder.
  private var answers: [String] = []
  /// The files of bodies to remove, as paths in the endpoint's folder.
  private var files: [String] = []
  /// The folders of operations to remove.
  private var operations: [String] = []

  /// The parts of a recording that decide its removal.
  struct Candidate {
    let kind: OperationKind
    /// The path in the recordings folder.
    let path: String
    let folder: String
    let file: String
    let size: Int
    let content: ContentHash
    /// The states that it was recorded in.
    let states: [String]
    /// `states`, and those that its events wait for.
    let needed: Set<String>
    /// The other states that it leads to.
    let nexts: Set<String>

    init(_ weighed: WeighedRecording, _ kind: OperationKind, endpoint: String) {
      let stored = weighed.stored
      self.kind = kind
      (folder, file, size, content) = (stored.folder, stored.file, weighed.size, weighed.content)
      path = "\(endpoint)/\(stored.folder)/\(stored.file)"
      states = stored.recording.states.map(\.name)
      needed = Set(states + stored.recording.states.flatMap { $0.responses.flatMap(\.eventStates) })
      nexts = Set(stored.recording.states.compactMap { $0.next == $0.name ? nil : $0.next })
    }
  }

  /// A recording is unused if no report's run used it; `superseded` says whether to remove replaced documents.
  /// - Throws: if a recording cannot be read, or the documents in use are not known.
  package init(
    recordings: String, endpoint name: String, schemas: String, reports: [UnusedList], superseded: Bool
  ) throws {
    endpoint = name
    folder = EndpointFolder(name: name, below: recordings)
    let configuration = try folder.configuration()
    rules = configuration.rules
    let store = try folder.store(readingAllUpTo: 0, rules: rules)
    var candidates: [Candidate] = []
    for entry in store.entries {
      try store.weighEach(inFolder: entry.folder) { weighed in
        candidates.append(Candidate(weighed, entry.kind, endpoint: name))
      }
    }
    let index = store.sessionIndex()
    if let problem = index.problems.first { throw problem }
    paths = candidates.map(\.path) + index.sessions.map { "\(name)/\($0.file)" }
    let unused = reports.isEmpty ? nil : reports.dropFirst().reduce(reports[0].paths) { $0.intersection($1.paths) }
    var reasons: [String: PruneReason] = [:]
    for candidate in candidates where unused?.contains(candidate.path) == true { reasons[candidate.path] = .unused }
    if superseded {
      let documents = try SupersededDocuments(store, index, folder, configuration, unused: unused)
      for candidate in candidates {
        guard let newer = documents.replacements[candidate.folder] else { continue }
        reasons[candidate.path] = .superseded(by: "\(name)/\(newer)")
      }
    }
    kept = Self.keepWhatOthersNeed(candidates, &reasons)
    var lost: [String: [String]] = [:]
    let replayed = try Endpoints.endpoint(folder, schemas: try SchemaFiles(folder: schemas))
    let replayIndex = replayed.wholeReplayIndex
    for place in replayIndex?.unreachable ?? [] { lost["\(name)/\(place.file)", default: []].append(place.state) }
    var waiting: [String: [Undeliverable]] = [:]
    for event in replayIndex?.undeliverable ?? [] { waiting["\(name)/\(event.file)", default: []].append(event) }
    for candidate in candidates {
      add(
        candidate, reasons[candidate.path], lost: lost[candidate.path] ?? [], waiting: waiting[candidate.path] ?? [])
    }
    try addSessions(index, store) { unused?.contains("\(name)/\($0.file)") == true ? .unused : nil }
  }

  /// Plans to remove the named sessions that no run had, with the answers and operations that only they use.
  /// - Throws: if a session cannot be read.
  package init(recordings: String, endpoint name: String, keeping sessions: Set<String>) throws {
    endpoint = name
    folder = EndpointFolder(name: name, below: recordings)
    rules = try folder.configuration().rules
    let store = try folder.store(readingAllUpTo: 0, rules: rules)
    let index = store.sessionIndex()
    if let problem = index.problems.first { throw problem }
    paths = index.sessions.map { "\(name)/\($0.file)" }
    try addSessions(index, store) { sessions.contains($0.name) ? nil : .notRun(session: $0.name) }
  }

  /// Adds the sessions with a reason to remove them, answers that no other session uses, and emptied operations.
  private mutating func addSessions(
    _ index: SessionIndex, _ store: RecordingStore, reason: (SessionIndex.Session) -> PruneReason?
  ) throws {
    var removed: Set<String> = []
    for session in index.sessions {
      guard let reason = reason(session) else { continue }
      let bytes = try FileReading.bytes(of: "\(folder.path)/\(session.file)")
      items.append(
        PruneItem(path: "\(endpoint)/\(session.file)", reason: reason, isWhole: true, size: bytes.count))
      removed.insert(session.fileName)
      pruned.append(
        Pruned(folder: SessionStore.folderName, file: session.fileName, content: ContentHash(of: bytes)))
    }
    answers = try store.unusedAnswers(index, without: removed)
    for answer in answers {
      let size = try FileReading.bytes(of: "\(folder.path)/\(answer)").count
      items.append(PruneItem(path: "\(endpoint)/\(answer)", reason: .unusedAnswer, isWhole: true, size: size))
    }
    let staying = Set(
      index.sessions.filter { !removed.contains($0.fileName) }.flatMap(\.requests).map(\.resolved.request.operation))
    for entry in store.entries where entry.fileCount == 0 && !staying.contains(entry.folder) {
      let path = store.operationPath(inFolder: entry.folder)
      guard let size = try? FileReading.bytes(of: path).count else { continue }
      operations.append(entry.folder)
      let item = "\(endpoint)/\(path.dropFirst(folder.path.count + 1))"
      items.append(PruneItem(path: item, reason: .unusedOperation, isWhole: true, size: size))
    }
    let gone = items.filter(\.isWhole).map { String($0.path.dropFirst(endpoint.utf8.count + 1)) }
    files = try folder.unusedBodyFiles(without: Set(gone))
    for file in files {
      let size = try FileReading.bytes(of: "\(folder.path)/\(file)").count
      items.append(PruneItem(path: "\(endpoint)/\(file)", reason: .unusedFile, isWhole: true, size: size))
    }
  }

  private mutating func add(
    _ candidate: Candidate, _ reason: PruneReason?, lost: [String], waiting: [Undeliverable]
  ) {
    let isWhole = reason != nil || candidate.states.allSatisfy(lost.contains)
    var awaited: [String] = []
    for event in waiting where !awaited.contains(event.after) { awaited.append(event.after) }
    let found: PruneReason? =
      if !lost.isEmpty { .unreachable(states: lost + awaited) } else if !awaited.isEmpty {
        .undeliverable(states: awaited)
      } else { nil }
    guard let reason = reason ?? found else { return }
    items.append(PruneItem(path: candidate.path, reason: reason, isWhole: isWhole, size: candidate.size))
    let cuts = waiting.map { StreamCut(state: $0.opened, response: $0.response, event: $0.event) }
    pruned.append(
      Pruned(
        folder: candidate.folder, file: candidate.file, states: isWhole ? nil : lost, cuts: cuts,
        content: candidate.content))
  }

  /// Keeps mutations whose states are needed by recordings that stay, until no kept recording depends on a removed one.
  static func keepWhatOthersNeed(_ all: [Candidate], _ reasons: inout [String: PruneReason]) -> [KeptMutation] {
    var kept: [KeptMutation] = []
    while true {
      let staying = all.filter { reasons[$0.path] == nil }
      var needed: [String: [String]] = [:]
      for candidate in staying { for state in candidate.needed { needed[state, default: []].append(candidate.path) } }
      let saved = all.filter { candidate in
        candidate.kind == .mutation && reasons[candidate.path] != nil
          && candidate.nexts.contains { needed[$0] != nil }
      }
      if saved.isEmpty { return kept.sorted { $0.path.precedesByScalars($1.path) } }
      for mutation in saved {
        reasons[mutation.path] = nil
        let dependents = Set(mutation.nexts.flatMap { needed[$0] ?? [] })
        kept.append(
          KeptMutation(path: mutation.path, dependents: dependents.sorted { $0.precedesByScalars($1) }))
      }
    }
  }

  /// Removes the planned files. Atomic: the next maintenance command finishes an interrupted removal.
  /// - Throws: if a file has changed since; then nothing is removed.
  package func carryOut() throws {
    if !items.isEmpty { try folder.prune(pruned, files: answers + files, operations: operations, rules: rules) }
  }

  /// The total size of the whole files to remove, in bytes.
  package var bytes: Int { items.reduce(0) { $0 + ($1.isWhole ? $1.size : 0) } }
}
