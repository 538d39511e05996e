import GraphQLLanguage
import OrderedJSON
import Recordings

/// The recordings without a session of an endpoint's shards. Files are read one operation and key at a time.
struct UnnamedMerge {
  /// The files to write.
  private(set) var writes: [FolderChanges.Write] = []
  private(set) var conflicts: [MergeConflict] = []
  /// The number of requests that the shards recorded without a session.
  private(set) var count = 0
  /// The requests whose answers in the target are replaced by other ones.
  private(set) var replaced: [String] = []
  /// The paths of the bodies that have files of their own, by their places.
  private(set) var bodies: [String: String] = [:]

  private let target: EndpointFolder
  private let shards: [ShardFolder]
  private let rules: EndpointRules
  private let hasSchema: Bool
  /// The renamings of the shards whose setups issued other ids than the merged ones (`SessionMerge`).
  private let renamings: [Int: ShardRenaming]

  /// A recording in a file.
  private struct Part {
    let path: String
    let bytes: [UInt8]
    let recording: Recording
    let key: OperationKey

    /// The request in a line.
    var title: String {
      SessionRecording.Request(
        operation: "\(key.document.kind.rawValue)\(key.document.name.map { ".\($0)" } ?? "")", identity: key.identity,
        variables: key.variables, answers: []
      ).title
    }
  }

  /// Reads the recordings of all shards, without writing.
  /// - Throws: if a file cannot be read.
  init(
    _ shards: [ShardFolder], renamings: [Int: ShardRenaming], into target: EndpointFolder, rules: EndpointRules,
    hasSchema: Bool
  ) throws(RecordingError) {
    self.shards = shards
    self.renamings = renamings
    self.target = target
    self.rules = rules
    self.hasSchema = hasSchema
    var folders: Set<String> = []
    for shard in shards { folders.formUnion(shard.operations.values.map(\.folder)) }
    for folder in folders.sorted() { try merge(folder) }
  }

  private mutating func merge(_ folder: String) throws(RecordingError) {
    var sources: [String: [(shard: Int, path: String)]] = [:]
    for (number, shard) in shards.enumerated() {
      for operation in shard.operations.values where operation.folder == folder {
        let place = "\(shard.folder.path)/\(operation.source)"
        for (file, digits) in try Self.recordings(in: place) {
          sources[digits, default: []].append((number, "\(place)/\(file)"))
        }
      }
    }
    guard !sources.isEmpty else { return }
    let (document, key) = try self.document(folder)
    let place = "\(target.path)/\(folder)"
    let known = try Self.recordings(in: place)
    var taken = Set(known.map(\.file))
    for digits in sources.keys.sorted() {
      var parts: [ContentHash: [Part]] = [:]
      for (shard, path) in sources[digits] ?? [] {
        let part = try read(path, of: shards[shard].recordings, key)
        parts[part.key.hash, default: []].append(part)
        note(part.recording, in: shards[shard])
        if renamings[shard]?.changes(part.recording, document) == true { conflicts.append(renamingConflict(part)) }
      }
      var existing: [ContentHash: (part: Part, file: String)] = [:]
      for (file, other) in known where other == digits {
        let part = try read("\(place)/\(file)", of: target.parent, key)
        existing[part.key.hash] = (part, file)
      }
      for key in parts.keys.sorted(by: { $0.hex < $1.hex }) {
        guard let found = parts[key], let first = found.first else { continue }
        count += 1
        let file = existing[key]?.file ?? first.key.freeFileName(taken: taken)
        taken.insert(file)
        try merge(found, into: existing[key]?.part, at: FolderChanges.Place(folder, file))
      }
    }
  }

  private mutating func merge(
    _ parts: [Part], into existing: Part?, at place: FolderChanges.Place
  ) throws(RecordingError) {
    guard let first = parts.first else { return }
    let isOne = parts.allSatisfy { $0.bytes == first.bytes }
    if existing == nil, isOne { return writes.append(.init(place: place, copying: first.path)) }
    let ignored = rules.volatilePlaces(of: first.key.document.name, kind: first.key.document.kind)
    let merged: Recording?
    do throws(Recording.StateConflict) {
      merged = try Recording.merged(parts.map(\.recording), ignoring: ignored)
    } catch {
      return conflicts.append(conflict(error, parts))
    }
    guard var merged else { return }
    if let existing {
      merged = merged.replacing(existing.recording, ignoring: ignored)
      let isReplaced = existing.recording.states.contains { merged.responses(in: $0.name) != $0.responses }
      if isReplaced { replaced.append(first.title) }
    }
    let bytes = try FolderFormatting.bytes(of: merged, rules: rules, path: "\(target.path)/\(place.path)")
    if bytes != existing?.bytes { writes.append(.init(place: place, bytes: bytes)) }
  }

  private func conflict(_ conflict: Recording.StateConflict, _ parts: [Part]) -> MergeConflict {
    let (first, second) = (parts[conflict.first], parts[conflict.second])
    return MergeConflict(
      endpoint: target.name, session: nil, "\(first.title) got different answers in state \(conflict.state).",
      [
        "in \(first.path)", "in \(second.path)",
        "The tests of a shard expect what it got, so neither answer is right for all. \(Self.fix), or reset the API's data before each shard. Then record the shards again.",
      ])
  }

  private func renamingConflict(_ part: Part) -> MergeConflict {
    MergeConflict(
      endpoint: target.name, session: nil,
      "\(part.title) got ids that are, or may be, other ones in the tests: a setup of another shard issued the same.",
      [
        "in \(part.path)", "\(Self.fix). Then record the shards again.",
      ]
        + (hasSchema
          ? []
          : [
            "If they are ids of other types, add the schema instead: understudy schema fetch \(RecordingError.exampleUpstream) --output schemas/\(target.name).graphqls"
          ]))
  }

  private static let fix = "Send this request in a test or a fixture, so that it has a session"

  /// A merged operation, and its key.
  private func document(_ folder: String) throws(RecordingError) -> (Document, DocumentKey) {
    for shard in shards {
      for operation in shard.operations.values where operation.folder == folder {
        let path = "\(shard.folder.path)/\(operation.source)/\(OperationFile.name)"
        let parsed = try OperationFile.parse(try FileReading.bytes(of: path), path: path)
        return (parsed.document, DocumentKey(endpoint: target.name, operation: parsed.operation))
      }
    }
    throw RecordingError.missingOperation(ofSession: target.path, folder: folder)
  }

  private func read(
    _ path: String, of shard: String, _ document: DocumentKey
  ) throws(RecordingError) -> Part {
    let bytes = try FileReading.bytes(of: path)
    var recording = try RecordingFormat.decode(
      bytes, path: path, kind: document.kind, operationName: document.name)
    let key = document.key(of: recording, rules: rules)
    let digits = path.split(separator: "/").last.flatMap { SessionFileName.digits(in: String($0)) } ?? ""
    guard key.hash.hex.hasPrefix(digits) else {
      throw RecordingError.operation(
        path,
        "does not have the name of its request under the current rules. To see why: understudy check --recordings \(RecordingError.shellQuoted(shard))"
      )
    }
    recording.variables = key.variables
    recording.headers = key.headers
    return Part(path: path, bytes: bytes, recording: recording, key: key)
  }

  private mutating func note(_ recording: Recording, in shard: ShardFolder) {
    for response in recording.states.flatMap(\.responses) {
      guard case .file(let bytes) = response.body else { continue }
      let place = BodyFile.place(of: bytes, response)
      bodies[place] = "\(shard.folder.path)/\(place)"
    }
  }

  /// The files of an operation's recordings, with the first digits of their keys.
  private static func recordings(in folder: String) throws(RecordingError) -> [(file: String, digits: String)] {
    try FileReading.names(inFolder: folder).compactMap { file in
      SessionFileName.digits(in: file).map { (file, String($0.prefix(SessionFileName.digits))) }
    }
  }
}
