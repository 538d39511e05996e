import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// Waiting until data is on disk.

extension Files {
  /// Waits until the names in a folder are on disk.
  static func synchronize(folder path: String) throws(FileFailure) {
    let descriptor = try descriptor(path, O_RDONLY | O_DIRECTORY, action: "write into it")
    defer { close(descriptor) }
    // Some file systems cannot do this for folders and fail with EINVAL.
    guard synchronize(descriptor) || errno == EINVAL else {
      throw FileFailure(action: "write into it", path: path, number: errno)
    }
  }

  /// Waits until a file that was written without waiting is on disk.
  static func synchronize(file path: String) throws(FileFailure) {
    if let failure = synchronize(path, by: synchronize) { throw failure }
  }

  /// Waits until files that were written without waiting are on disk.
  ///
  /// - Returns: the failure for each file; nil if it is on disk.
  static func synchronize(files paths: [String]) -> [FileFailure?] {
    #if canImport(Darwin)
      // The last one flushes the drive's cache for all of them.
      return paths.enumerated().map { number, path in
        synchronize(path) { descriptor in
          number == paths.count - 1 ? synchronize(descriptor) : Self.retrying { Int(fsync(descriptor)) } == 0
        }
      }
    #else
      let count = min(paths.count, synchronizing.count)
      if count < 2 { return paths.map { synchronize($0, by: synchronize) } }
      // File systems with a journal write it once for all threads that wait at the same time.
      let failures = Mutex<[Int: FileFailure]>([:])
      let group = DispatchGroup()
      for first in 0..<count {
        synchronizing[first].async(group: group) {
          for number in stride(from: first, to: paths.count, by: count) {
            let failure = synchronize(paths[number], by: synchronize)
            if let failure { failures.withLock { $0[number] = failure } }
          }
        }
      }
      group.wait()
      return failures.withLock { failures in paths.indices.map { failures[$0] } }
    #endif
  }

  private static func synchronize(_ path: String, by body: (Int32) -> Bool) -> FileFailure? {
    do throws(FileFailure) {
      let descriptor = try descriptor(path, O_RDONLY | O_NOFOLLOW, action: "write it")
      defer { close(descriptor) }
      return body(descriptor) ? nil : FileFailure(action: "write it", path: path, number: errno)
    } catch {
      return error
    }
  }

  #if !canImport(Darwin)
    /// The threads that wait for the disk together. Serial queues do not block the threads of the task pool.
    private static let synchronizing = (0..<16).map { DispatchQueue(label: "understudy.synchronize.\($0)") }
  #endif

  /// Waits until the written data is on disk; false with `errno` on failure.
  package static func synchronize(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // On Darwin, `fsync` leaves the data in the drive's own cache. Network file systems support only `fsync`.
      if Self.retrying({ Int(fcntl(descriptor, F_FULLFSYNC)) }) == 0 { return true }
    #endif
    return Self.retrying { Int(fsync(descriptor)) } == 0
  }
}
