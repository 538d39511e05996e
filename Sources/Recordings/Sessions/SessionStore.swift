import OrderedJSON
import Synchronization

/// The named sessions of one endpoint: the files in `sessions/`, and the answers that they share.
///
/// The folder's listing provides the names; a session's file is read on first use. All methods may be called from any
/// thread, and they read and write files.
package final class SessionStore: Sendable {
  /// The folder in the endpoint's that contains the session files.
  package static let folderName = "sessions"
  /// The folder in an operation's that contains the answers of named sessions.
  package static let answersFolderName = "answers"

  package let path: String
  /// Reports the folders of sessions and answers in which something changes.
  let watch = FolderWatch()
  let state: Mutex<State>

  struct State: Sendable {
    /// The names of the files, by the first digits of the hash in them.
    var files: [String: [String]] = [:]
    /// The folder's stamp; nil if there is no such folder.
    var stamp: FileStamp?
    var isSettled = false
    var generation: UInt64 = 1
    /// The number of session files that this process has written or removed.
    var writes = 0
    /// Its value at the last check for changes.
    var checkedWrites = 0
    /// The recordings that were read, by the session's name.
    var sessions = BoundedTable<String, Loaded>(byteLimit: cacheLimit)
    /// The answers that were read, by their path in the endpoint's folder.
    var answers = BoundedTable<String, RecordedResponse>(byteLimit: cacheLimit)
    /// The answers that this process wrote without waiting for the disk.
    var unsynchronized: Set<String> = []
    /// The answers that are being removed.
    var removing: Set<String> = []
    /// The session files that use each answer; nil until it is needed.
    var users: AnswerUsers?
    /// The files that were read, by their paths.
    var read = ReadStamps<String>()
  }

  /// A session file's content.
  struct Loaded: Sendable {
    let recording: SessionRecording
    let file: String
    let stamp: FileStamp
  }

  /// The maximum bytes of the files in each cache.
  static let cacheLimit = 16 << 20

  /// Lists the sessions of an endpoint's folder.
  ///
  /// - Throws: if the folder exists but cannot be listed, or contains a file that is not named like a session.
  package init(path: String) throws(RecordingError) {
    self.path = path
    var state = State()
    try state.list(Self.folder(below: path))
    self.state = Mutex(state)
  }

  static func folder(below path: String) -> String { "\(path)/\(folderName)" }

  package var folder: String { Self.folder(below: path) }

  /// Increases with each change that was noticed or made.
  package var generation: UInt64 { state.withLock { $0.generation } }

  package var count: Int { state.withLock { $0.files.values.reduce(0) { $0 + $1.count } } }

  /// True if there are no sessions. It counts nothing, because each request checks it.
  package var isEmpty: Bool { state.withLock { $0.files.isEmpty } }

  /// The names of the session files, sorted.
  package var files: [String] {
    state.withLock { $0.files.values.flatMap { $0 } }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Indicates whether a session of this name seems to be recorded, by the digits in the file names. Requests check
  /// this first, because it reads nothing.
  package func mayContain(_ session: String) -> Bool {
    state.withLock { $0.files[SessionFileName.digits(of: session)] != nil }
  }

  /// The recording of a session; nil if there is none.
  ///
  /// - Throws: if its file cannot be read, so that it never counts as absent.
  package func recording(of session: String) throws(RecordingError) -> (recording: SessionRecording, file: String)? {
    try loaded(session).map { ($0.recording, $0.file) }
  }

  func loaded(_ session: String) throws(RecordingError) -> Loaded? {
    let (known, files) = state.withLock { state in
      (state.sessions.value(for: session), state.files[SessionFileName.digits(of: session)] ?? [])
    }
    if let known, try Files.currentStamp("\(folder)/\(known.file)") == known.stamp { return known }
    for file in files.sorted(by: { $0.utf8.count < $1.utf8.count }) {
      guard let loaded = try read(file), loaded.recording.name.hasSameScalars(as: session) else { continue }
      state.withLock { $0.keep(loaded, in: folder) }
      return loaded
    }
    return nil
  }

  /// Reads one file without caching; nil if it is gone.
  package func recording(inFile file: String) throws(RecordingError) -> SessionRecording? {
    try read(file)?.recording
  }

  func read(_ file: String) throws(RecordingError) -> Loaded? {
    let path = "\(folder)/\(file)"
    watch.watch(folder)
    guard let (bytes, stamp) = try FileReading.read(ifPresent: path) else { return nil }
    let recording = try SessionFormat.decode(bytes, path: path)
    let expected = SessionFileName.digits(of: recording.name, 64)
    guard let digits = SessionFileName.digits(in: file), expected.hasPrefix(digits) else {
      throw RecordingError.wrongFile(path, session: SessionFileName.text(recording.name))
    }
    return Loaded(recording: recording, file: file, stamp: stamp)
  }

  /// Returns an answer of named sessions.
  ///
  /// - Throws: if its file is missing or cannot be read.
  package func answer(_ id: String, inFolder operation: String) throws(RecordingError) -> RecordedResponse {
    let place = Self.place(of: id, inFolder: operation)
    let (known, generation) = state.withLock { ($0.answers.value(for: place), $0.generation) }
    if let known { return known }
    let file = "\(path)/\(place)"
    watch.watch("\(path)/\(operation)/\(Self.answersFolderName)")
    guard let (bytes, stamp) = try FileReading.read(ifPresent: file) else { throw RecordingError.missingAnswer(file) }
    let answer = try SessionFormat.decodeAnswer(bytes, path: file)
    state.withLock { state in
      // The file may have changed since it was read.
      guard state.generation == generation else { return }
      state.note(file, stamp)
      state.answers.keep(answer, for: place, bytes: stamp.size)
    }
    return answer
  }

  /// The path of an answer in the endpoint's folder.
  package static func place(of id: String, inFolder operation: String) -> String {
    "\(operation)/\(answersFolderName)/\(id)\(SessionFileName.ending)"
  }
}

extension SessionStore.State {
  mutating func list(_ folder: String) throws(RecordingError) {
    let time = Files.time()
    var found: [String] = []
    var problem: RecordingError?
    stamp = try attempt { () throws(FileFailure) in
      try Files.list(folder) { entry, kind, _ in
        guard entry.first != UInt8(ascii: "."), NameBytes.ends(entry, in: ".json") else { return }
        let name = String(decoding: entry, as: UTF8.self)
        switch kind {
        case .file: found.append(name)
        case .symbolicLink: problem = problem ?? .symbolicLink("\(folder)/\(name)")
        case .folder, .other: problem = problem ?? .notAFile("\(folder)/\(name)")
        }
      }
    }
    if let problem { throw problem }
    isSettled = stamp.map { $0.isBefore(time) } ?? false
    for name in found {
      guard let digits = SessionFileName.digits(in: name) else {
        throw RecordingError.misnamedSession("\(folder)/\(name)")
      }
      files[String(digits.prefix(SessionFileName.digits)), default: []].append(name)
    }
  }

  mutating func keep(_ loaded: SessionStore.Loaded, in folder: String) {
    note("\(folder)/\(loaded.file)", loaded.stamp)
    sessions.keep(loaded, for: loaded.recording.name, bytes: loaded.stamp.size)
  }

  /// Notes that a file was read. If it has changed since it was read before, everything is read again.
  mutating func note(_ path: String, _ stamp: FileStamp) {
    if let earlier = read.file(path), earlier.stamp != stamp {
      forgetAll()
      generation += 1
    }
    read.note(.init(path: path, stamp: stamp), for: path)
  }

  /// Drops an answer of the endpoint's folder.
  mutating func forget(answer place: String, in path: String) {
    answers.remove(place)
    read.remove("\(path)/\(place)")
  }

  /// Drops everything that was read, after another process changed files.
  mutating func forgetAll() {
    sessions.removeAll()
    answers.removeAll()
    read.removeAll()
    users = nil
  }
}
