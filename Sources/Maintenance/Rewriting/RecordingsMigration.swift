import Engine
import Recordings

/// Performs `understudy migrate`: brings every recording to the current format.
package struct RecordingsMigration: Sendable {
  /// A line for each file of an older format.
  package private(set) var lines: [String] = []
  private var count = 0
  private var sessions = 0

  /// Migrates the recordings of all endpoints or the named one.
  /// - Throws: if there is no such folder, or a file is newer than this program or unreadable. Its endpoint stays as it
  ///   was.
  package init(recordings: String, endpoint: String?, _ migration: FormatMigration = .standard) throws {
    for folder in try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint) {
      let migrated = try folder.migrate(migration)
      count += migrated.count
      sessions += migrated.sessions
      lines += migrated.migrated.map {
        RecordingError.printable(
          "\(folder.path)/\($0.path): from format \($0.version) to format \(migration.current)")
      }
    }
    current = migration.current
  }

  private let current: Int

  /// The last line: `All 40 recordings are of format 1, the current one.` Named sessions have a format of their own.
  package var summary: String {
    guard sessions > 0 else { return recordings }
    let named = sessions == 1 ? "1 named session is" : "\(sessions) named sessions are"
    let line = "\(named) in format \(SessionFormat.version), the current one."
    return count == 0 ? line : "\(recordings)\n\(line)"
  }

  private var recordings: String {
    let recordings = count == 1 ? "1 recording" : "\(count) recordings"
    if lines.isEmpty {
      return count == 1
        ? "The only recording has format \(current), the current one."
        : "All \(recordings) have format \(current), the current one."
    }
    return "Updated \(lines.count) of \(recordings) to format \(current)."
  }
}
