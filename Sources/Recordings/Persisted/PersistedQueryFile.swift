/// A manifest that `persistedQueries` names.
package struct PersistedQueryFile: Hashable, Sendable {
  /// As it is written there: a path that starts at the endpoint's folder, or from the root of the file system.
  package let name: String
  /// Where it is written.
  package let place: RecordingError.Place?

  package init(_ name: String, at place: RecordingError.Place? = nil) {
    self.name = name
    self.place = place
  }

  /// The file's path, below the endpoint's folder unless it starts at the root.
  package func path(below folder: String) -> String { name.hasPrefix("/") ? name : "\(folder)/\(name)" }
}
