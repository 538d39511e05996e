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

    /// Splits a path in the endpoint's folder.
    package init(path: String) {
      guard let slash = path.lastIndex(of: "/") else {
        self.init("", path)
        return
      }
      self.init(String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// The path in the endpoint's folder.
    package var path: String { folder.isEmpty ? file : "\(folder)/\(file)" }
  }

  package struct Write: Hashable, Sendable {
    package var place: Place
    private var content: Content

    private enum Content: Hashable, Sendable {
      case bytes([UInt8])
      case copy(of: String)
    }

    package init(place: Place, bytes: [UInt8]) {
      self.place = place
      content = .bytes(bytes)
    }

    /// Copies the file at a path, which is read when it is written, so that many files need little memory.
    package init(place: Place, copying path: String) {
      self.place = place
      content = .copy(of: path)
    }

    func bytes() throws(RecordingError) -> [UInt8] {
      switch content {
      case .bytes(let bytes): bytes
      case .copy(let path): try FileReading.bytes(of: path)
      }
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
