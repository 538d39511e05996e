import EndpointConfiguration
package import OrderedJSON
package import Recordings

/// Migrates files of older formats to the current one, step by step.
///
/// So far there is only version 1, and no step. Each new version adds a step from the one before it.
package struct FormatMigration: Sendable {
  /// A step from one version to the next.
  package struct Step: Sendable {
    /// The version to migrate from.
    package let from: Int
    /// Returns the tree of the next version; the caller sets the member `format`.
    package let change: @Sendable (JSONObject) throws(RecordingError) -> JSONObject

    package init(from: Int, change: @escaping @Sendable (JSONObject) throws(RecordingError) -> JSONObject) {
      self.from = from
      self.change = change
    }
  }

  /// The version to migrate to.
  package let current: Int
  private let steps: [Step]

  /// The steps of this program.
  package static let standard = FormatMigration(to: RecordingFormat.version, steps: [])

  /// `steps` has one step from each older version, in any order.
  package init(to current: Int, steps: [Step]) {
    self.current = current
    self.steps = steps
  }

  /// Migrates a file to the current format.
  /// - Returns: the file's version, and its migrated bytes; nil if it is current.
  /// - Throws: if it is not a recording or is newer than this program.
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

/// The result of `understudy migrate` for an endpoint.
package struct FolderMigration: Hashable, Sendable {
  /// The files of older versions, sorted by path in the endpoint's folder.
  package internal(set) var migrated: [File] = []
  package internal(set) var count = 0
  /// The number of named sessions, all in format 2, the only one so far.
  package internal(set) var sessions = 0

  package struct File: Hashable, Sendable {
    package let path: String
    package let version: Int
  }
}

extension EndpointFolder {
  /// Migrates all recordings to the current format. Atomic: the next call finishes an interrupted one.
  /// - Throws: if a recording or named session is newer than this program or cannot be read; then nothing is written.
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
