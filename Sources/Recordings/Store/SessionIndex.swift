import GraphQLLanguage
import OrderedJSON

/// The requests of all named sessions of an endpoint, without their answers, which stay on disk.
package struct SessionIndex: Sendable {
  /// One session's file.
  package struct Session: Sendable {
    package let name: String
    /// The path of its file in the endpoint's folder.
    package let file: String
    package let isIncomplete: Bool
    package let requests: [Request]

    package var fileName: String { String(file.dropFirst(SessionStore.folderName.count + 1)) }
  }

  /// A request of a session.
  package struct Request: Sendable {
    package let session: String
    /// The path of the session's file in the endpoint's folder.
    package let file: String
    /// The path of the session's file, starting with the path that the store was opened with.
    package let path: String
    /// The request's place in that file.
    package let place: [JSONLocator.Step]
    package let resolved: StoredRequest
    /// The number of earlier mutations in the session.
    package let changes: Int
    /// True if it leads to another state, as far as the file shows.
    package var isChange: Bool { resolved.key.document.kind == .mutation && !resolved.request.isRefused }

    /// The information in it that does not depend on who recorded it.
    package var learnable: Learnable {
      Learnable(key: resolved.key.hash, answers: resolved.request.answers, isStart: changes == 0)
    }
  }

  /// A request and its answers, before or after a session's first mutation.
  package struct Learnable: Hashable, Sendable {
    let key: ContentHash
    let answers: [String]
    let isStart: Bool
  }

  /// Sorted by file.
  package private(set) var sessions: [Session] = []
  /// The reasons why sessions cannot be read.
  package private(set) var problems: [RecordingError] = []
  private var folders: [String: [Request]] = [:]

  /// True if a session sent a mutation. Then each session may have data of its own, such as its user's.
  package private(set) var hasMutations = false

  /// The requests of all sessions for an operation, in the order of the sessions' files.
  package func requests(inFolder folder: String) -> [Request] { folders[folder] ?? [] }

  /// The requests for an operation that sessions sent before their first mutation, and to which none of them, whoever
  /// its user is, got another answer then.
  package func startsAlike(inFolder folder: String) -> Set<Learnable> {
    struct Asked: Hashable {
      let variables: JSONObject
      let headers: [RecordedResponse.Header]
    }
    let starts = requests(inFolder: folder).filter { $0.changes == 0 }
    let alike = Dictionary(grouping: starts) { request in
      Asked(variables: request.resolved.key.variables, headers: request.resolved.key.headers)
    }.values.filter { Set($0.map(\.resolved.request.answers)).count == 1 }
    return Set(alike.joined().map(\.learnable))
  }

  /// The paths of all answers that sessions use, in the endpoint's folder. `files` are names of session files to
  /// ignore.
  package func answers(without files: Set<String> = []) -> Set<String> {
    sessions.lazy.filter { !files.contains($0.fileName) }.reduce(into: []) { $0.formUnion(answers(of: $1)) }
  }

  /// The paths of the answers that a session uses, in the endpoint's folder.
  package func answers(of session: Session) -> Set<String> {
    var places: Set<String> = []
    for request in session.requests {
      for id in request.resolved.request.answers {
        places.insert(SessionStore.place(of: id, inFolder: request.resolved.request.operation))
      }
    }
    return places
  }

  fileprivate mutating func add(
    _ steps: [[StoredRequest]], of recording: SessionRecording, file: String, in folder: String
  ) {
    var requests: [Request] = []
    var changes = 0
    let place = "\(SessionStore.folderName)/\(file)"
    for (number, (step, written)) in zip(steps, recording.steps).enumerated() {
      let before = changes
      for (index, resolved) in step.enumerated() {
        var way: [JSONLocator.Step] = [.member("steps"), .element(number)]
        if case .together = written { way += [.member(SessionFormat.together), .element(index)] }
        let request = Request(
          session: recording.name, file: place, path: "\(folder)/\(file)", place: way, resolved: resolved,
          changes: before)
        requests.append(request)
        folders[resolved.request.operation, default: []].append(request)
        if request.isChange {
          changes += 1
          hasMutations = true
        }
      }
    }
    sessions.append(
      Session(name: recording.name, file: place, isIncomplete: recording.isIncomplete, requests: requests))
  }

  fileprivate mutating func add(_ problem: RecordingError) { problems.append(problem) }
}

extension RecordingStore {
  /// Reads the files of all named sessions. Unreadable ones are added to the problems.
  package func sessionIndex() -> SessionIndex {
    var index = SessionIndex()
    var names: [String: String] = [:]
    for file in sessions.files {
      do throws(RecordingError) {
        let path = "\(sessions.folder)/\(file)"
        guard let recording = try sessions.recording(inFile: file) else { continue }
        if let other = names.updateValue(path, forKey: recording.name) {
          throw RecordingError.duplicate(path, session: recording.name, other: other)
        }
        index.add(try resolved(recording, file: path), of: recording, file: file, in: sessions.folder)
      } catch {
        index.add(error)
      }
    }
    return index
  }

  /// A request of a session as a separate recording. Its state is `start` before the session's first mutation, then the
  /// number of mutations. Its file is the session's.
  package func recording(of request: SessionIndex.Request) throws(RecordingError) -> StoredRecording {
    let (resolved, written) = (request.resolved, request.resolved.request)
    var responses: [RecordedResponse] = []
    for id in written.answers { responses.append(try sessions.answer(id, inFolder: written.operation)) }
    func state(_ changes: Int) -> String { changes == 0 ? Recording.startState : String(changes) }
    let recording = Recording(
      kind: resolved.key.document.kind, operationName: resolved.key.document.name, identity: written.identity,
      headers: resolved.key.headers, variables: resolved.key.variables,
      states: [
        .init(
          name: state(request.changes), responses: responses, next: request.isChange ? state(request.changes + 1) : nil)
      ])
    let file = String(request.file.dropFirst(SessionStore.folderName.count + 1))
    return StoredRecording(
      recording: recording, key: resolved.key, folder: SessionStore.folderName, file: file, path: request.path)
  }

  /// The answers to a request of a session, each as a separate recording in the state `start`, with the path of the
  /// answer's file.
  package func answers(to request: SessionIndex.Request) throws(RecordingError) -> [StoredRecording] {
    let whole = try recording(of: request)
    let folder = request.resolved.request.operation
    return zip(request.resolved.request.answers, whole.recording.states.flatMap(\.responses)).map { id, response in
      var recording = whole.recording
      recording.states = [.init(responses: [response])]
      let place = SessionStore.place(of: id, inFolder: folder)
      let file = String(place.dropFirst(folder.count + 1))
      return StoredRecording(
        recording: recording, key: whole.key, folder: folder, file: file, path: "\(path)/\(place)")
    }
  }

  /// The answers that no session uses, as sorted paths in the endpoint's folder. `files` are names of session files to
  /// ignore.
  package func unusedAnswers(
    _ index: SessionIndex, without files: Set<String> = []
  ) throws(RecordingError) -> [String] {
    let used = index.answers(without: files)
    var unused: [String] = []
    for entry in entries {
      let folder = "\(entry.folder)/\(SessionStore.answersFolderName)"
      for name in try FileReading.names(inFolder: "\(path)/\(folder)")
      where name.hasSuffix(SessionFileName.ending) && !used.contains("\(folder)/\(name)") {
        unused.append("\(folder)/\(name)")
      }
    }
    return unused.sorted()
  }

  /// The readable recordings of an operation, unnamed ones first, then those of named sessions. A request occurs once
  /// for each session.
  package func readableRecordings(inFolder folder: String, and index: SessionIndex) -> [StoredRecording] {
    readableRecordings(inFolder: folder) + index.requests(inFolder: folder).compactMap { try? recording(of: $0) }
  }

  /// Checks the files of all sessions and the answers that they use, unless there are more than `limit`.
  ///
  /// - Throws: for the first file that cannot be read.
  package func checkSessions(upTo limit: Int) throws(RecordingError) {
    var left = limit - fileCount - sessions.count
    guard sessions.count > 0, left >= 0 else { return }
    for entry in entries {
      left -= try FileReading.names(inFolder: "\(path)/\(entry.folder)/\(SessionStore.answersFolderName)").count
      guard left >= 0 else { return }
    }
    let index = sessionIndex()
    if let problem = index.problems.first { throw problem }
    for request in index.sessions.lazy.flatMap(\.requests) {
      do throws(RecordingError) {
        _ = try recording(of: request)
      } catch {
        // A recorder may have replaced the session meanwhile, and removed the answers of its old recording.
        let now = try sessions.recording(inFile: String(request.file.dropFirst(SessionStore.folderName.count + 1)))
        let isStillUsed = now?.requests.contains { $0.answers == request.resolved.request.answers } ?? false
        if isStillUsed { throw error }
      }
    }
  }
}

/// The answers and operations that the remaining sessions use.
package struct RemainingSessions {
  package private(set) var answers: Set<String> = []
  package private(set) var operations: Set<String> = []

  /// Reads the sessions of a store, except for the files that are removed.
  ///
  /// - Throws: if a session cannot be read.
  package init(_ store: RecordingStore, without files: Set<String>) throws(RecordingError) {
    let index = store.sessionIndex()
    // The answers of an unreadable session are unknown.
    if let problem = index.problems.first { throw problem }
    answers = index.answers(without: files)
    for session in index.sessions where !files.contains(session.fileName) {
      operations.formUnion(session.requests.map(\.resolved.request.operation))
    }
  }
}
