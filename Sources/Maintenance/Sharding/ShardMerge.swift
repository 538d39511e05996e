import Engine
import OrderedJSON
import Recordings
import SchemaSources

/// The merge of the recordings of several shards (`understudy merge`).
package struct ShardMerge {
  let merges: [EndpointMerge]
  private let into: String
  private let shardCount: Int
  /// Notes for people, one a line.
  package private(set) var notes: [String] = []

  /// Reads the shards, and writes nothing. The result does not depend on the order of `shards`.
  /// - Throws: `ConfigurationError` if a folder has no recordings, or the shards' settings differ; `RecordingError` if a
  ///   file cannot be read.
  package init(_ shards: [String], into: String, endpoint: String?, schemas: String) throws {
    let into = Self.trimmed(into)
    self.into = into
    let folders = Set(shards.map(Self.trimmed)).sorted { $0.precedesByScalars($1) }
    shardCount = folders.count
    try RecordingsFolder.requireNoEndpoint(into)
    var found: [String: [(recordings: String, folder: EndpointFolder)]] = [:]
    for shard in folders {
      guard shard != into else {
        throw ConfigurationError("\(shard) is also the target of --into. Remove it from the list of shards.")
      }
      guard try FileReading.exists(shard) else {
        throw ConfigurationError("There is no folder \(shard). Name the folders that the shards recorded into.")
      }
      let endpoints = try RecordingsFolder(path: shard).endpoints
      guard !endpoints.isEmpty else { throw Self.noEndpoint(shard) }
      for folder in endpoints { found[folder.name, default: []].append((shard, folder)) }
    }
    let names = found.keys.sorted { $0.precedesByScalars($1) }
    let files = try SchemaFiles(folder: schemas)
    merges = try Endpoints.chosen(endpoint, from: names, what: "folder", place: folders.first ?? into).map { name in
      try EndpointMerge(
        found[name] ?? [], into: EndpointFolder(name: name, below: into), schemas: files)
    }
    for (shard, folder) in merges.flatMap({ $0.shards.map { ($0.recordings, $0.folder) } }) {
      let leftovers = try folder.leftovers()
      guard leftovers.unwritten > 0 else { continue }
      notes.append("\(shard): \(leftovers.unwrittenSentence(endpoint: folder.name)) Record this shard again.")
    }
    for merge in merges { notes += Self.notes(merge) }
  }

  /// Everything that the shards recorded differently. If there is anything, nothing can be written.
  package var conflicts: [MergeConflict] { merges.flatMap(\.conflicts) }

  /// Writes the merged recordings, one endpoint after the other, each in one step.
  /// - Returns: a line for each endpoint.
  /// - Throws: `RecordingError` if a file cannot be written. Then merge again.
  package mutating func carryOut() throws -> [String] {
    var lines: [String] = []
    for merge in merges {
      let tally = try merge.carryOut()
      lines.append(line(merge, tally))
      notes += notes(tally, in: merge)
    }
    return lines
  }

  private static func notes(_ merge: EndpointMerge) -> [String] {
    var notes: [String] = []
    for (number, shard) in merge.shards.enumerated() {
      if let (first, count) = merge.sessions.leftovers[number] {
        notes.append(
          "\(shard.folder.path): its setups issued other ids, which were replaced. Other values may not fit them, in \(count == 1 ? "1 request" : "\(count) requests"): \(first). If a test relies on such a value, reset the API's data before each shard, and record the shards again."
        )
      }
      if let value = merge.sessions.ruledValues[number] {
        notes.append(
          "\(shard.folder.path): a setup got another value, which is volatile by \(EndpointFolder.configurationFileName): \(value). Tests that read it again keep the value of their own shard. If there are any, reset the API's data before each shard, and record the shards again."
        )
      }
      if !merge.sessions.recorded.contains(number), merge.unnamed.count == 0 {
        notes.append("\(shard.folder.path) has no recording of a test. If it should, record this shard again.")
      }
    }
    return notes.map(RecordingError.printable)
  }

  private func line(_ merge: EndpointMerge, _ tally: EndpointMerge.Tally) -> String {
    let shards = merge.shards.count == 1 ? "1 shard" : "\(merge.shards.count) shards"
    let count = tally.new + tally.replaced + tally.unchanged
    let sessions = count == 1 ? "1 session" : "\(count) sessions"
    var line =
      "Merged \(shards) into \(merge.target.path): \(sessions) (\(tally.new) new, \(tally.replaced) replaced, \(tally.unchanged) unchanged)"
    if merge.unnamed.count > 0 {
      line += ", \(merge.unnamed.count) \(merge.unnamed.count == 1 ? "request" : "requests") without a session"
    }
    if tally.others > 0 { line += "; \(tally.others) that no shard recorded \(tally.others == 1 ? "stays" : "stay")" }
    return RecordingError.printable("\(line).")
  }

  private func notes(_ tally: EndpointMerge.Tally, in merge: EndpointMerge) -> [String] {
    var notes: [String] = []
    if !tally.incomplete.isEmpty {
      notes.append(
        "\(merge.target.name): incomplete, because the test failed or its recorder was killed: \(Self.list(tally.incomplete)). Record again."
      )
    }
    if !tally.kept.isEmpty {
      notes.append(
        "\(merge.target.name): incomplete in the shards, so the existing recordings are kept: \(Self.list(tally.kept))."
      )
    }
    if !tally.keptScopes.isEmpty {
      notes.append(
        "\(merge.target.name): setups that are incomplete in the shards, and whose existing recordings are kept: \(Self.list(tally.keptScopes)). The tests of these shards may have other values of them, and fail or miss. Record these shards again."
      )
    }
    if !tally.editedAnswers.isEmpty {
      notes.append(
        "\(merge.target.name): answers that were edited by hand, and are as the API gave them again: \(Self.list(tally.editedAnswers)). To keep an edit, restore it from version control."
      )
    }
    let replaced = [
      ("setups", tally.replacedScopes), ("requests without a session", tally.replacedRequests),
    ].filter { !$0.1.isEmpty }
    for (what, names) in replaced where tally.stayingTests.count > 0 {
      notes.append(
        "\(merge.target.name): \(what) that were replaced: \(Self.list(names)). Tests whose existing recordings stay got the old answers, and may fail or miss. Record these, too: \(tally.stayingTests.text)."
      )
    }
    return notes.map(RecordingError.printable)
  }

  private static func list(_ names: [String]) -> String {
    names.reduce(into: ListedNames()) { $0.add($1) }.text
  }

  private static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return String(path)
  }

  private static func noEndpoint(_ shard: String) -> ConfigurationError {
    let below = (try? FileReading.folders(inFolder: shard)) ?? []
    let inner = below.map { "\(shard)/\($0)" }.filter {
      ((try? RecordingsFolder(path: $0))?.endpoints.isEmpty) == false
    }
    let hint =
      inner.isEmpty
      ? "Name the folder that contains the endpoints' folders, or leave this shard out."
      : "Did you mean \(inner.prefix(3).joined(separator: " "))?"
    return ConfigurationError("\(shard) has no recordings of an endpoint. \(hint)")
  }
}

/// The names in a message: up to three, and the number of all.
struct ListedNames {
  private(set) var count = 0
  private var shown: [String] = []

  mutating func add(_ name: String) {
    count += 1
    if count <= 3 { shown.append(RecordingError.shown(.string(name))) }
  }

  var text: String {
    shown.joined(separator: ", ") + (count > shown.count ? " and \(count - shown.count) more" : "")
  }
}
