import Synchronization

/// Receives the changes of folders from the system, so that an idle program checks nothing.
///
/// Where the system reports no changes, as on network file systems, or cannot watch so many folders, `changes` returns
/// nil. Then everything has to be checked in turns.
final class FolderWatch: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var watcher: (any FolderWatcher)?
    var hasBegun = false
    var hasMissed = false
  }

  /// Begins to watch; later calls do nothing. The first changes are incomplete, so that everything is watched and
  /// checked once.
  func begin(at path: String, with make: (String) -> (any FolderWatcher)? = SystemWatcher.watcher) {
    state.withLock { state in
      if state.hasBegun { return }
      state = State(watcher: make(path), hasBegun: true, hasMissed: true)
    }
  }

  /// Watches a folder and its files, without the folders in it. Call this before they are read.
  func watch(_ folder: String) {
    state.withLock { state in
      if state.watcher?.watch(folder) == false { state.watcher = nil }
    }
  }

  /// Makes the next changes incomplete.
  func miss() { state.withLock { $0.hasMissed = true } }

  /// The changes since the last call; nil if nobody reports them.
  func changes() -> FolderEvents? {
    state.withLock { state in
      guard var changes = state.watcher?.changes() else { return nil }
      changes.isIncomplete = changes.isIncomplete || state.hasMissed
      state.hasMissed = false
      return changes
    }
  }
}

/// The system's reports of changes.
protocol FolderWatcher: Sendable {
  /// Watches a folder and its files. To watch it twice is the same as once. Returns false if that is impossible.
  func watch(_ folder: String) -> Bool

  /// The changes since the last call.
  func changes() -> FolderEvents
}

/// The folders in which something changed, by the paths that `watch` got.
struct FolderEvents: Equatable, Sendable {
  var folders: Set<String> = []
  /// True if any folder may have changed.
  var isIncomplete = false
}

/// The watcher of this system.
enum SystemWatcher {
  /// A watcher of the folders below a path; nil if the system does not report all changes there.
  static func watcher(below path: String) -> (any FolderWatcher)? {
    #if canImport(Darwin)
      EventStreamWatcher(path)
    #else
      InotifyWatcher(path)
    #endif
  }
}
