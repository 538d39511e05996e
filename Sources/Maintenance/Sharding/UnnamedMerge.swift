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
  /// The paths of the bodies that have files of their own, by their places.
  private(set) var bodies: [String: String] = [:]

  private let target: EndpointFolder
  private let shards: [ShardFolder]
  private let rules: EndpointRules

  /// A recording in a file.
  private struct Part {
    let shard: String
    let path: String
    let bytes: [UInt8]
    let recording: Recording
    let key: OperationKey
  }

  /// Reads the recordings of all shards, without writing.
  /// - Throws: if a file cannot be read.
  init(_ shards: [ShardFolder], into target: EndpointFolder, rules: EndpointRules) throws(RecordingError) {
    self.shards = shards
    self.target = target
    self.rules = rules
    var folders: Set<String> = []
    for shard in shards { folders.formUnion(shard.operations.values.map(\.folder)) }
    for folder in folders.sorted() { try merge(folder) }
  }

  private mutating func merge(_ folder: String) throws(RecordingError) {
    var sources: [String: [(shard: ShardFolder, path: String)]] = [:]
    for shard in shards {
      for operation in shard.operations.values where operation.folder == folder {
        let place = "\(shard.folder.path)/\(operation.source)"
        for (file, digits) in try Self.recordings(in: place) {
          sources[digits, default: []].append((shard, "\(place)/\(file)"))
        }
      }
    }
    guard !sources.isEmpty else { return }
    let document = try self.document(folder)
    let place = "\(target.path)/\(folder)"
    let known = try Self.recordings(in: place)
    var taken = Set(known.map(\.file))
    for digits in sources.keys.sorted() {
      var parts: [ContentHash: [Part]] = [:]
      for (shard, path) in sources[digits] ?? [] {
        let part = try read(path, of: shard.recordings, document)
        parts[part.key.hash, default: []].append(part)
        note(part.recording, in: shard)
      }
      var existing: [ContentHash: (part: Part, file: String)] = [:]
      for (file, other) in known where other == digits {
        let part = try read("\(place)/\(file)", of: target.parent, document)
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
    if let existing { merged = merged.replacing(existing.recording, ignoring: ignored) }
    let bytes = try FolderFormatting.bytes(of: merged, rules: rules, path: "\(target.path)/\(place.path)")
    if bytes != existing?.bytes { writes.append(.init(place: place, bytes: bytes)) }
  }

  private func conflict(_ conflict: Recording.StateConflict, _ parts: [Part]) -> MergeConflict {
    let (first, second) = (parts[conflict.first], parts[conflict.second])
    let request = SessionRecording.Request(
      operation: "\(first.key.document.kind.rawValue)\(first.key.document.name.map { ".\($0)" } ?? "")",
      identity: first.key.identity, variables: first.key.variables, answers: [])
    let removal =
      second.recording.states.count == 1
      ? "remove the other one: \(ShardFile(shard: second.shard, path: second.path).removal)"
      : "remove the state \(RecordingError.shown(.string(conflict.state))) from \(second.path)"
    return MergeConflict(
      endpoint: target.name, session: nil, "\(request.title) got different answers in state \(conflict.state).",
      [
        "in \(first.path)", "in \(second.path)",
        "Give each test a session, so that its answers are its own. To merge the recording of \(first.shard), \(removal)",
      ])
  }

  /// The key of a merged operation.
  private func document(_ folder: String) throws(RecordingError) -> DocumentKey {
    for shard in shards {
      for operation in shard.operations.values where operation.folder == folder {
        let path = "\(shard.folder.path)/\(operation.source)/\(OperationFile.name)"
        let parsed = try OperationFile.parse(try FileReading.bytes(of: path), path: path)
        return DocumentKey(endpoint: target.name, operation: parsed.operation)
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
        "does not have the name of its request under the current rules. To see why: understudy check --recordings \(shellQuoted(shard))"
      )
    }
    recording.variables = key.variables
    recording.headers = key.headers
    return Part(shard: shard, path: path, bytes: bytes, recording: recording, key: key)
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
