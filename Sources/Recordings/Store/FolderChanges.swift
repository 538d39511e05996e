/// What is to become of the files in an endpoint's folder: all of it, or nothing (`FolderRewriter`).
struct FolderChanges: Hashable, Sendable {
  /// A file in an operation's folder, in the folder of its answers, or in that of sessions; with an empty folder the
  /// endpoint's own `endpoint.yaml`.
  struct Place: Hashable, Sendable {
    var folder: String
    var file: String

    init(_ folder: String, _ file: String) {
      self.folder = folder
      self.file = file
    }

    /// Below the endpoint's folder.
    var path: String { folder.isEmpty ? file : "\(folder)/\(file)" }
  }

  struct Write: Hashable, Sendable {
    var place: Place
    var bytes: [UInt8]
  }

  struct Move: Hashable, Sendable {
    var from: Place
    var to: Place
  }

  /// New content, whether something is at the place or not. Folders that are not there are made.
  var writes: [Write] = []
  /// Files as they are that get another name; carried out after the writes.
  var moves: [Move] = []
  /// Files to remove, after that.
  var removals: [Place] = []
  /// Folders of operations to remove at the end, where nothing is left in them.
  var emptied: [String] = []

  var isEmpty: Bool { writes.isEmpty && moves.isEmpty && removals.isEmpty && emptied.isEmpty }

  mutating func append(_ other: FolderChanges) {
    writes += other.writes
    moves += other.moves
    removals += other.removals
    emptied += other.emptied
  }
}
