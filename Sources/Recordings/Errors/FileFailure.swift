#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file operation that the system refused.
package struct FileFailure: Error {
  /// The action, as in "cannot read it".
  var action: String
  var path: String
  /// `errno`.
  var number: Int32
  /// True if a packed folder, or a file in it, was to be changed.
  var isPacked = false

  /// The system's message, such as `Permission denied`.
  var reason: String { String(cString: strerror(number)) }

  var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  var isSymbolicLink: Bool { number == ELOOP || number == EMLINK }
  /// True for a folder or a device, as `Files.read` reports them.
  var isNoFile: Bool { number == EINVAL || number == ENXIO }
  var isDamaged: Bool { number == EBADMSG }

  /// A packed folder that is not complete, was changed, or has the format of another version.
  static func damaged(_ path: String) -> FileFailure { FileFailure(action: "read it", path: path, number: EBADMSG) }

  /// A file that is not in a packed folder, or is a folder there.
  static func missing(_ path: String, isFolder: Bool) -> FileFailure {
    FileFailure(action: "read it", path: path, number: isFolder ? EINVAL : ENOENT)
  }
}
