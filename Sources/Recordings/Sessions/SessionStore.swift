import OrderedJSON
import Synchronization

/// The named sessions of one endpoint: the files below `sessions/`, and the answers that they share.
///
/// The names are known from the listing of the folder; a session's file is read when it is first asked for. All methods
/// can be called from any thread; they read and write files.
package final class SessionStore: Sendable {
  /// The folder below the endpoint's that holds the sessions' files.
  package static let folderName = "sessions"
  /// The folder below an operation's that holds the answers of named sessions.
  package static let answersFolderName = "answers"

  /// The endpoint's folder.
  package let path: String
  let state: Mutex<State>

  struct State: Sendable {
    /// The names of the files, by the first digits of the hash in them.
    var files: [String: [String]] = [:]
    /// The folder's stamp; nil while there is no such folder.
    var stamp: FileStamp?
    var isSettled = false
    /// Goes up with each change that was noticed or made.
    var generation: UInt64 = 1
    /// Recordings that were read, by the session's name.
    var sessions = BoundedTable<String, Loaded>(byteLimit: cacheLimit)
    /// Answers that were read, by their path below the endpoint's folder.
    var answers = BoundedTable<String, LoadedAnswer>(byteLimit: cacheLimit)
    /// The answers that this process wrote without waiting for the disk.
    var unsynchronized: Set<String> = []
    /// Which sessions' files use an answer, by its path below the endpoint's folder; nil until it is needed.
    var users: AnswerUsers?
    var checked = Rounds<ReadFile>()
  }

  /// A file that was read.
  enum ReadFile: Sendable {
    /// An answer's, by its path below the endpoint's folder.
    case answer(String)
    /// A session's, by the session's name.
    case session(String)
  }

  /// A session's file that was read.
  struct Loaded: Sendable {
    let recording: SessionRecording
    let file: String
    let stamp: FileStamp
  }

  /// An answer's file that was read.
  struct LoadedAnswer: Sendable {
    let response: RecordedResponse
    let stamp: FileStamp
  }

  /// The most bytes that the files in each cache have.
  static let cacheLimit = 16 << 20

  /// Lists the sessions of an endpoint's folder.
  ///
  /// - Throws: if the folder is there and cannot be listed, or holds a file whose name is no session's.
  package init(path: String) throws(RecordingError) {
    self.path = path
    var state = State()
    try state.list(Self.folder(below: path))
    self.state = Mutex(state)
  }

  static func folder(below path: String) -> String { "\(path)/\(folderName)" }

  /// The path of `sessions/`.
  package var folder: String { Self.folder(below: path) }

  /// Goes up whenever a change was noticed or made.
  package var generation: UInt64 { state.withLock { $0.generation } }

  /// How many sessions there are.
  package var count: Int { state.withLock { $0.files.values.reduce(0) { $0 + $1.count } } }

  /// Whether there are none: asked with each request, so nothing is counted.
  package var isEmpty: Bool { state.withLock { $0.files.isEmpty } }

  /// The names of the sessions' files, sorted.
  package var files: [String] {
    state.withLock { $0.files.values.flatMap { $0 } }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a session of this name seems to be recorded, by the digits in the names of the files: what a request asks
  /// first, without reading anything.
  package func mayContain(_ session: String) -> Bool {
    state.withLock { $0.files[SessionFileName.digits(of: session)] != nil }
  }

  /// The recording of a session; nil if there is none.
  ///
  /// - Throws: if its file cannot be read. It is never taken for absent.
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
      state.withLock { $0.keep(loaded) }
      return loaded
    }
    return nil
  }

  /// Reads one file; nil if it is gone. Keeps nothing.
  package func recording(inFile file: String) throws(RecordingError) -> SessionRecording? {
    try read(file)?.recording
  }

  func read(_ file: String) throws(RecordingError) -> Loaded? {
    let path = "\(folder)/\(file)"
    guard try Files.currentStamp(path) != nil else { return nil }
    let (bytes, stamp) = try FileReading.read(path)
    let recording = try SessionFormat.decode(bytes, path: path)
    let expected = SessionFileName.digits(of: recording.name, 64)
    guard let digits = SessionFileName.digits(in: file), expected.hasPrefix(digits) else {
      throw RecordingError.wrongFile(path, session: SessionFileName.text(recording.name))
    }
    return Loaded(recording: recording, file: file, stamp: stamp)
  }

  /// An answer of named sessions.
  ///
  /// - Throws: if its file is missing or cannot be read.
  package func answer(_ id: String, inFolder operation: String) throws(RecordingError) -> RecordedResponse {
    let place = Self.place(of: id, inFolder: operation)
    if let known = state.withLock({ $0.answers.value(for: place)?.response }) { return known }
    let file = "\(path)/\(place)"
    guard try Files.currentStamp(file) != nil else { throw RecordingError.missingAnswer(file) }
    let (bytes, stamp) = try FileReading.read(file)
    let answer = try SessionFormat.decodeAnswer(bytes, path: file)
    state.withLock {
      $0.answers.keep(LoadedAnswer(response: answer, stamp: stamp), for: place, bytes: stamp.size)
    }
    return answer
  }

  /// The path of an answer below the endpoint's folder.
  static func place(of id: String, inFolder operation: String) -> String {
    "\(operation)/\(answersFolderName)/\(id)\(SessionFileName.ending)"
  }
}

extension SessionStore.State {
  /// Lists the names of the files.
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

  mutating func keep(_ loaded: SessionStore.Loaded) {
    sessions.keep(loaded, for: loaded.recording.name, bytes: loaded.stamp.size)
  }

  /// Forgets what was read: files were changed by somebody else.
  mutating func forgetAll() {
    sessions.removeAll()
    answers.removeAll()
    users = nil
  }
}
