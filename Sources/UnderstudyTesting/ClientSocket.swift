import Foundation

/// A TCP connection that waits.
struct ClientSocket: ~Copyable {
  private let descriptor: Int32

  /// Why something failed, in the system's words.
  struct Failure: Error {
    let reason: String

    init(_ code: Int32 = errno) { reason = String(cString: strerror(code)) }

    init(reason: String) { self.reason = reason }
  }

  /// Connects to the first address of a host that accepts.
  init(host: String, port: Int, patience seconds: Int) throws(Failure) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var addresses: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &addresses)
    guard code == 0 else { throw Failure(reason: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(addresses) }
    var failure = Failure(reason: "it has no address")
    var next = addresses
    while let address = next?.pointee {
      next = address.ai_next
      let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
      guard descriptor >= 0 else {
        failure = Failure()
        continue
      }
      Self.prepare(descriptor, seconds)
      if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
        self.descriptor = descriptor
        return
      }
      failure = Failure()
      _ = Foundation.close(descriptor)
    }
    throw failure
  }

  private static func prepare(_ descriptor: Int32, _ seconds: Int) {
    // The processes that tests start do not get it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    #if canImport(Darwin)
      var on: Int32 = 1
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure() }
      sent += count
    }
  }

  func readToEnd() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = piece.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure() }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  func close() { _ = Foundation.close(descriptor) }
}
