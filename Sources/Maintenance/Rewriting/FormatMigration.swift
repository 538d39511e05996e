import EndpointConfiguration
package import OrderedJSON
package import Recordings

/// Brings files of older formats to the current one, one step at a time.
///
/// There has been only version 1, so there are no steps yet. A new version comes with one: what it makes of the tree of
/// a file of the version before it.
package struct FormatMigration: Sendable {
  /// One step: from a version to the next one.
  package struct Step: Sendable {
    /// The version that it reads.
    package let from: Int
    /// The tree of a file of the next version; the member `format` is set by whoever calls.
    package let change: @Sendable (JSONObject) throws(RecordingError) -> JSONObject

    package init(from: Int, change: @escaping @Sendable (JSONObject) throws(RecordingError) -> JSONObject) {
      self.from = from
      self.change = change
    }
  }

  /// The version that files are brought to.
  package let current: Int
  private let steps: [Step]

  /// What this program does.
  package static let standard = FormatMigration(to: RecordingFormat.version, steps: [])

  /// - Parameters:
  ///   - current: the version that files are brought to.
  ///   - steps: one from each version before it, in whatever order.
  package init(to current: Int, steps: [Step]) {
    self.current = current
    self.steps = steps
  }

  /// A file in the current format.
  ///
  /// - Parameters:
  ///   - bytes: of the file.
  ///   - path: what errors call it.
  /// - Returns: its version, and its bytes in the current format; nil where it is current.
  /// - Throws: if it is no recording, or is newer than this program.
  package func migrated(_ bytes: [UInt8], path: String) throws(RecordingError) -> (version: Int, bytes: [UInt8]?) {
    let decoder = RecordingDecoder(bytes: bytes, path: path)
    let root = try decoder.root()
    var object = try decoder.object(root, [], "the file")
    let found = try decoder.version(object, newest: current)
    if found == current { return (found, nil) }
    for version in found..<current {
      guard let step = steps.first(where: { $0.from == version }) else {
        throw RecordingError(
          .invalidRecording, path, nil,
          "has format \(version), which this program cannot update to format \(version + 1). Record it again.")
      }
      object = try step.change(object)
      object["format"] = .int(version + 1)
    }
    return (found, JSON.object(object).serializePretty(trailingNewline: true))
  }
}

/// What `understudy migrate` makes of an endpoint's folder.
package struct FolderMigration: Hashable, Sendable {
  /// The files that were of an older version, below the endpoint's folder, with that version; sorted.
  package internal(set) var migrated: [File] = []
  /// How many recordings there are.
  package internal(set) var count = 0
  /// How many named sessions there are. Each has format 2, the only one for sessions so far.
  package internal(set) var sessions = 0

  package struct File: Hashable, Sendable {
    package let path: String
    package let version: Int
  }
}

extension EndpointFolder {
  /// Brings all recordings to the current format: all of them or, where it is interrupted, what the next call finishes.
  ///
  /// - Parameter migration: the steps.
  /// - Returns: what was done.
  /// - Throws: if one of them, a named session included, is newer than the program, or cannot be read; then nothing is
  ///   written.
  package func migrate(_ migration: FormatMigration = .standard) throws(RecordingError) -> FolderMigration {
    guard try FileReading.exists(path) else { return FolderMigration() }
    return try change { () throws(RecordingError) in
      var index = StoreIndex(path: path, endpoint: name, scheme: .standard)
      _ = try index.relist()
      var result = FolderMigration()
      let store = try store(readingAllUpTo: 0, rules: try configuration().rules)
      try store.checkSessions(upTo: .max)
      result.sessions = store.sessions.count
      var changes = FolderChanges()
      for folder in index.folders {
        for (file, _) in folder.sortedFiles {
          let place = FolderChanges.Place(folder.text, file)
          let path = "\(path)/\(place.path)"
          let (version, bytes) = try migration.migrated(try FileReading.bytes(of: path), path: path)
          result.count += 1
          guard let bytes else { continue }
          result.migrated.append(.init(path: place.path, version: version))
          changes.writes.append(.init(place: place, bytes: bytes))
        }
      }
      return (result, changes)
    }
  }
}
