import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// The pages about an endpoint's recordings: its operations and sessions, one operation, one answer.
struct OperationsPage {
  let engine: Engine

  /// The most bytes of recordings that are read to count their answers.
  private static let readLimit = 128 << 20

  /// Lists the operations and the named sessions of an endpoint, with sizes.
  /// - Throws: 404 for an unknown endpoint. Unreadable files are listed in `problems`.
  func list(endpoint name: String) throws(DashboardProblem) -> JSONObject {
    var reader = try RecordingsReader(name, of: engine)
    guard let store = reader.store else { return Self.page([], [], bytes: 0, unused: 0, reader) }
    let index = store.sessionIndex()
    for problem in index.problems { reader.note(problem) }
    let usedSessions = Set(index.sessions.filter { isUsed($0, index, reader) }.map(\.name))
    var (operations, bytes, read, unread) = ([JSON](), 0, 0, 0)
    var unused = index.sessions.count - usedSessions.count
    for entry in store.entries {
      do throws(RecordingError) {
        guard let operation = try reader.operation(entry.folder) else { continue }
        var row = OperationRow(operation, files: store.files(inFolder: entry.folder))
        try row.measure(reader)
        bytes += row.bytes
        read += row.bytes
        if read > Self.readLimit {
          unread += 1
        } else {
          try row.count(reader) { reader.note($0) }
        }
        let requests = index.requests(inFolder: entry.folder)
        row.add(requests)
        let unusedFiles = row.files.filter { !engine.log.wasUsed(reader.file("\(entry.folder)/\($0)")) }
        unused += unusedFiles.count
        let isUsed =
          unusedFiles.count < row.files.count || requests.contains { self.isUsed($0, usedSessions, reader) }
        operations.append(row.json(isUsed: isUsed))
      } catch {
        reader.note(error)
      }
    }
    if unread > 0 {
      reader.note(
        """
        The answers of \(unread == 1 ? "1 operation" : "\(unread) operations") are not counted.
        The recordings of this endpoint have more than \(Self.readLimit >> 20) MB.
        To list them: understudy show --sizes
        """)
    }
    let sessions = sessionRows(index, usedSessions, &bytes, &reader)
    return Self.page(operations, sessions, bytes: bytes, unused: unused, reader)
  }

  private static func page(
    _ operations: [JSON], _ sessions: [JSON], bytes: Int, unused: Int, _ reader: RecordingsReader
  ) -> JSONObject {
    [
      "operations": .array(operations), "sessions": .array(sessions), "bytes": .int(bytes), "unused": .int(unused),
      "problems": .array(reader.problems.map { .text($0) }),
    ]
  }

  /// Indicates whether this run replayed a session, or recorded one of its answers.
  private func isUsed(_ session: SessionIndex.Session, _ index: SessionIndex, _ reader: RecordingsReader) -> Bool {
    if engine.log.wasUsed(reader.file(session.file)) { return true }
    guard engine.configuration.mode == .record else { return false }
    return index.answers(of: session).contains { engine.log.wasUsed(reader.file($0)) }
  }

  /// Indicates whether this run replayed a request of a session. A recorder notes only whole sessions.
  private func isUsed(_ request: SessionIndex.Request, _ sessions: Set<String>, _ reader: RecordingsReader) -> Bool {
    engine.log.wasUsed(RunLog.place(of: request.resolved.key.hash, in: reader.file(request.file)))
      || (engine.configuration.mode == .record && sessions.contains(request.session))
  }

  private func sessionRows(
    _ index: SessionIndex, _ used: Set<String>, _ bytes: inout Int, _ reader: inout RecordingsReader
  ) -> [JSON] {
    var users: [String: Int] = [:]
    var sizes: [String: Int] = [:]
    let answers = index.sessions.map { index.answers(of: $0) }
    for place in answers.joined() {
      users[place, default: 0] += 1
      if sizes[place] == nil { sizes[place] = (try? FileReading.size(of: reader.path(place))) ?? 0 }
    }
    return zip(index.sessions, answers).map { session, places in
      let file = (try? FileReading.size(of: reader.path(session.file))) ?? 0
      bytes += file
      let own = places.filter { users[$0] == 1 }.reduce(file) { $0 + sizes[$1, default: 0] }
      return [
        "name": .text(session.name), "file": .text(reader.file(session.file)),
        "requests": .int(session.requests.count), "mutations": .int(session.requests.count(where: \.isChange)),
        "bytes": .int(places.reduce(file) { $0 + sizes[$1, default: 0] }), "ownBytes": .int(own),
        "isIncomplete": .bool(session.isIncomplete), "used": .bool(used.contains(session.name)),
      ]
    }
  }
}

/// A line of the list of operations.
private struct OperationRow {
  let operation: RecordedOperationFolder
  let files: [String]
  private(set) var bytes = 0
  private var answers = 0
  private var identities: Set<String> = []
  /// The titles of HTTP exchanges; the first ones are enough.
  private var titles: Set<String> = []
  private var sessions: Set<String> = []

  init(_ operation: RecordedOperationFolder, files: [String]) {
    self.operation = operation
    self.files = files
  }

  /// Adds up the sizes of all files in the folder, with the answers of sessions.
  mutating func measure(_ reader: RecordingsReader) throws(RecordingError) {
    for inner in [operation.folder, "\(operation.folder)/\(SessionStore.answersFolderName)"] {
      for name in try FileReading.names(inFolder: reader.path(inner)) {
        bytes += try FileReading.size(of: reader.path("\(inner)/\(name)"))
      }
    }
  }

  /// Counts the answers in the recordings without a session.
  mutating func count(_ reader: RecordingsReader, _ note: (RecordingError) -> Void) throws(RecordingError) {
    try reader.store?.readEach(inFolder: operation.folder) { found in
      switch found {
      case .success(let stored):
        answers += stored.recording.states.reduce(0) { $0 + $1.responses.count }
        add(stored.recording.identity, stored.recording.variables)
      case .failure(let problem): note(problem)
      }
    }
  }

  /// Adds the requests of named sessions.
  mutating func add(_ requests: [SessionIndex.Request]) {
    answers += Set(requests.flatMap(\.resolved.request.answers)).count
    for request in requests {
      sessions.insert(request.session)
      add(request.resolved.request.identity, request.resolved.key.variables)
    }
  }

  private mutating func add(_ identity: Caller, _ variables: JSONObject) {
    identities.insert(identity.description)
    if operation.isExchange { titles.insert(operation.title(variables)) }
  }

  private var title: String {
    guard let first = titles.min(by: { $0.precedesByScalars($1) }) else { return operation.title(nil) }
    return titles.count == 1 ? first : "\(first) and \(titles.count - 1) more"
  }

  func json(isUsed: Bool) -> JSON {
    [
      "folder": .text(operation.folder), "kind": .string(operation.key.kind.rawValue),
      "name": .text(operation.key.name), "title": .text(title), "recordings": .int(files.count),
      "answers": .int(answers), "sessions": .int(sessions.count),
      "identities": .array(identities.sorted { $0.precedesByScalars($1) }.map { .text($0) }), "bytes": .int(bytes),
      "used": .bool(isUsed),
    ]
  }
}
