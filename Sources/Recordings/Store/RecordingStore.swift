import Synchronization

/// The recordings of one endpoint: a folder on disk, an index of its names, and the recordings that were read.
///
/// All methods may be called from any thread. They access the disk and may wait for it: a repeated lookup costs one
/// `stat`, a save waits until the bytes are on disk.
package final class RecordingStore: Sendable {
  /// The endpoint's name, which is part of every key.
  package let endpoint: String
  /// The endpoint's folder, which need not exist. The first save creates it.
  package let path: String
  /// The rules of `endpoint.yaml` for keys and answers.
  package let rules: EndpointRules

  private let index: Mutex<StoreIndex>
  private let watch: FolderWatch
  /// The index's generation, which can be read while the index is busy.
  private let currentGeneration = Atomic<UInt64>(1)
  private let hasNone: Atomic<Bool>
  let run: Mutex<RunMemory>
  /// Nil unless this run replaces the unnamed recordings of earlier runs (`beginReplacing`).
  let replacement = Mutex<Replacement?>(nil)
  /// The named sessions (format 2).
  package let sessions: SessionStore

  /// The maximum number of files that are all read and checked when a store is opened.
  package static let readAllLimit = 2_000

  /// Lists the names in an endpoint's folder, which may be missing. Reads all files if there are at most `limit`;
  /// otherwise each is read on first use. With `rules`, a file whose name was right before a rule is misnamed.
  ///
  /// - Throws: if a name or a file that was read is not valid, or if a rewrite was interrupted.
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
    watch = index.watch
    hasNone = Atomic(index.folders.allSatisfy(\.isEmpty))
    self.index = Mutex(index)
    run = Mutex(RunMemory())
    sessions = try SessionStore(path: path)
    try checkSessions(upTo: limit)
  }

  /// The current recording of a key; nil if there is none.
  ///
  /// - Throws: if a file that may be it cannot be read, so that it never counts as absent.
  package func lookup(_ key: OperationKey) throws(RecordingError) -> StoredRecording? {
    try withIndex { index throws(RecordingError) in try index.lookup(key) }
  }

  /// The number of folders, and of files, in one of the continuous checks for changes. Each costs a microsecond or two.
  package static let checkLimit = 500

  /// Lets the system report changes from now on, so that a check with a limit costs nothing while nothing changes.
  package func beginWatching() {
    watch.begin(at: path)
    sessions.watch.begin(at: path)
  }

  /// Checks the disk for changes, with one `stat` for each folder and each file that was read, and lists only changed
  /// folders again. A lookup waits for updates, but not for the check. With a limit, only what the system reports is
  /// checked; if it reports nothing, `most` folders and `most` files, and the next call continues after them. Returns
  /// true if anything changed. Then `generation` has increased.
  ///
  /// - Throws: if a new name is not valid. New content is checked on first use.
  @discardableResult
  package func refresh(atMost most: Int = .max) throws(RecordingError) -> Bool {
    let events = watch.changes()
    var check = withIndex { $0.nextCheck(atMost: most, events) }
    do throws(RecordingError) {
      try check.look(watch)
    } catch {
      // The other changes are not reported again.
      watch.miss()
      throw error
    }
    return try withIndex { [check] index throws(RecordingError) in try index.refresh(check) }
  }

  /// Drops everything that was read, for a change that the files' stamps do not show.
  package func forget() {
    withIndex { $0.forgetAll() }
    sessions.forget()
  }

  /// Makes stale what was derived from recordings, because something else that it was derived from has changed.
  package func moveGeneration() {
    withIndex { index in
      // This is no change of files, whose noticed ones stay noticed.
      if index.checkedGeneration == index.generation { index.checkedGeneration += 1 }
      index.generation += 1
    }
    sessions.moveGeneration()
  }

  /// Increases with each change that was noticed or made. Anything derived from recordings at another number may be
  /// stale.
  package var generation: UInt64 { currentGeneration.load(ordering: .acquiring) }

  package var fileCount: Int { withIndex { $0.fileCount } }

  /// The number of recordings, named sessions included.
  package var recordingCount: Int { fileCount + sessions.count }

  /// True if there are no recordings. Requests check it, so it waits for nothing.
  package var isEmpty: Bool { hasNone.load(ordering: .acquiring) }

  func withIndex<Result, Failure: Error>(
    _ body: (inout StoreIndex) throws(Failure) -> Result
  ) throws(Failure) -> Result where Result: Sendable {
    try index.withLock { index throws(Failure) in
      defer {
        if index.generation != generation {
          hasNone.store(index.folders.allSatisfy(\.isEmpty), ordering: .releasing)
          currentGeneration.store(index.generation, ordering: .releasing)
        }
      }
      return try body(&index)
    }
  }
}
