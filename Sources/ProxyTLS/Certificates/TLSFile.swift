import Recordings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Certificates and keys on disk. Uses the C library to control file permissions.
enum TLSFile {
  /// The maximum size of a file in bytes: four times a whole system's bundle.
  static let maximumBytes = 1 << 20

  /// Returns a file's bytes and permission bits, following symbolic links.
  static func read(_ path: String) throws(TLSProblem) -> (bytes: [UInt8], permissions: UInt16) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure("cannot be read", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("cannot be read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw TLSProblem("\(path) is not a file. Choose a PEM file.") }
    guard status.st_size <= maximumBytes else {
      throw TLSProblem(
        "\(path) has \(status.st_size) bytes: too large for certificates and keys in PEM. Choose another file.")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = systemRead(descriptor, &buffer)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("cannot be read", path) }
      guard count > 0, bytes.count <= maximumBytes else { break }
      bytes += buffer[..<count]
    }
    return (bytes, UInt16(status.st_mode & 0o7777))
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Writes a file under a temporary name and renames it. It never has wider permissions than `permissions`.
  static func write(_ text: String, to path: String, permissions: UInt16) throws(TLSProblem) {
    let temporary = "\(path).\(getpid()).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(permissions))
    guard descriptor >= 0 else { throw failure("cannot be written", path) }
    let bytes = Array(text.utf8)
    // The umask reduces the mode of `open`.
    let isWritten =
      fchmod(descriptor, mode_t(permissions)) == 0 && systemWrite(descriptor, bytes) == bytes.count
      && Files.synchronize(descriptor)
    close(descriptor)
    guard isWritten, systemRename(temporary, path) == 0 else {
      let problem = failure("cannot be written", path)
      unlink(temporary)
      throw problem
    }
  }

  /// Creates a folder for this user alone, with missing parents. An existing one is unchanged.
  static func makePrivateFolder(_ path: String) throws(TLSProblem) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      prefix += prefix.isEmpty || prefix.hasSuffix("/") ? String(part) : "/\(part)"
      if mkdir(prefix, 0o700) != 0, errno != EEXIST { throw failure("cannot be made", prefix) }
    }
  }

  /// Resolves the symbolic links of a path. Components that do not exist are kept.
  static func real(_ path: String) -> String {
    var head = path.hasPrefix("/") ? path : "\(workingFolder)/\(path)"
    var tail: [Substring] = []
    while true {
      if let resolved = realpath(head, nil) {
        defer { free(resolved) }
        return ([String(cString: resolved)] + tail.map(String.init)).joined(separator: "/")
      }
      guard let slash = head.lastIndex(of: "/"), slash > head.startIndex else { return path }
      tail.insert(head[head.index(after: slash)...], at: 0)
      head = String(head[..<slash])
    }
  }

  private static var workingFolder: String {
    guard let folder = getcwd(nil, 0) else { return "" }
    defer { free(folder) }
    return String(cString: folder)
  }

  private static func failure(_ what: String, _ path: String) -> TLSProblem {
    TLSProblem("\(path) \(what): \(String(cString: strerror(errno))). Check the path and its permissions.")
  }
}

// `TLSFile` has members with these names.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int { read(descriptor, &buffer, buffer.count) }
private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int { write(descriptor, bytes, bytes.count) }
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
