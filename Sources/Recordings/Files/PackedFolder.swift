import Dispatch
import Synchronization

/// An endpoint's folder in one file, `shop.pack`, which `understudy pack` writes. It is read-only.
///
/// `Files` reads it at the path of the file, as if it was the folder: `recordings/shop.pack/endpoint.yaml`. So everything
/// that reads recordings reads it too.
///
/// All numbers are unsigned, of 64 bits, little endian. The parts of the file are:
///
/// 1. `understudy pack 2` and a line feed.
/// 2. The contents of the files, in the order of their paths.
/// 3. The paths, sorted by their bytes.
/// 4. Of each file: where its path begins in part 3, where its content begins in the file, the size of its content, and
///    the first 8 bytes of a SHA-256 hash of its path and its content.
/// 5. The number of files, where part 3 begins, where part 4 begins, and the first 8 bytes of a SHA-256 hash of these
///    three numbers and the hashes of parts 3 and 4. A changed list of files would be one with other recordings.
///
/// The paths and part 4 are in memory. A content is read when it is needed.
final class PackedFolder: Sendable {
  static let suffix = ".pack"
  static let header = Array("understudy pack 2\n".utf8)
  static let entrySize = 32
  static let footerSize = 32

  let stamp: FileStamp
  private let file: Files.OpenFile
  private let count: Int
  private let contentsEnd: Int
  private let paths: [UInt8]
  private let entries: [UInt8]

  /// - Throws: a failure that `isDamaged` if the file is not complete or has another format.
  init(_ path: String) throws(FileFailure) {
    file = try Files.OpenFile(path)
    stamp = file.stamp
    let footerStart = stamp.size - Self.footerSize
    let damage = FileFailure.damaged(path)
    guard footerStart >= Self.header.count, try file.read(Self.header.count, at: 0) == Self.header else { throw damage }
    let footer = try file.read(Self.footerSize, at: footerStart)
    guard footer.count == Self.footerSize, let count = Self.number(footer, 0), let pathsStart = Self.number(footer, 8),
      let entriesStart = Self.number(footer, 16), Self.header.count <= pathsStart, pathsStart <= entriesStart,
      entriesStart <= footerStart, count == (footerStart - entriesStart) / Self.entrySize,
      (footerStart - entriesStart).isMultiple(of: Self.entrySize)
    else { throw damage }
    self.count = count
    contentsEnd = pathsStart
    paths = try file.read(entriesStart - pathsStart, at: pathsStart)
    entries = try file.read(footerStart - entriesStart, at: entriesStart)
    guard paths.count == entriesStart - pathsStart, entries.count == footerStart - entriesStart,
      Self.unsigned(footer, 24)
        == Self.hash(footer: footer.prefix(24), paths: paths, entries: entries)
    else { throw damage }
    var last = 0
    for index in 0...count {
      guard let start = pathStart(index), start >= last, start <= paths.count else { throw damage }
      last = start
    }
  }

  /// The bytes in memory.
  var size: Int { paths.count + entries.count }

  /// The hash of an entry, which shows that its path and content are those that were packed.
  static func hash(path: some Collection<UInt8>, content: [UInt8]) -> UInt64 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(path.count + content.count + 16)
    bytes.appendPart(path)
    bytes.appendPart(content)
    return ContentHash(of: bytes).prefix
  }

  /// The hash of the list of files. The two parts are hashed at the same time, since a start waits for it.
  static func hash(footer: some Collection<UInt8>, paths: [UInt8], entries: [UInt8]) -> UInt64 {
    let parts = [paths, entries]
    let hashes = Mutex<[Int: ContentHash]>([:])
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let hash = ContentHash(of: parts[index])
      hashes.withLock { $0[index] = hash }
    }
    var bytes = Array(footer)
    hashes.withLock { hashes in
      for index in parts.indices { hashes[index]?.append(to: &bytes) }
    }
    return ContentHash(of: bytes).prefix
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> Int? {
    Int(exactly: unsigned(bytes, start))
  }

  private static func unsigned(_ bytes: [UInt8], _ start: Int) -> UInt64 {
    bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt64.self)) }
  }

  /// The start of an entry's path; for the number of entries, the end of the last one.
  private func pathStart(_ index: Int) -> Int? {
    index == count ? paths.count : Self.number(entries, index * Self.entrySize)
  }

  /// Calls `body` with an entry's path. (A slice of the array would be retained and released for each path.)
  private func withPath<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let bytes = (pathStart(index) ?? 0)..<(pathStart(index + 1) ?? 0)
    return paths.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[bytes])) }
  }

  /// The first entry whose path is not less than some bytes.
  private func lowerBound(_ bytes: [UInt8]) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if withPath(middle, { $0.lexicographicallyPrecedes(bytes) }) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func index(of place: [UInt8]) -> Int? {
    let index = lowerBound(place)
    return index < count && withPath(index) { $0.elementsEqual(place) } ? index : nil
  }

  private func contentSize(_ index: Int) -> Int { Self.number(entries, index * Self.entrySize + 16) ?? 0 }

  /// The stamp and kind of what is at a place; nil if there is nothing. Every place has the file's own time and inode,
  /// which change if the file is replaced.
  func stamp(at place: [UInt8]) -> (stamp: FileStamp, kind: EntryKind)? {
    if let index = index(of: place) { return (stamp.with(size: contentSize(index)), .file) }
    let start = place.isEmpty ? place : place + [UInt8(ascii: "/")]
    let index = lowerBound(start)
    let isFolder = place.isEmpty || (index < count && withPath(index) { $0.starts(with: start) })
    return isFolder ? (stamp.with(size: 0), .folder) : nil
  }

  /// The content of the file at a place; nil bytes if it exceeds the limit.
  func read(at place: [UInt8], limit: Int, as path: String) throws(FileFailure) -> (bytes: [UInt8]?, stamp: FileStamp) {
    guard let index = index(of: place) else { throw FileFailure.missing(path, isFolder: stamp(at: place) != nil) }
    let size = contentSize(index)
    let stamp = stamp.with(size: size)
    guard size <= limit else { return (nil, stamp) }
    let damage = FileFailure.damaged(file.path)
    guard let start = Self.number(entries, index * Self.entrySize + 8), start <= contentsEnd,
      size <= contentsEnd - start
    else { throw damage }
    let bytes = try file.read(size, at: start)
    let hash = Self.unsigned(entries, index * Self.entrySize + 24)
    guard bytes.count == size, Self.hash(path: place, content: bytes) == hash else { throw damage }
    return (bytes, stamp)
  }

  /// Calls `body` with each entry of a folder, in order.
  /// - Returns: the folder's stamp; nil if there is none.
  func list(
    _ place: [UInt8], _ body: (_ name: UnsafeBufferPointer<UInt8>, _ kind: EntryKind, _ inode: UInt64) -> Void
  ) -> FileStamp? {
    guard let (folder, kind) = stamp(at: place), kind == .folder else { return nil }
    let start = place.isEmpty ? place : place + [UInt8(ascii: "/")]
    var index = lowerBound(start)
    while index < count {
      let next: Int? = withPath(index) { path in
        guard path.starts(with: start) else { return nil }
        let rest = path.dropFirst(start.count)
        let slash = rest.firstIndex(of: UInt8(ascii: "/"))
        let name = UnsafeBufferPointer(rebasing: rest[..<(slash ?? rest.endIndex)])
        body(name, slash == nil ? .file : .folder, stamp.inode)
        // Continues after a folder in it: the byte after a slash is a zero.
        return slash == nil ? index + 1 : lowerBound(start + name + [UInt8(ascii: "/") + 1])
      }
      guard let next else { break }
      index = next
    }
    return folder
  }
}

extension FileStamp {
  fileprivate func with(size: Int) -> FileStamp {
    FileStamp(seconds: seconds, nanoseconds: nanoseconds, size: size, inode: inode)
  }
}
