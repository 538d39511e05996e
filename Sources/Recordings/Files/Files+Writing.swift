#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Files {
  /// Writes a file with a name that only this process uses. An existing one was left by a killed process with the same
  /// number and is replaced.
  static func write(_ bytes: [UInt8], toTemporary path: String, waits: Bool) throws(FileFailure) {
    do throws(FileFailure) {
      try write(bytes, toNew: path, waits: waits)
    } catch {
      guard error.number == EEXIST else { throw error }
      remove(path)
      try write(bytes, toNew: path, waits: waits)
    }
  }

  /// Writes a file that must not exist yet and, if `waits` is true, waits until it is on disk.
  static func write(_ bytes: [UInt8], toNew path: String, waits: Bool = true) throws(FileFailure) {
    let file = try NewFile(path)
    try file.append(bytes)
    try file.finish(waits: waits)
  }

  /// A file that did not exist before, and that is written in parts. Unless it is finished, it is removed.
  final class NewFile {
    private let path: String
    private let descriptor: Int32
    private var isFinished = false

    init(_ path: String) throws(FileFailure) {
      self.path = path
      descriptor = try Files.descriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, action: "write it")
    }

    deinit {
      close(descriptor)
      if !isFinished { unlink(path) }
    }

    func append(_ bytes: [UInt8]) throws(FileFailure) {
      var failure: Int32 = 0
      bytes.withUnsafeBytes { buffer in
        var written = 0
        while written < buffer.count {
          let count = Files.retrying {
            systemWrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
          }
          guard count > 0 else {
            failure = errno
            return
          }
          written += count
        }
      }
      guard failure == 0 else { throw FileFailure(action: "write it", path: path, number: failure) }
    }

    /// Keeps the file. If `waits` is true, waits until it is on disk.
    func finish(waits: Bool) throws(FileFailure) {
      guard !waits || Files.synchronize(descriptor) else {
        throw FileFailure(action: "write it", path: path, number: errno)
      }
      isFinished = true
    }
  }

  /// Renames a file atomically, replacing any file with the new name.
  static func rename(_ path: String, to newPath: String) throws(FileFailure) {
    guard systemRename(path, newPath) == 0 else {
      throw FileFailure(action: "write it", path: newPath, number: errno)
    }
  }

  /// Creates a folder, whose parent must exist.
  /// - Returns: true if it did not exist.
  static func makeFolder(_ path: String) throws(FileFailure) -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    guard errno == EEXIST else { throw refusal(of: "make the folder", path) }
    return false
  }

  static func requireWritable(_ path: String) throws(FileFailure) {
    guard access(path, W_OK | X_OK) == 0 else {
      throw refusal(of: "write to it", path)
    }
  }

  /// Removes a file, if it exists.
  static func remove(_ path: String) {
    unlink(path)
  }

  /// Removes a folder, if it exists and is empty.
  static func removeEmptyFolder(_ path: String) {
    rmdir(path)
  }
}

// Inside `Files`, these names refer to its own functions.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

private func systemRename(_ old: String, _ new: String) -> Int32 {
  rename(old, new)
}
