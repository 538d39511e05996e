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
  /// The most bytes that a ready descriptor accepts without waiting: `PIPE_BUF` for a pipe (POSIX, `write`), any number
  /// for a file.
  private let piece: Int

  package enum Outcome: Equatable {
    case wrote(Int)
    /// The descriptor is not ready after all.
    case busy
    /// The reader is gone.
    case closed
    /// The write failed with this `errno`.
    case failed(Int32)
  }

  package init(_ number: Int32) {
    self.number = number
    var status = stat()
    let isFile = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    piece = isFile ? 1 << 20 : Int(PIPE_BUF)
  }

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

  /// Waits until a descriptor can be written to or is broken, which the next write reports. Returns true if it is the
  /// first one. `milliseconds` is -1 for no limit.
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
