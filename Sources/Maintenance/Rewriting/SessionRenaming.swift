import OrderedJSON
package import Recordings

extension EndpointFolder {
  /// The old and new path of a renamed session's file, in the endpoint's folder.
  package struct RenamedSession: Hashable, Sendable {
    package let old: String
    package let new: String
  }

  /// Returns the names of the recorded sessions, in file order.
  /// - Throws: `RecordingError` if a session's file cannot be read.
  package func sessionNames() throws(RecordingError) -> [String] {
    let store = try SessionStore(path: path)
    var names: [String] = []
    for file in store.files {
      if let recording = try store.recording(inFile: file) { names.append(recording.name) }
    }
    return names
  }

  /// Renames a session in its file and the file itself. Atomic: the next maintenance command finishes an interrupted
  /// one.
  /// - Returns: the renamed file; nil if there is no such session.
  /// - Throws: `RecordingError` if the new name is taken, or a file cannot be read or written. Nothing is changed then.
  package func rename(session old: String, to new: String) throws(RecordingError) -> RenamedSession? {
    try rename(session: old, to: new, stoppingAfter: nil)
  }

  /// Like the above, but stops after some steps, as if the process were killed.
  func rename(
    session old: String, to new: String, stoppingAfter steps: Int?
  ) throws(RecordingError) -> RenamedSession? {
    try change(stoppingAfter: steps) { () throws(RecordingError) in
      let store = try SessionStore(path: path)
      guard let (known, file) = try store.recording(of: old) else { return (nil, FolderChanges()) }
      if let taken = try store.recording(of: new) {
        throw .sessionTaken("\(store.folder)/\(taken.file)", new)
      }
      var recording = known
      recording.name = new
      let target = try store.freeName(for: new)
      var changes = FolderChanges()
      changes.writes = [
        .init(place: .init(SessionStore.folderName, target), bytes: SessionFormat.encode(recording))
      ]
      changes.removals = [.init(SessionStore.folderName, file)]
      let renamed = RenamedSession(
        old: "\(SessionStore.folderName)/\(file)", new: "\(SessionStore.folderName)/\(target)")
      return (renamed, changes)
    }
  }
}

extension RecordingError {
  fileprivate static func sessionTaken(_ path: String, _ name: String) -> RecordingError {
    .operation(
      path,
      "is already the recording of session \(shown(.string(name))). Choose another name, or remove this file first.")
  }
}
