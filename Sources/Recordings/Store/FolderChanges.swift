/// Changes to the files in an endpoint's folder, applied atomically (`FolderRewriter`).
package struct FolderChanges: Hashable, Sendable {
  /// A file in an operation's folder, in its folder of answers, or in the folder of sessions. With an empty folder, it
  /// is the endpoint's own `endpoint.yaml`.
  package struct Place: Hashable, Sendable {
    package var folder: String
    package var file: String

    package init(_ folder: String, _ file: String) {
      self.folder = folder
      self.file = file
    }

    /// The path in the endpoint's folder.
    package var path: String { folder.isEmpty ? file : "\(folder)/\(file)" }
  }

  package struct Write: Hashable, Sendable {
    package var place: Place
    package var bytes: [UInt8]

    package init(place: Place, bytes: [UInt8]) {
      self.place = place
      self.bytes = bytes
    }
  }

  package struct Move: Hashable, Sendable {
    package var from: Place
    package var to: Place

    package init(from: Place, to: Place) {
      self.from = from
      self.to = to
    }
  }

  /// New content for existing or new files. Missing folders are created.
  package var writes: [Write] = []
  /// Files to rename, after the writes.
  package var moves: [Move] = []
  /// Files to remove, after the moves.
  package var removals: [Place] = []
  /// Folders of operations to remove at the end, if they are empty.
  package var emptied: [String] = []

  package init() {}

  package var isEmpty: Bool { writes.isEmpty && moves.isEmpty && removals.isEmpty && emptied.isEmpty }
}
