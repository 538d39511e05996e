#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that one holder has open at a time, however the holder ends: the system lets go of it with the process.
///
/// A file system without `flock` lets several have it.
final class LockedFile: Sendable {
  private let descriptor: Int32
  private let path: String
  /// Whether the file system has such locks.
  let isLocked: Bool

  /// Creates a file and locks it.
  ///
  /// - Returns: nil if there is such a file.
  /// - Throws: if it cannot be created.
  static func create(_ path: String) throws(FileFailure) -> LockedFile? {
    try open(path, O_CREAT | O_EXCL, unless: EEXIST)
  }

  /// Opens a file and locks it.
  ///
  /// - Returns: nil if there is no such file, or another holder has it.
  /// - Throws: if it cannot be opened.
  static func open(_ path: String) throws(FileFailure) -> LockedFile? { try open(path, 0, unless: ENOENT) }

  private static func open(_ path: String, _ flags: Int32, unless number: Int32) throws(FileFailure) -> LockedFile? {
    let descriptor = systemOpen(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | flags)
    guard descriptor >= 0 else {
      if errno == number { return nil }
      throw FileFailure(action: "open it", path: path, number: errno)
    }
    let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    let isHeld = !isLocked && errno == EWOULDBLOCK
    let file = LockedFile(descriptor, path, isLocked: isLocked)
    return isHeld ? nil : file
  }

  private init(_ descriptor: Int32, _ path: String, isLocked: Bool) {
    self.descriptor = descriptor
    self.path = path
    self.isLocked = isLocked
  }

  deinit { close(descriptor) }

  /// Puts bytes in the place of those at the file's start. The system has them then, though not the disk: they outlive
  /// the process.
  func write(_ bytes: [UInt8]) throws(FileFailure) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written, off_t(written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFailure(action: "write it", path: path, number: errno) }
      written += count
    }
  }

  /// The first bytes of the file, at most `count`.
  func read(_ count: Int) throws(FileFailure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let got = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      if got < 0 { failure = errno }
      initialized = max(got, 0)
    }
    guard failure == 0 else { throw FileFailure(action: "read it", path: path, number: failure) }
    return bytes
  }
}

// Inside of `LockedFile` the name is its own.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o666) }
