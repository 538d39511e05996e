import Recordings

/// One shard's folder of an endpoint.
struct ShardFolder {
  /// An operation of the shard.
  struct Operation {
    /// The folder of the merged recordings.
    let folder: String
    /// The shard's own folder.
    let source: String
    let key: ContentHash
    let volatile: VolatilePlaces
  }

  /// The shard's folder of recordings, as the user named it.
  let recordings: String
  let folder: EndpointFolder
  let rules: EndpointRules
  /// By their identities (`FolderName.identity`).
  let operations: [String: Operation]

  /// Opens the shard's recordings, of which none is read yet.
  func store() throws(RecordingError) -> RecordingStore { try folder.store(readingAllUpTo: 0, rules: rules) }

  /// The merged folder of an operation, by its folder's name in the shard.
  func mergedFolder(_ operation: String) -> String {
    operations[FolderName.identity(operation)]?.folder ?? operation
  }

  /// The path of an answer's file in the shard.
  func source(of id: String, of operation: String) -> String {
    let here = operations[FolderName.identity(operation)]?.source ?? operation
    return "\(folder.path)/\(SessionStore.place(of: id, inFolder: here))"
  }

  func file(ofSession file: String) -> ShardFile {
    ShardFile(shard: recordings, path: "\(folder.path)/\(SessionStore.folderName)/\(file)")
  }
}
