#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that has one holder at a time. The system releases it when the process ends, for whatever reason. On a file
/// system without `flock`, it may have several.
final class LockedFile: Sendable {
  private let descriptor: Int32
  private let path: String
  /// True if the file system supports such locks.
  let isLocked: Bool

  /// Creates and locks a file; nil if it exists.
  static func create(_ path: String) throws(FileFailure) -> LockedFile? {
    try open(path, O_CREAT | O_EXCL, unless: EEXIST)
  }

  /// Opens and locks a file; nil if it does not exist or has another holder.
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

  /// Overwrites the start of the file. The bytes survive the process, but may not be on disk yet.
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

// Inside `LockedFile`, `open` refers to its own function.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o666) }
