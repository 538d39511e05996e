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

  /// The system's message, such as `Permission denied`.
  var reason: String { String(cString: strerror(number)) }

  var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  var isSymbolicLink: Bool { number == ELOOP || number == EMLINK }
  /// True for a folder or a device, as `Files.read` reports them.
  var isNoFile: Bool { number == EINVAL || number == ENXIO }
}
