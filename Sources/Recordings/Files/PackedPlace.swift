import Synchronization

/// A place in a packed folder: what is below `recordings/shop.pack`.
struct PackedPlace {
  private let folder: PackedFolder
  private let place: [UInt8]
  private let path: String

  /// The packed folders that are open. One that was replaced is opened again.
  private static let open = Mutex(BoundedTable<String, PackedFolder>(byteLimit: 4 << 30))

  /// Nil for a path that is in no packed folder, or names none.
  init?(_ path: String) throws(FileFailure) {
    guard let (end, stamp) = try Self.file(in: path) else { return nil }
    let pack = String(path[..<end])
    self.path = path
    place = Array(path[end...].utf8.split(separator: UInt8(ascii: "/")).joined(separator: [UInt8(ascii: "/")]))
    if let folder = Self.open.withLock({ $0.value(for: pack) }), folder.stamp == stamp {
      self.folder = folder
      return
    }
    let folder = try PackedFolder(pack)
    Self.open.withLock { $0.keep(folder, for: pack, bytes: folder.size) }
    self.folder = folder
  }

  /// Indicates whether a path is a packed folder's, or below it. The folder may be damaged.
  static func isOne(_ path: String) -> Bool {
    (try? file(in: path)) != nil
  }

  /// The end of the first part of a path that ends in `.pack` and is a file, with its stamp.
  private static func file(in path: String) throws(FileFailure) -> (end: String.Index, stamp: FileStamp)? {
    let bytes = path.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
      if bytes[start..<end].suffix(suffix.count).elementsEqual(suffix),
        let (stamp, kind) = try Files.systemStamp(String(path[..<end])), kind == .file
      {
        return (end, stamp)
      }
      start = end < bytes.endIndex ? bytes.index(after: end) : end
    }
    return nil
  }

  private static let suffix = PackedFolder.suffix.utf8

  func stamp() -> (stamp: FileStamp, kind: EntryKind)? { folder.stamp(at: place) }

  func read(limit: Int) throws(FileFailure) -> (bytes: [UInt8]?, stamp: FileStamp) {
    try folder.read(at: place, limit: limit, as: path)
  }

  func list(
    _ body: (_ name: UnsafeBufferPointer<UInt8>, _ kind: EntryKind, _ inode: UInt64) -> Void
  ) -> FileStamp? {
    folder.list(place, body)
  }
}
