/// A manifest that `persistedQueries` names.
package struct PersistedQueryFile: Hashable, Sendable {
  /// The path as written in `endpoint.yaml`: relative to the endpoint's folder, or absolute.
  package let name: String
  package let place: RecordingError.Place?

  package init(_ name: String, at place: RecordingError.Place? = nil) {
    self.name = name
    self.place = place
  }

  package func path(below folder: String) -> String { name.hasPrefix("/") ? name : "\(folder)/\(name)" }
}
