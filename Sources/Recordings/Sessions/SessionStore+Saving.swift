import Synchronization

extension SessionStore {
  /// The outcome of saving a session's recording.
  package enum SaveOutcome: Hashable, Sendable {
    /// The file was written, or already had these bytes. With its path in the endpoint's folder.
    case saved(file: String)
    /// Another recorder saved the session after this one had started it, and its recording stays.
    case taken(file: String)
  }

  /// The session's file when its recording began. A recorder that finds a different one at the end must not replace it.
  package struct Beginning: Sendable {
    /// The recording that a new one replaces; nil if there was none.
    package let previous: SessionRecording?
    var stamp: FileStamp?
  }

  /// Reads a session's file before a new recording.
  ///
  /// - Throws: if the file exists but cannot be read.
  package func beginning(of session: String) throws(RecordingError) -> Beginning {
    _ = try refresh()
    let loaded = try loaded(session)
    return Beginning(previous: loaded?.recording, stamp: loaded?.stamp)
  }

  /// The outcome of writing an answer.
  package enum Written: Hashable, Sendable {
    case new, known
    /// The file had another answer than its name says, because somebody edited it.
    case changed
  }

  /// Writes an answer that a session will use, without waiting for the disk; `save` does that. `operation` is the
  /// existing folder of the operation. `places` are those that the id leaves out; nil if a known file is not to be read.
  package func write(
    _ answer: RecordedResponse, as id: String, inFolder operation: String, ignoring places: VolatilePlaces? = nil
  ) throws(RecordingError) -> Written {
    let place = Self.place(of: id, inFolder: operation)
    let exists = try Files.currentStamp("\(path)/\(place)") != nil
    // One that is about to be removed may be gone afterwards.
    let stays = exists && !state.withLock { $0.removing.contains(place) }
    var isEdited = false
    if stays, let places {
      isEdited = (try? self.answer(id, inFolder: operation)).map { SessionFormat.id(of: $0, ignoring: places) } != id
    }
    if stays, !isEdited { return .known }
    let folder = "\(path)/\(operation)/\(Self.answersFolderName)"
    // Under the lock, so that its holder knows that no other process has a temporary file there.
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      if exists, !isEdited, try Files.currentStamp("\(path)/\(place)") != nil {
        // Then it is not removed either.
        state.withLock { _ = $0.removing.remove(place) }
        return false
      }
      try FolderWriter.makeFolders(folder)
      try FolderWriter.replace(
        "\(id)\(SessionFileName.ending)", in: folder, by: SessionFormat.encode(answer), waits: false)
      return true
    }
    guard try result.orRecordingError() else { return .known }
    state.withLock {
      $0.unsynchronized.insert(place)
      $0.forget(answer: place, in: path)
    }
    return isEdited ? .changed : .new
  }

  /// Replaces a session's recording atomically. The answers that it uses are on disk before its file. Answers that only
  /// the replaced recording used are removed.
  ///
  /// `beginning` is the file when its recording began, and is updated. `seen` is the recording before ids were
  /// replaced; its answers are removed, too. `open` returns the recordings that are being made, whose answers stay.
  ///
  /// - Throws: if an answer is missing, or if writing fails. Then the old file is complete.
  package func save(
    _ recording: SessionRecording, since beginning: inout Beginning, insteadOf seen: SessionRecording? = nil,
    besides open: () -> [SessionRecording] = { [] }
  ) throws(RecordingError) -> SaveOutcome {
    try FolderWriter.makeFolders(folder)
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      try replace(recording, since: beginning)
    }
    let replaced = try result.orRecordingError()
    if let stamp = replaced.stamp {
      beginning = Beginning(previous: beginning.previous, stamp: stamp)
      try removeAnswers(of: [replaced.old, seen], unusedBy: recording, file: replaced.file, besides: open)
    }
    return replaced.outcome
  }

  /// The outcome of writing a session's file. Without a stamp, it was not written.
  private struct Replaced {
    let outcome: SaveOutcome
    let file: String
    var stamp: FileStamp?
    /// The replaced recording.
    var old: SessionRecording?
  }

  private func replace(_ recording: SessionRecording, since beginning: Beginning) throws(RecordingError) -> Replaced {
    _ = try refresh()
    let old = try loaded(recording.name)
    if let old, old.stamp != beginning.stamp {
      return Replaced(outcome: .taken(file: "\(Self.folderName)/\(old.file)"), file: old.file)
    }
    for request in recording.requests {
      for id in request.answers {
        let file = "\(path)/\(Self.place(of: id, inFolder: request.operation))"
        guard try Files.currentStamp(file) != nil else { throw RecordingError.missingAnswer(file) }
      }
    }
    let bytes = SessionFormat.encode(recording)
    guard bytes.count <= RecordingFormat.limit else {
      throw RecordingError.tooLarge("\(folder)/\(SessionFileName.text(recording.name))", limit: RecordingFormat.limit)
    }
    let file = if let old { old.file } else { try freeName(for: recording.name) }
    let place = "\(Self.folderName)/\(file)"
    if let old, try FileReading.bytes(ifPresent: "\(folder)/\(old.file)") == bytes {
      return Replaced(outcome: .saved(file: place), file: file, stamp: old.stamp)
    }
    try synchronizeAnswers(of: recording)
    try FolderWriter.replace(file, in: folder, by: bytes)
    try GitAttributes.writeIfAbsent(besideEndpoint: path)
    let stamp = try Files.currentStamp("\(folder)/\(file)")
    try note(recording, file: file, stamp: stamp)
    return Replaced(outcome: .saved(file: place), file: file, stamp: stamp, old: old?.recording)
  }

  /// Waits until the answers that this process wrote for a session are on disk.
  private func synchronizeAnswers(of recording: SessionRecording) throws(RecordingError) {
    let written = state.withLock { state in
      let places = AnswerUsers.places(of: recording).intersection(state.unsynchronized)
      state.unsynchronized.subtract(places)
      return places.sorted()
    }
    try attempt { () throws(FileFailure) in
      var folders: Set<String> = []
      for place in written {
        try Files.synchronize(file: "\(path)/\(place)")
        folders.insert(place.split(separator: "/").dropLast().joined(separator: "/"))
      }
      for folder in folders.sorted() { try Files.synchronize(folder: "\(path)/\(folder)") }
    }
  }

  /// A name for a new file, with more digits if a session with another name has the same first ones.
  package func freeName(for session: String) throws(RecordingError) -> String {
    for digits in [SessionFileName.digits, 16] {
      let name = SessionFileName.text(session, digits: digits)
      if try Files.currentStamp("\(folder)/\(name)") == nil { return name }
    }
    return SessionFileName.text(session, digits: 64)
  }

  private func note(_ recording: SessionRecording, file: String, stamp: FileStamp?) throws(RecordingError) {
    let folderStamp = try Files.currentStamp(folder)
    state.withLock { state in
      let digits = SessionFileName.digits(of: recording.name)
      if state.files[digits]?.contains(file) != true { state.files[digits, default: []].append(file) }
      state.stamp = folderStamp
      state.isSettled = false
      state.generation += 1
      state.writes += 1
      state.sessions.remove(recording.name)
      state.read.remove("\(folder)/\(file)")
      if let stamp { state.keep(Loaded(recording: recording, file: file, stamp: stamp), in: folder) }
      state.users?.note(recording, file: file)
    }
  }

  // MARK: Unused answers

  /// Removes the answers that only the replaced recordings used. A recording that is being made may use one of them,
  /// too: it did not write it again, since the file existed.
  private func removeAnswers(
    of old: [SessionRecording?], unusedBy new: SessionRecording, file: String, besides open: () -> [SessionRecording]
  ) throws(RecordingError) {
    let before = old.reduce(into: Set<String>()) { places, recording in
      if let recording { places.formUnion(AnswerUsers.places(of: recording)) }
    }
    var gone = before.subtracting(AnswerUsers.places(of: new))
    guard !gone.isEmpty else { return }
    // Noted before `open` is asked, so that `write` sees it for answers that `open` does not have yet.
    let candidates = gone
    state.withLock { $0.removing.formUnion(candidates) }
    defer { state.withLock { $0.removing.subtract(candidates) } }
    for recording in open() { gone.subtract(AnswerUsers.places(of: recording)) }
    let result = try Files.locked(folder: path) { [gone] () throws(RecordingError) in
      // Another process may have saved a session with one of them.
      _ = try refresh(atMost: 1)
      let users = try answerUsers()
      for place in gone.sorted() where users.isUnused(place, besides: file) {
        // A session that is being recorded has got it since.
        guard state.withLock({ $0.removing.contains(place) }) else { continue }
        Files.remove("\(path)/\(place)")
        state.withLock { $0.forget(answer: place, in: path) }
      }
    }
    try result.orRecordingError()
  }

  /// Removes the answers of a recording that is not saved, except those that another session uses.
  package func discard(_ seen: SessionRecording, besides open: () -> [SessionRecording] = { [] }) throws(RecordingError)
  {
    try removeAnswers(of: [seen], unusedBy: SessionRecording(name: seen.name), file: "", besides: open)
  }

  /// Removes what an attempt has written before its end, if it finally recorded nothing.
  package func remove(
    _ session: String, since beginning: Beginning, besides open: () -> [SessionRecording] = { [] }
  ) throws(RecordingError) {
    guard beginning.previous == nil, beginning.stamp != nil else { return }
    let result = try Files.locked(folder: path) { () throws(RecordingError) -> Loaded? in
      guard let written = try loaded(session), written.stamp == beginning.stamp else { return nil }
      Files.remove("\(folder)/\(written.file)")
      state.withLock { $0.writes += 1 }
      return written
    }
    guard let written = try result.orRecordingError() else { return }
    try removeAnswers(
      of: [written.recording], unusedBy: SessionRecording(name: session), file: written.file, besides: open)
    _ = try refresh()
  }

  /// The sessions that use each answer. Reads all session files the first time.
  private func answerUsers() throws(RecordingError) -> AnswerUsers {
    if let known = state.withLock({ $0.users }) { return known }
    var users = AnswerUsers()
    for file in files {
      if let recording = try read(file)?.recording { users.note(recording, file: file) }
    }
    state.withLock { [users] in $0.users = users }
    return users
  }
}

/// The session files that use each answer.
package struct AnswerUsers: Sendable {
  private var files: [String: Set<String>] = [:]
  private var places: [String: Set<String>] = [:]

  /// Adds a session's recording, replacing the previous one of the same file.
  mutating func note(_ recording: SessionRecording, file: String) {
    for place in places[file] ?? [] { files[place]?.remove(file) }
    let now = Set(Self.places(of: recording).map(Self.key(of:)))
    places[file] = now
    for place in now { files[place, default: []].insert(file) }
  }

  /// Indicates whether no session uses an answer, except for one file.
  func isUnused(_ place: String, besides file: String?) -> Bool {
    (files[Self.key(of: place)] ?? []).allSatisfy { $0 == file }
  }

  /// The path of an answer without the operation's name in its folder, which may change.
  package static func key(of place: String) -> String {
    guard let end = place.firstIndex(of: "/") else { return place }
    return FolderName.identity(String(place[..<end])) + place[end...]
  }

  /// The paths of a recording's answers in the endpoint's folder.
  static func places(of recording: SessionRecording) -> Set<String> {
    Set(
      recording.requests.flatMap { request in
        request.answers.map { SessionStore.place(of: $0, inFolder: request.operation) }
      })
  }
}

/// `recordings/.gitattributes`, which marks answers as generated, so that reviews collapse them, and keeps Git from writing
/// conflict markers into them.
package enum GitAttributes {
  private static let text = """
    # Answers of named sessions: generated by `understudy record`. Review the files in sessions/ instead.
    # With -merge, Git writes no conflict markers into them.
    */*/answers/*.json linguist-generated -merge

    """

  /// Writes the file next to an endpoint's folder, unless it exists.
  package static func writeIfAbsent(besideEndpoint path: String) throws(RecordingError) {
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let folder = parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent
    guard try Files.currentStamp("\(folder)/.gitattributes") == nil else { return }
    try FolderWriter.replace(".gitattributes", in: folder, by: Array(text.utf8))
  }
}
