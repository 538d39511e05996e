/// What is to become of the files in an endpoint's folder: all of it, or nothing (`FolderRewriter`).
package struct FolderChanges: Hashable, Sendable {
  /// A file in an operation's folder, in the folder of its answers, or in that of sessions; with an empty folder the
  /// endpoint's own `endpoint.yaml`.
  package struct Place: Hashable, Sendable {
    package var folder: String
    package var file: String

    package init(_ folder: String, _ file: String) {
      self.folder = folder
      self.file = file
    }

    /// Below the endpoint's folder.
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

  /// New content, whether something is at the place or not. Folders that are not there are made.
  package var writes: [Write] = []
  /// Files as they are that get another name; carried out after the writes.
  package var moves: [Move] = []
  /// Files to remove, after that.
  package var removals: [Place] = []
  /// Folders of operations to remove at the end, where nothing is left in them.
  package var emptied: [String] = []

  package init() {}

  package var isEmpty: Bool { writes.isEmpty && moves.isEmpty && removals.isEmpty && emptied.isEmpty }
}
