import Recordings

/// The folders of operations in merged recordings.
///
/// An operation has the folder that it has in the target, or else that of the first shard that has it.
struct MergedOperations {
  /// An operation that the target does not have yet.
  struct New {
    let folder: String
    /// The path of the file with its text, in a shard.
    let source: String
  }

  /// The folders by the hashes of their operations' keys.
  private var folders: [ContentHash: String] = [:]
  private var taken: Set<String> = []
  private(set) var new: [New] = []

  /// Reads the operations of the target, whose folder need not exist.
  /// - Throws: if an operation cannot be read.
  init(_ target: EndpointFolder) throws(RecordingError) {
    for operation in try target.operations() {
      folders[operation.key.hash] = operation.folder
      taken.insert(operation.folder)
    }
  }

  /// Adds the operations of a shard.
  /// - Throws: if an operation cannot be read.
  mutating func add(
    _ shard: EndpointFolder, of recordings: String, rules: EndpointRules
  ) throws(RecordingError) -> ShardFolder {
    var operations: [String: ShardFolder.Operation] = [:]
    for operation in try shard.operations() {
      let name = folders[operation.key.hash] ?? freeName(for: operation)
      if folders.updateValue(name, forKey: operation.key.hash) == nil {
        new.append(New(folder: name, source: "\(shard.path)/\(operation.folder)/\(OperationFile.name)"))
      }
      operations[FolderName.identity(operation.folder)] = ShardFolder.Operation(
        folder: name, source: operation.folder, key: operation.key.hash,
        volatile: rules.volatilePlaces(of: operation.key.name, kind: operation.key.kind))
    }
    return ShardFolder(recordings: recordings, folder: shard, rules: rules, operations: operations)
  }

  private mutating func freeName(for operation: EndpointFolder.Operation) -> String {
    var name = operation.folder
    for digits in [16, 64] where taken.contains(name) { name = FolderName(operation.key, digits: digits).text }
    taken.insert(name)
    return name
  }
}

extension EndpointFolder {
  /// An operation's folder with its key.
  struct Operation {
    let folder: String
    let key: DocumentKey
  }

  /// Reads the operations, without their recordings.
  fileprivate func operations() throws(RecordingError) -> [Operation] {
    guard try FileReading.exists(path) else { return [] }
    var index = StoreIndex(path: path, endpoint: name, scheme: .standard, rules: .none)
    _ = try index.relist()
    var found: [Operation] = []
    for position in index.folders.indices {
      guard let document = try index.document(ofFolder: position) else { continue }
      found.append(Operation(folder: index.folders[position].text, key: document.key))
    }
    return found
  }
}
