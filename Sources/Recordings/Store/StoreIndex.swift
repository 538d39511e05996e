/// The index of an endpoint's folder: its operations' folders, the names of their recordings, and the recordings that
/// were read.
package struct StoreIndex: Sendable {
  let path: String
  let endpoint: String
  let scheme: NameScheme
  let rules: EndpointRules
  /// The folder's own stamp; nil if there is no such folder.
  var stamp: FileStamp?
  var isSettled = false
  /// The same as `OperationFolder.isOwn`.
  var isOwn = false
  /// Sorted by name. Their names are ASCII.
  package var folders: [OperationFolder] = []
  /// The folders' positions, sorted by the number in their names.
  var positions: [(prefix: UInt32, folder: Int)] = []
  /// The recordings that were read, by the hash of their key.
  var cache: BoundedTable<ContentHash, CachedRecording>
  /// The hashes of the keys that `checkAll` has read, by the path of the file.
  var firstRead: [String: ContentHash] = [:]
  /// Reports the folders in which something changes.
  let watch = FolderWatch()
  /// The position of the folder at which the next check for changes begins.
  var checkedFolders = 0
  /// The files that were read, by the hash of their key.
  var read = ReadStamps<ContentHash>()
  /// Increases with each change that was noticed.
  var generation: UInt64 = 0
  /// Its value at the end of the last check for changes.
  var checkedGeneration: UInt64 = 0
  /// Files that appeared or were replaced since the start, except by this process, as `folder/file`.
  private(set) var foreign: Set<String> = []
  /// The files that this process is writing or wrote last, as `folder/file`. The folders may be listed meanwhile.
  private var own: Set<String> = []

  /// The maximum bytes of the files in the cache. Their trees take several times as much memory.
  package static let cacheLimit = 64 << 20

  /// A recording in memory, and the stamp of its file when it was read.
  struct CachedRecording: Sendable {
    var stored: StoredRecording
    var stamp: FileStamp
    /// True if a later change is sure to be visible in the stamp.
    var isSettled: Bool
  }

  package init(
    path: String, endpoint: String, scheme: NameScheme, rules: EndpointRules = .none, cacheLimit: Int = Self.cacheLimit
  ) {
    cache = BoundedTable(byteLimit: cacheLimit)
    self.path = path
    self.endpoint = endpoint
    self.scheme = scheme
    self.rules = rules
  }

  var fileCount: Int { folders.reduce(0) { $0 + $1.count } }

  func path(ofFolder folder: Int) -> String { "\(path)/\(folders[folder].text)" }

  func operationPath(ofFolder folder: Int) -> String { "\(path(ofFolder: folder))/\(OperationFile.name)" }

  /// The positions of the folders that may contain a document, by the hash in their names.
  func foldersThatMayHold(_ document: ContentHash) -> [Int] {
    let prefix = document.prefix(digits: scheme.shortest)
    let start = positions.partitioningIndex { $0.prefix >= prefix }
    return positions[start...].prefix { $0.prefix == prefix }.map(\.folder)
  }

  mutating func rebuildPositions() {
    folders.sort { $0.text < $1.text }
    positions = folders.indices.map { (folders[$0].name.prefix(digits: scheme.shortest), $0) }
    positions.sort { ($0.prefix, $0.folder) < ($1.prefix, $1.folder) }
  }

  /// Adds a folder that this process has created.
  mutating func insert(_ folder: OperationFolder) {
    let place = folders.partitioningIndex { $0.text >= folder.text }
    folders.insert(folder, at: place)
    for index in positions.indices where positions[index].folder >= place { positions[index].folder += 1 }
    let prefix = folder.name.prefix(digits: scheme.shortest)
    positions.insert(
      (prefix, place), at: positions.partitioningIndex { ($0.prefix, $0.folder) >= (prefix, place) })
  }

  /// Registers that this process is about to write files.
  mutating func expect(_ plans: [SavePlan]) { own = Set(plans.map(\.place)) }

  /// Registers a file that is new or replaced since the previous listing of its folder.
  mutating func noteNew(_ place: String) {
    if !own.contains(place) { foreign.insert(place) }
  }

  mutating func keep(_ recording: CachedRecording, as hash: ContentHash) {
    // An answer with the earlier content may be elsewhere in memory.
    if let earlier = read.file(hash), earlier.stamp != recording.stamp { generation += 1 }
    cache.keep(recording, for: hash, bytes: recording.stamp.size)
    read.note(.init(path: recording.stored.path, stamp: recording.stamp, isSettled: recording.isSettled), for: hash)
  }

  /// Drops everything that was read.
  mutating func forgetAll() {
    cache.removeAll()
    read.removeAll()
    for index in folders.indices { folders[index].document = nil }
    generation += 1
  }

  /// Drops the recordings of a folder, whose meaning depends on its operation.
  mutating func forgetAll(ofFolder text: String) {
    for (hash, cached) in cache.all where cached.stored.folder == text { forget(hash) }
  }

  mutating func forget(_ hash: ContentHash) {
    cache.remove(hash)
    read.remove(hash)
  }
}
