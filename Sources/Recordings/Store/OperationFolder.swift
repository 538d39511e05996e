package import GraphQLLanguage

/// The listing of one operation's folder: only names, in few allocations, because there may be very many.
package struct OperationFolder: Sendable {
  let name: FolderName
  /// The name on disk.
  package let text: String
  /// The stamp of the listing, and whether a later change is sure to be visible in the stamp.
  var stamp: FileStamp
  var isSettled: Bool
  /// True if the stamp is from this process's own last write to a settled listing. Other recorders use the same name
  /// for a key, so checking that name replaces a listing.
  var isOwn = false
  /// The names of the recordings, concatenated.
  private(set) var names: [UInt8] = []
  /// The recordings that were listed, sorted by prefix, then by name.
  private var listed: [Entry] = []
  /// The recordings that were written since, sorted the same way. They are few, so that adding one costs the same in
  /// large and small folders.
  private var written: [Entry] = []
  var hasOperation = false
  var document: LoadedDocument?

  /// A recording's name, and the state of its file when it was listed.
  package struct Entry: Sendable {
    /// The first digits of the hash in the name, as a number.
    package var prefix: UInt32
    /// The position of the name in `names`.
    var start: UInt32
    var count: UInt16
    var inode: UInt64
  }

  /// The content of `operation.graphql`.
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
    listed.append(entry)
  }

  /// Call this when all entries are added. It also releases the unused memory of the arrays.
  mutating func sort() {
    names.withUnsafeBufferPointer { names in listed.sort { Self.precedes($0, $1, names) } }
    names = names.withUnsafeBufferPointer { Array($0) }
    listed = listed.withUnsafeBufferPointer { Array($0) }
  }

  private static func precedes(_ left: Entry, _ right: Entry, _ names: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    return names[Int(left.start)..<Int(left.start) + Int(left.count)].lexicographicallyPrecedes(
      names[Int(right.start)..<Int(right.start) + Int(right.count)])
  }

  private static let writtenLimit = 1_024

  /// Adds a file that this process has written, or registers its new inode.
  mutating func note(_ file: String, prefix: UInt32, inode: UInt64) {
    if let index = position(of: file, prefix: prefix, in: listed) {
      listed[index].inode = inode
    } else if let index = position(of: file, prefix: prefix, in: written) {
      written[index].inode = inode
    } else {
      let entry = Entry(
        prefix: prefix, start: UInt32(truncatingIfNeeded: names.count),
        count: UInt16(truncatingIfNeeded: file.utf8.count), inode: inode)
      names.append(contentsOf: file.utf8)
      let place = names.withUnsafeBufferPointer { names in
        written.partitioningIndex { !Self.precedes($0, entry, names) }
      }
      written.insert(entry, at: place)
      if written.count > Self.writtenLimit { (listed, written) = (files, []) }
    }
  }

  private func position(of file: String, prefix: UInt32, in entries: [Entry]) -> Int? {
    let start = entries.partitioningIndex { $0.prefix >= prefix }
    return entries[start...].prefix { $0.prefix == prefix }.firstIndex { self.file($0) == file }
  }

  package var count: Int { listed.count + written.count }

  package var isEmpty: Bool { listed.isEmpty && written.isEmpty }

  /// The recordings, sorted by prefix, then by name.
  package var files: [Entry] {
    if written.isEmpty { return listed }
    var all: [Entry] = []
    all.reserveCapacity(count)
    names.withUnsafeBufferPointer { names in
      var next = 0
      for entry in listed {
        while next < written.count, Self.precedes(written[next], entry, names) {
          all.append(written[next])
          next += 1
        }
        all.append(entry)
      }
      all += written[next...]
    }
    return all
  }

  /// The recordings with the names of their files, sorted by name.
  package var sortedFiles: [(name: String, entry: Entry)] {
    files.map { (file($0), $0) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package func file(_ entry: Entry) -> String {
    String(decoding: names[Int(entry.start)..<Int(entry.start) + Int(entry.count)], as: UTF8.self)
  }

  /// The recordings whose names have this prefix.
  func files(prefix: UInt32) -> [Entry] {
    [listed, written].flatMap { entries in
      entries[entries.partitioningIndex { $0.prefix >= prefix }...].prefix { $0.prefix == prefix }
    }
  }

  func contains(_ name: String, prefix: UInt32) -> Bool {
    position(of: name, prefix: prefix, in: listed) != nil || position(of: name, prefix: prefix, in: written) != nil
  }

  /// Indicates whether another listing has exactly the same files.
  func showsSame(as other: OperationFolder) -> Bool {
    hasOperation == other.hasOperation && count == other.count
      && zip(files, other.files).allSatisfy {
        $0.prefix == $1.prefix && $0.inode == $1.inode && file($0) == other.file($1)
      }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index at which the predicate is true, if it is true from there on and nowhere before.
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
