import Synchronization

/// The recordings of one endpoint: a folder on disk, an index of its names, and what was read of it.
///
/// All methods may be called from any thread. They touch the disk and may wait for it: a look-up that was read before
/// costs one `stat`, a save waits until the disk has the bytes.
package final class RecordingStore: Sendable {
  /// The endpoint's name, which is part of every key.
  package let endpoint: String
  /// The endpoint's folder. It need not be there; the first save makes it.
  package let path: String
  /// What `endpoint.yaml` says about keys and answers.
  package let rules: EndpointRules

  private let index: Mutex<StoreIndex>
  /// The index's generation, to be read while the index is busy.
  private let currentGeneration = Atomic<UInt64>(1)
  let run: Mutex<RunMemory>
  /// Nil unless this run replaces the unnamed recordings of earlier runs (`beginReplacing`).
  let replacement = Mutex<Replacement?>(nil)
  /// The named sessions (format 2).
  package let sessions: SessionStore

  /// Up to so many files, all are read and checked when a store is opened.
  package static let readAllLimit = 2_000

  /// Lists the names below a folder, and reads all files where there are not too many.
  ///
  /// - Parameters:
  ///   - path: the endpoint's folder; one that is not there counts as empty.
  ///   - endpoint: its name.
  ///   - limit: beyond so many files each is read only when it is asked for.
  ///   - rules: what `endpoint.yaml` says; a file whose name was right before a rule is misnamed with it.
  /// - Throws: if a name is not right, or a file that was read is not, or a rewriting of them was interrupted.
  package convenience init(
    path: String, endpoint: String, readingAllUpTo limit: Int = RecordingStore.readAllLimit,
    rules: EndpointRules = .none
  ) throws(RecordingError) {
    try self.init(path: path, endpoint: endpoint, readingAllUpTo: limit, scheme: .standard, rules: rules)
  }

  init(
    path: String, endpoint: String, readingAllUpTo limit: Int, scheme: NameScheme,
    rules: EndpointRules = .none
  ) throws(RecordingError) {
    guard try !FolderRewriter(path: path).isUnfinished() else { throw RecordingError.unfinishedRewriting(path) }
    var index = StoreIndex(path: path, endpoint: endpoint, scheme: scheme, rules: rules)
    _ = try index.relist()
    index.generation = 1
    if index.fileCount <= limit { try index.checkAll() }
    self.path = path
    self.endpoint = endpoint
    self.rules = rules
    self.index = Mutex(index)
    run = Mutex(RunMemory())
    sessions = try SessionStore(path: path)
    try checkSessions(upTo: limit)
  }

  /// The recording of a key, as it is on disk now; nil if there is none.
  ///
  /// - Throws: if a file that may be it cannot be read. Such a file is never taken for an absent one.
  package func lookup(_ key: OperationKey) throws(RecordingError) -> StoredRecording? {
    try withIndex { index throws(RecordingError) in try index.lookup(key) }
  }

  /// A check for changes that is made all the time looks at so many files, and at so many folders. Each costs a
  /// microsecond or two.
  package static let checkLimit = 500

  /// Looks for changes on disk: one `stat` for each folder and each file that was read; lists only what changed. A
  /// look-up waits for what changed, and not for the looking.
  ///
  /// - Parameter most: how many folders and files it looks at; the next call goes on behind them.
  /// - Returns: whether anything changed since the last look. `generation` is then another.
  /// - Throws: if a new name is not right. A new content is judged when it is asked for.
  @discardableResult
  package func refresh(atMost most: Int = .max) throws(RecordingError) -> Bool {
    var check = withIndex { $0.nextCheck(atMost: most) }
    try check.look()
    return try withIndex { [check] index throws(RecordingError) in try index.refresh(check) }
  }

  /// Goes up whenever a change was noticed or made: what was derived from recordings at another number may be stale.
  package var generation: UInt64 { currentGeneration.load(ordering: .acquiring) }

  /// How many files of recordings there are.
  package var fileCount: Int { withIndex { $0.fileCount } }

  /// Whether there are none: asked with requests, so nothing is counted.
  package var isEmpty: Bool { withIndex { $0.folders.allSatisfy(\.isEmpty) } }

  /// Gives exclusive access to the index.
  func withIndex<Result, Failure: Error>(
    _ body: (inout StoreIndex) throws(Failure) -> Result
  ) throws(Failure) -> Result where Result: Sendable {
    try index.withLock { index throws(Failure) in
      defer { currentGeneration.store(index.generation, ordering: .releasing) }
      return try body(&index)
    }
  }
}
