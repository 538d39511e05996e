import OrderedJSON
package import Recordings

extension EndpointFolder {
  /// A named session that was renamed: the old and the new path of its file, below the endpoint's folder.
  package struct RenamedSession: Hashable, Sendable {
    package let old: String
    package let new: String
  }

  /// The names of the recorded sessions, in the order of their files.
  ///
  /// - Throws: `RecordingError` if a session's file cannot be read.
  package func sessionNames() throws(RecordingError) -> [String] {
    let store = try SessionStore(path: path)
    var names: [String] = []
    for file in store.files {
      if let recording = try store.recording(inFile: file) { names.append(recording.name) }
    }
    return names
  }

  /// Renames a session: its file, and the name in it. All of it is done or, where it is interrupted, the next call of any
  /// such command finishes it.
  ///
  /// - Parameters:
  ///   - old: the session's name.
  ///   - new: its name from now on.
  /// - Returns: what was renamed; nil if there is no such session.
  /// - Throws: `RecordingError` if there is a session of the new name, or a file cannot be read or written. Nothing is
  ///   changed then.
  package func rename(session old: String, to new: String) throws(RecordingError) -> RenamedSession? {
    try rename(session: old, to: new, stoppingAfter: nil)
  }

  /// The same, stopping after some steps as if the process had been killed.
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
