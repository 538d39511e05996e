import Recordings

/// Reads the sessions of a shard as they are merged: with the folders of the merged recordings, and with the ids of the
/// merged setups.
struct ShardReader {
  /// A session with its answers.
  struct Session {
    /// The name of its file in the shard.
    let file: String
    let recording: SessionRecording
    let answers: [Answer]
    /// The requests with values that may contain a renamed id.
    let leftovers: [String]
    /// Indicates whether it is a setup that the shard has not recorded itself.
    let isCopy: Bool
  }

  /// An answer of a session.
  struct Answer {
    /// The path in the merged endpoint's folder.
    let place: String
    /// The path of the shard's file.
    let source: String
    /// The answer with other ids; nil if it stays as it is in the file.
    let rewritten: RecordedResponse?
    /// The places that its name does not depend on.
    let volatile: VolatilePlaces

    func bytes() throws(RecordingError) -> [UInt8] {
      if let rewritten { return SessionFormat.encode(rewritten) }
      return try FileReading.bytes(of: source)
    }

    func response() throws(RecordingError) -> RecordedResponse {
      if let rewritten { return rewritten }
      guard let bytes = try FileReading.bytes(ifPresent: source) else { throw RecordingError.missingAnswer(source) }
      return try SessionFormat.decodeAnswer(bytes, path: source)
    }
  }

  let shard: ShardFolder
  private let sessions: SessionStore
  private let renaming: (ids: ShardRenaming, store: RecordingStore)?

  /// - Throws: if the folder of sessions cannot be listed, or has an interrupted rewrite.
  init(_ shard: ShardFolder, renaming: ShardRenaming? = nil) throws(RecordingError) {
    self.shard = shard
    self.renaming = try renaming.map { ids throws(RecordingError) in (ids, try shard.store()) }
    if try shard.folder.hasUnfinishedRewriting() { throw RecordingError.unfinishedRewriting(shard.folder.path) }
    sessions = try SessionStore(path: shard.folder.path)
  }

  var files: [String] { sessions.files }

  /// The name of the session in a file; nil if the file is gone.
  func name(ofFile file: String) throws(RecordingError) -> String? { try sessions.recording(inFile: file)?.name }

  /// Reads a session; nil if its file is gone.
  /// - Throws: `RecordingError` if a file cannot be read; `ShardRenaming.Problem` if an id may be one of two.
  func session(inFile file: String) throws -> Session? {
    guard let written = try sessions.recording(inFile: file) else { return nil }
    let path = "\(sessions.folder)/\(file)"
    var recording = written
    recording.isCopy = false
    // No test of the shard has the ids of a setup that it only copied.
    let renaming = written.isCopy ? nil : renaming
    var answers: [Answer] = []
    var leftovers: [String] = []
    var places: Set<String> = []
    for index in recording.steps.indices {
      recording.steps[index] = try recording.steps[index].mapRequests { request in
        guard let operation = shard.operations[FolderName.identity(request.operation)] else {
          throw RecordingError.missingOperation(ofSession: path, folder: request.operation)
        }
        let renamed = try renaming.map {
          try $0.ids.renamed(request, isScope: written.isScope, in: $0.store, file: path)
        }
        let result = renamed?.request ?? request
        if let leftover = renamed?.leftover { leftovers.append("\(request.title): \(leftover)") }
        for (number, id) in result.answers.enumerated() {
          let place = SessionStore.place(of: id, inFolder: operation.folder)
          guard places.insert(place).inserted else { continue }
          let source = shard.source(of: request.answers[number], of: request.operation)
          answers.append(
            Answer(
              place: place, source: source, rewritten: renamed?.answers[number], volatile: operation.volatile))
        }
        return result
      }
    }
    let isMoved = recording.requests.contains { shard.mergedFolder($0.operation) != $0.operation }
    // Renaming also sorts the requests again.
    if isMoved || recording != written { recording = recording.renaming(shard.mergedFolder) }
    return Session(file: file, recording: recording, answers: answers, leftovers: leftovers, isCopy: written.isCopy)
  }
}

extension SessionRecording.Step {
  fileprivate func mapRequests(
    _ change: (SessionRecording.Request) throws -> SessionRecording.Request
  ) rethrows -> Self {
    switch self {
    case .request(let request): .request(try change(request))
    case .together(let requests): .together(try requests.map(change))
    }
  }
}
