/// The stamps of files that were read, also of those whose content was dropped from memory. They show whether a file that
/// was served has changed since.
struct ReadStamps<Key: Hashable & Sendable>: Sendable {
  /// A file as it was read.
  struct File: Sendable {
    let path: String
    let stamp: FileStamp
    /// True if a later change is sure to be visible in the stamp.
    var isSettled = true
  }

  private var files = BoundedTable<Key, File>(byteLimit: 32 << 20)
  private var round = Rounds<Key>()

  /// True if some stamps are not known any more.
  var hasDropped: Bool { files.hasDropped }

  /// True if the last files were the end of a round.
  var isRoundOver: Bool { round.isOver }

  func file(_ key: Key) -> File? { files.peek(key) }

  mutating func note(_ file: File, for key: Key) { files.keep(file, for: key, bytes: 200 + file.path.utf8.count) }

  mutating func remove(_ key: Key) { files.remove(key) }

  mutating func removeAll() { files.removeAll() }

  /// Returns the next files of the round, at most `most`.
  mutating func next(_ most: Int) -> [Key] { round.next(most, of: files.count) { files.all.map(\.key) } }

  /// The files in some folders.
  func keys(in folders: Set<String>) -> [Key] {
    guard !folders.isEmpty else { return [] }
    return files.all.filter { file in
      file.value.path.lastIndex(of: "/").map { folders.contains(String(file.value.path[..<$0])) } ?? false
    }.map(\.key)
  }
}
