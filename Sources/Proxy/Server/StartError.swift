import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a server could not start.
package struct StartError: Error, CustomStringConvertible {
  let host: String
  let port: Int
  let cause: any Error

  package var description: String {
    switch (cause as? IOError)?.errnoCode {
    case EADDRINUSE:
      "Port \(port) on \(host) is in use. Choose another with --port, or --port 0 for any free one."
    case EACCES:
      "Port \(port) on \(host) may not be used by this user. Choose one above 1023 with --port."
    case EADDRNOTAVAIL:
      "\(host) is not an address of this machine. Use --host 127.0.0.1, or --host 0.0.0.0 for all its addresses."
    default: "Could not listen on \(host), port \(port): \(cause)."
    }
  }
}
