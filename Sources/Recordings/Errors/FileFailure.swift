#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system refused to do with a file or folder.
package struct FileFailure: Error {
  /// What was to be done, as in "cannot read it".
  var action: String
  var path: String
  /// `errno`.
  var number: Int32

  /// The system's words, e.g. `Permission denied`.
  var reason: String { String(cString: strerror(number)) }

  var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  var isSymbolicLink: Bool { number == ELOOP || number == EMLINK }
  /// As `Files.read` says it of a folder or a device.
  var isNoFile: Bool { number == EINVAL || number == ENXIO }
}
