/// A manifest that `persistedQueries` names.
package struct PersistedQueryFile: Hashable, Sendable {
  /// The path as written in `endpoint.yaml`: relative to the endpoint's folder, or absolute.
  package let name: String
  package let place: RecordingError.Place?

  package init(_ name: String, at place: RecordingError.Place? = nil) {
    self.name = name
    self.place = place
  }

  package func path(below folder: String) -> String {
    if name.hasPrefix("/") { return name }
    // A packed folder is a file, above which `..` leads only in a path without it.
    guard name.hasPrefix("../"), folder.hasSuffix(PackedFolder.suffix) else { return "\(folder)/\(name)" }
    let above = folder.utf8.lastIndex(of: UInt8(ascii: "/")).map { folder[..<$0] } ?? "."
    return "\(above)/\(name.dropFirst(3))"
  }
}
