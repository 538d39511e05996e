package import GraphQLLanguage

/// One operation's folder as it was listed: names only, in few allocations, since there may be very many.
package struct OperationFolder: Sendable {
  let name: FolderName
  /// The name as it stands on disk.
  package let text: String
  /// When it was listed, and whether a later change is sure to show in the stamp.
  var stamp: FileStamp
  var isSettled: Bool
  /// The names of the recordings, one behind the other.
  private(set) var names: [UInt8] = []
  /// The recordings, sorted by prefix, then by name.
  package private(set) var files: [Entry] = []
  /// Whether there is an `operation.graphql`.
  var hasOperation = false
  /// Temporary files that a recorder left behind.
  var leftovers: [String] = []
  /// The operation, once it was read.
  var document: LoadedDocument?

  /// A recording's name and what was seen of the file while listing.
  package struct Entry: Sendable {
    /// The number that the first digits of the hash in the name make.
    package var prefix: UInt32
    /// Where the name stands in `names`.
    var start: UInt32
    var count: UInt16
    var inode: UInt64
  }

  /// What `operation.graphql` holds.
  package struct LoadedDocument: Sendable {
    package var document: Document
    package var key: DocumentKey
    var stamp: FileStamp
  }

  init(name: FolderName, text: String, stamp: FileStamp, isSettled: Bool) {
    self.name = name
    self.text = text
    self.stamp = stamp
    self.isSettled = isSettled
  }

  mutating func append(_ name: UnsafeBufferPointer<UInt8>, prefix: UInt32, inode: UInt64) {
    let entry = Entry(
      prefix: prefix, start: UInt32(truncatingIfNeeded: names.count), count: UInt16(truncatingIfNeeded: name.count),
      inode: inode)
    names.append(contentsOf: name)
    files.append(entry)
  }

  /// To be called when all entries are there.
  mutating func sort() {
    if files.count < 2 { return }
    names.withUnsafeBufferPointer { names in
      files.sort { left, right in
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return names[Int(left.start)..<Int(left.start) + Int(left.count)].lexicographicallyPrecedes(
          names[Int(right.start)..<Int(right.start) + Int(right.count)])
      }
    }
  }

  /// Adds a file that this process has written, or notes its new inode.
  mutating func note(_ file: String, prefix: UInt32, inode: UInt64) {
    for index in files.indices where files[index].prefix == prefix && self.file(files[index]) == file {
      files[index].inode = inode
      return
    }
    var name = file
    name.withUTF8 { append($0, prefix: prefix, inode: inode) }
    sort()
  }

  /// The recordings with the names of their files, sorted by these.
  package var sortedFiles: [(name: String, entry: Entry)] {
    files.map { (file($0), $0) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package func file(_ entry: Entry) -> String {
    String(decoding: names[Int(entry.start)..<Int(entry.start) + Int(entry.count)], as: UTF8.self)
  }

  /// The recordings whose names carry this prefix.
  func files(prefix: UInt32) -> ArraySlice<Entry> {
    let start = files.partitioningIndex { $0.prefix >= prefix }
    let end = files[start...].firstIndex { $0.prefix != prefix } ?? files.endIndex
    return files[start..<end]
  }

  /// Whether a name was listed.
  func contains(_ name: String, prefix: UInt32) -> Bool {
    files(prefix: prefix).contains { file($0) == name }
  }

  /// Whether another listing shows the very same files.
  func showsSame(as other: OperationFolder) -> Bool {
    hasOperation == other.hasOperation && files.count == other.files.count
      && zip(files, other.files).allSatisfy {
        $0.prefix == $1.prefix && $0.inode == $1.inode && file($0) == other.file($1)
      }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index at which the predicate holds, if it holds from there on and nowhere before.
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
