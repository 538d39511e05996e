/// The properties that show whether a file or folder changed since it was read.
package struct FileStamp: Hashable, Sendable {
  var seconds: Int
  var nanoseconds: Int
  var size: Int
  var inode: UInt64

  /// The stamp of a missing file, which no file has.
  static let none = FileStamp(seconds: 0, nanoseconds: 0, size: -1, inode: 0)
}

/// The kind of a folder's entry.
package enum EntryKind: Sendable {
  case file
  case folder
  case symbolicLink
  case other
}

/// A time of the file system, whose clock advances in ticks of some milliseconds.
///
/// A folder that is listed in the tick of its stamp may change again without a new stamp. The time serves only to
/// detect this; nothing that is written or served depends on it.
struct FileTime: Comparable, Sendable {
  var seconds: Int
  var nanoseconds: Int

  static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
