import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings

/// All recordings as a table, for `understudy show` without an operation.
package struct RecordingsTable: Sendable {
  private var rows: [[String]] = []
  private var size = 0
  private var sessionLines: [String] = []

  private static let head = [
    "ENDPOINT", "OPERATION", "VARIABLES", "IDENTITY", "SESSIONS", "STATES", "ANSWERS", "EVENTS", "BYTES",
  ]
  /// The first of the right-aligned columns of numbers.
  private static let firstNumber = 4

  /// Reads the recordings of all endpoints or the named one.
  /// - Throws: if there is no such folder, or a recording cannot be read.
  package init(recordings: String, endpoint: String?) throws {
    for folder in try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint) {
      let store = try folder.store(readingAllUpTo: 0, rules: folder.configuration().rules)
      let sessions = store.sessionIndex()
      if let problem = sessions.problems.first { throw problem }
      add(sessions, endpoint: folder.name)
      for entry in store.entries {
        guard let key = try store.document(inFolder: entry.folder)?.key else { continue }
        // The folder name of an anonymous operation starts with its kind, and identifies it.
        let title = key.name.map { "\(key.kind.rawValue) \($0)" } ?? entry.folder
        try store.weighEach(inFolder: entry.folder) { weighed in
          add(weighed, title: title, endpoint: folder.name)
        }
        try add(sessions.requests(inFolder: entry.folder), of: store, title: title)
      }
    }
  }

  private mutating func add(_ index: SessionIndex, endpoint: String) {
    guard !index.sessions.isEmpty else { return }
    let count = index.sessions.count
    let requests = index.sessions.reduce(0) { $0 + $1.requests.count }
    sessionLines.append(
      "\(endpoint): \(count == 1 ? "1 named session" : "\(count) named sessions"), "
        + "\(requests == 1 ? "1 request" : "\(requests) requests").")
  }

  /// Adds one line for all recordings in named sessions of an operation with the same variables and identity.
  private mutating func add(_ requests: [SessionIndex.Request], of store: RecordingStore, title: String) throws {
    var order: [ContentHash] = []
    var groups: [ContentHash: [SessionIndex.Request]] = [:]
    for request in requests {
      let hash = request.resolved.key.hash
      if groups[hash] == nil { order.append(hash) }
      groups[hash, default: []].append(request)
    }
    for group in order.compactMap({ groups[$0] }) {
      guard let first = group.first else { continue }
      let ids = Set(group.flatMap(\.resolved.request.answers)).sorted()
      var (events, bytes) = (0, 0)
      for id in ids {
        let answer = try store.sessions.answer(id, inFolder: first.resolved.request.operation)
        if case .events(let stream) = answer.body { events += stream.events.count }
        bytes += SessionFormat.encode(answer).count
      }
      size += bytes
      let key = first.resolved.key
      rows.append([
        store.endpoint, title, key.variables.isEmpty ? "" : JSON.object(key.variables).brief(limit: 48),
        key.identity.brief ?? "", String(Set(group.map(\.session)).count), "", String(ids.count),
        events == 0 ? "" : String(events), String(bytes),
      ])
    }
  }

  private mutating func add(_ weighed: WeighedRecording, title: String, endpoint: String) {
    let recording = weighed.stored.recording
    let responses = recording.states.flatMap(\.responses)
    let events = responses.reduce(0) { sum, response in
      if case .events(let events) = response.body { sum + events.events.count } else { sum }
    }
    size += weighed.size
    rows.append([
      endpoint, title,
      recording.variables.isEmpty ? "" : JSON.object(recording.variables).brief(limit: 48),
      recording.identity.brief ?? "", "", String(recording.states.count), String(responses.count),
      events == 0 ? "" : String(events), String(weighed.size),
    ])
  }

  package var count: Int { rows.count }

  /// The header, a line for each recording, and the sum, without empty columns, fitting the width of a terminal.
  package func lines(colors: TextColors = TextColors(isOn: false), fitting width: Int? = nil) -> [String] {
    guard !rows.isEmpty else { return ["No recordings."] }
    let lines = TextTable(head: Self.head, rows: rows, firstNumber: Self.firstNumber).lines(
      colors: colors, fitting: width)
    let sum = "\(count == 1 ? "1 recording" : "\(count) recordings"), \(size) bytes."
    return lines + sessionLines.map(RecordingError.printable) + [sum]
  }
}
