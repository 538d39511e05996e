import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// The recordings that come nearest to misses. It remembers what it read, for a report with many misses.
final class NearestRecordings {
  private let engine: Engine
  private var readers: [String: RecordingsReader] = [:]
  private var sessions: [String: SessionIndex] = [:]
  private var folders: [String: [StoredRecording]] = [:]

  init(_ engine: Engine) { self.engine = engine }

  /// One recording beside a miss.
  struct Found {
    let document: Document
    let variables: JSONObject
    let identity: String
    let headers: [RecordedResponse.Header]
    /// The path below the recordings folder; nil if none was compared.
    let file: String?
    /// The first answer, if it is JSON.
    let answer: JSON?
  }

  /// Returns the recording that a miss names; nil if there is none, or it cannot be read.
  func recording(nearestTo miss: Miss) -> Found? {
    let endpoint = miss.request.endpoint
    guard let nearest = miss.nearest, let store = store(endpoint),
      let document = try? store.document(inFolder: nearest.folder)?.document
    else { return nil }
    let file = nearest.file?.split(separator: "/").last.map(String.init)
    let stored = recordings(endpoint, nearest.folder, store).first { file == nil || $0.file == file }
    if let stored {
      return Found(
        document: document, variables: stored.recording.variables, identity: stored.recording.identity.description,
        headers: stored.recording.headers, file: "\(endpoint)/\(stored.folder)/\(stored.file)",
        answer: stored.recording.states.first?.responses.first?.body.json)
    }
    let requests = index(endpoint, store).requests(inFolder: nearest.folder)
      .filter { file == nil || $0.file.hasSuffix("/\(file ?? "")") }
    // The session may have sent the operation several times.
    guard
      let request = requests.min(by: {
        Self.distance($0.resolved.key.variables, miss) < Self.distance($1.resolved.key.variables, miss)
      })
    else {
      return Found(
        document: document, variables: JSONObject(), identity: "anonymous", headers: [], file: nil, answer: nil)
    }
    let key = request.resolved.key
    let answer = request.resolved.request.answers.first.flatMap {
      try? store.sessions.answer($0, inFolder: request.resolved.request.operation).body.json
    }
    return Found(
      document: document, variables: key.variables, identity: key.identity.description, headers: key.headers,
      file: "\(endpoint)/\(request.file)", answer: answer)
  }

  /// The number of variables that differ.
  private static func distance(_ variables: JSONObject, _ miss: Miss) -> Int {
    miss.request.variables.members.count { variables[$0.name] != $0.value }
  }

  private func store(_ endpoint: String) -> RecordingStore? {
    if readers[endpoint] == nil, let found = engine.endpoint(endpoint) { readers[endpoint] = RecordingsReader(found) }
    return readers[endpoint]?.store
  }

  private func recordings(_ endpoint: String, _ folder: String, _ store: RecordingStore) -> [StoredRecording] {
    let key = "\(endpoint)/\(folder)"
    if let known = folders[key] { return known }
    let read = store.readableRecordings(inFolder: folder)
    folders[key] = read
    return read
  }

  private func index(_ endpoint: String, _ store: RecordingStore) -> SessionIndex {
    if let known = sessions[endpoint] { return known }
    let read = store.sessionIndex()
    sessions[endpoint] = read
    return read
  }
}
