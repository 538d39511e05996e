#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// All calls of the C library.
package enum Files {
  // MARK: Reading

  /// The stamp and kind of the entry at a path, without following a symbolic link; nil if there is none.
  static func stamp(_ path: String) throws(FileFailure) -> (stamp: FileStamp, kind: EntryKind)? {
    if let place = try PackedPlace(path) { return place.stamp() }
    return try systemStamp(path)
  }

  /// The same, in the file system itself.
  static func systemStamp(_ path: String) throws(FileFailure) -> (stamp: FileStamp, kind: EntryKind)? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let failure = FileFailure(action: "read it", path: path, number: errno)
      if failure.isMissing { return nil }
      throw failure
    }
    return (stamp(status), kind(status))
  }

  /// The bytes of a regular file that is not a symbolic link, and its stamp; nil bytes if it exceeds the limit.
  package static func read(_ path: String, limit: Int) throws(FileFailure) -> (bytes: [UInt8]?, stamp: FileStamp) {
    if let place = try PackedPlace(path) { return try place.read(limit: limit) }
    let file = try OpenFile(path)
    guard file.stamp.size <= limit else { return (nil, file.stamp) }
    // Bytes that are appended meanwhile are ignored; a changed file has a different stamp next time.
    return (try file.read(file.stamp.size, at: 0), file.stamp)
  }

  /// A regular file, not a symbolic link, that is open for reading.
  final class OpenFile: Sendable {
    let path: String
    let stamp: FileStamp
    private let descriptor: Int32

    init(_ path: String) throws(FileFailure) {
      self.path = path
      descriptor = try Files.descriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, action: "read it")
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        let failure = FileFailure(action: "read it", path: path, number: errno)
        close(descriptor)
        throw failure
      }
      stamp = Files.stamp(status)
      // From here on, `deinit` closes the descriptor, after an error too.
      guard kind(status) == .file else { throw FileFailure(action: "read it", path: path, number: EINVAL) }
    }

    deinit { close(descriptor) }

    /// Reads bytes from a position on; fewer at the end of the file.
    func read(_ size: Int, at start: Int) throws(FileFailure) -> [UInt8] {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < buffer.count {
          let got = Files.retrying {
            pread(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(start + count))
          }
          if got < 0 { failure = errno }
          if got <= 0 { break }
          count += got
        }
      }
      guard failure == 0 else { throw FileFailure(action: "read it", path: path, number: failure) }
      return bytes
    }
  }

  /// Calls `body` with the name and kind of each entry of a folder, except `.` and `..`, in no particular order.
  ///
  /// - Returns: the folder's stamp from before the first entry was read; nil if there is no such folder.
  package static func list(
    _ path: String, _ body: (_ name: UnsafeBufferPointer<UInt8>, _ kind: EntryKind, _ inode: UInt64) -> Void
  ) throws(FileFailure) -> FileStamp? {
    if let place = try PackedPlace(path) { return place.list(body) }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let failure = FileFailure(action: "list it", path: path, number: errno)
      if failure.number == ENOENT { return nil }
      throw failure
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, let stream = fdopendir(descriptor) else {
      let failure = FileFailure(action: "list it", path: path, number: errno)
      close(descriptor)
      throw failure
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw FileFailure(action: "list it", path: path, number: errno) }
        return stamp(status)
      }
      guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { continue }
      let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
      let length = strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
      let name = UnsafeBufferPointer(start: start, count: length)
      if start[0] == UInt8(ascii: "."), length == 1 || (length == 2 && start[1] == UInt8(ascii: ".")) { continue }
      let kind = kind(ofEntry: entry.pointee.d_type) ?? kindByLooking(descriptor, start)
      body(name, kind, UInt64(entry.pointee.d_ino))
    }
  }

  // MARK: Locks

  /// Runs `body` while no other process or thread holds the lock of this folder.
  ///
  /// The lock is advisory (`flock`) and ends with the process, however it ends. On a file system without such locks,
  /// only one recorder may use a folder. If `waits` is false, a lock that is held counts as a failure.
  ///
  /// - Returns: the result of `body`, or the reason why the folder cannot be opened or locked.
  /// - Throws: the errors of `body`.
  static func locked<Result, Failure: Error>(
    folder path: String, waits: Bool = true, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Swift.Result<Result, FileFailure> {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return .failure(refusal(of: "write into it", path))
    }
    defer { close(descriptor) }
    if Self.retrying({ Int(flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB)) }) != 0 {
      let withoutLocks = [EBADF, ENOLCK, ENOTSUP, EOPNOTSUPP, EINVAL].contains(errno)
      if !withoutLocks { return .failure(FileFailure(action: "lock it", path: path, number: errno)) }
    }
    return .success(try body())
  }

  // MARK: Processes and time

  static var process: Int32 { getpid() }

  static func isRunning(_ process: Int32) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  static func time() -> FileTime {
    var now = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_REALTIME, &now)
    #else
      clock_gettime(CLOCK_REALTIME_COARSE, &now)
    #endif
    return FileTime(seconds: Int(now.tv_sec), nanoseconds: Int(now.tv_nsec))
  }

  // MARK: Helpers

  static func descriptor(_ path: String, _ flags: Int32, action: String) throws(FileFailure) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw flags & O_CREAT == 0
        ? FileFailure(action: action, path: path, number: errno) : refusal(of: action, path)
    }
    return descriptor
  }

  /// The failure of a change, with the `errno` of now.
  static func refusal(of action: String, _ path: String) -> FileFailure {
    let number = errno
    return FileFailure(action: action, path: path, number: number, isPacked: PackedPlace.isOne(path))
  }

  static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  private static func stamp(_ status: stat) -> FileStamp {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return FileStamp(
      seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(status.st_size), inode: UInt64(status.st_ino)
    )
  }

  private static func kind(_ status: stat) -> EntryKind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .symbolicLink
    default: .other
    }
  }

  /// Nil if the file system does not report it.
  private static func kind(ofEntry type: UInt8) -> EntryKind? {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .symbolicLink
    case Int(DT_UNKNOWN): nil
    default: .other
    }
  }

  private static func kindByLooking(_ folder: Int32, _ name: UnsafePointer<UInt8>) -> EntryKind {
    var status = stat()
    let text = UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)
    guard fstatat(folder, text, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
    return kind(status)
  }
}
