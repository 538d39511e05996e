#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file descriptor that is written to in pieces that do not block.
package struct Descriptor: Sendable {
  let number: Int32
  /// The bytes that can be written at once without waiting, if the descriptor is ready: a pipe that is ready takes
  /// `PIPE_BUF` bytes (POSIX, `write`); a file takes any number.
  private let piece: Int

  package enum Outcome: Equatable {
    case wrote(Int)
    /// It is not ready after all.
    case busy
    /// Nobody reads it any more.
    case closed
    /// It cannot be written; the code is of `errno`.
    case failed(Int32)
  }

  package init(_ number: Int32) {
    self.number = number
    var status = stat()
    let isFile = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    piece = isFile ? 1 << 20 : Int(PIPE_BUF)
  }

  /// Writes the first bytes.
  package func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    while true {
      let count = bytes.prefix(piece).withUnsafeBytes { systemWrite(number, $0) }
      let code = errno
      if count > 0 { return .wrote(count) }
      if count == 0 || code == EPIPE { return .closed }
      if code == EAGAIN { return .busy }
      if code != EINTR { return .failed(code) }
    }
  }

  /// Waits until one of these descriptors can be written to, or is broken, which the next write tells.
  ///
  /// - Parameters:
  ///   - descriptors: which.
  ///   - milliseconds: how long; -1 for as long as it takes.
  /// - Returns: whether the first one can.
  package static func wait(_ descriptors: [Descriptor], milliseconds: Int32) -> Bool {
    var polled = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLOUT), revents: 0) }
    return poll(&polled, nfds_t(polled.count), milliseconds) > 0 && polled.first?.revents != 0
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
  #elseif canImport(Musl)
    Musl.write(descriptor, bytes.baseAddress, bytes.count)
  #else
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  #endif
}
