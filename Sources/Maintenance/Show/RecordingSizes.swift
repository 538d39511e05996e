import EndpointConfiguration
import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings

/// The sizes of recordings by session and by operation, largest first, for `understudy show --sizes`.
package struct RecordingSizes: Sendable {
  private var sessions: [Row] = []
  private var operations: [Row] = []
  private var total = 0

  private struct Row {
    let name: String
    let endpoint: String
    /// The number of a session's requests or of an operation's files.
    let count: Int
    /// The bytes that no other session uses; nil for an operation.
    var own: Int?
    let bytes: Int
  }

  private static let shown = 20

  /// Measures the files of all endpoints or the named one.
  /// - Throws: `RecordingError` if a session or operation cannot be read.
  package init(recordings: String, endpoint: String?) throws {
    for folder in try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint) {
      let store = try folder.store(readingAllUpTo: 0, rules: folder.configuration().rules)
      let index = store.sessionIndex()
      if let problem = index.problems.first { throw problem }
      try add(index, folder)
      for entry in store.entries {
        guard let key = try store.document(inFolder: entry.folder)?.key else { continue }
        var files: [Int] = []
        for inner in [entry.folder, "\(entry.folder)/\(SessionStore.answersFolderName)"] {
          for name in try FileReading.names(inFolder: "\(folder.path)/\(inner)") {
            files.append(try FileReading.size(of: "\(folder.path)/\(inner)/\(name)"))
          }
        }
        let bytes = files.reduce(0, +)
        total += bytes
        operations.append(
          Row(
            name: key.name.map { "\(key.kind.rawValue) \($0)" } ?? entry.folder, endpoint: folder.name,
            count: files.count, bytes: bytes))
      }
    }
    sessions.sort(by: Self.isLarger)
    operations.sort(by: Self.isLarger)
  }

  private mutating func add(_ index: SessionIndex, _ folder: EndpointFolder) throws {
    var sizes: [String: Int] = [:]
    var users: [String: Int] = [:]
    let answers = index.sessions.map { session in index.answers(of: session) }
    for places in answers {
      for place in places {
        users[place, default: 0] += 1
        if sizes[place] == nil { sizes[place] = try FileReading.size(of: "\(folder.path)/\(place)") }
      }
    }
    for (session, places) in zip(index.sessions, answers) {
      let file = try FileReading.size(of: "\(folder.path)/\(session.file)")
      total += file
      let shared = places.filter { users[$0, default: 0] > 1 }.reduce(0) { $0 + sizes[$1, default: 0] }
      let bytes = places.reduce(file) { $0 + sizes[$1, default: 0] }
      sessions.append(
        Row(
          name: session.name, endpoint: folder.name, count: session.requests.count, own: bytes - shared, bytes: bytes))
    }
  }

  private static func isLarger(_ left: Row, _ right: Row) -> Bool {
    left.bytes != right.bytes ? left.bytes > right.bytes : left.name.precedesByScalars(right.name)
  }

  /// The two tables and the sum, fitting the width of a terminal.
  package func lines(colors: TextColors = TextColors(isOn: false), fitting width: Int? = nil) -> [String] {
    guard !operations.isEmpty || !sessions.isEmpty else { return ["No recordings."] }
    var lines: [String] = []
    if !sessions.isEmpty {
      lines +=
        table(["SESSION", "ENDPOINT", "REQUESTS", "ITS OWN", "BYTES"], sessions, "sessions", colors, width) + [""]
    }
    lines += table(["OPERATION", "ENDPOINT", "FILES", "", "BYTES"], operations, "operations", colors, width)
    return lines + ["", "\(total) bytes in all."]
  }

  private func table(
    _ head: [String], _ rows: [Row], _ what: String, _ colors: TextColors, _ width: Int?
  ) -> [String] {
    let shown = rows.prefix(Self.shown).map { row in
      [row.name, row.endpoint, String(row.count), row.own.map { String($0) } ?? "", String(row.bytes)]
    }
    let lines = TextTable(head: head, rows: shown, firstNumber: 2).lines(colors: colors, fitting: width)
    let rest = rows.dropFirst(Self.shown)
    guard !rest.isEmpty else { return lines }
    return lines + ["and \(rest.count) smaller \(what)"]
  }
}
