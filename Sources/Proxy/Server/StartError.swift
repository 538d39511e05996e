import NIOCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Checks whether another server answers on a port.
enum PortProbe {
  /// Indicates whether a server answers on the loopback addresses for this host and port. Contacts no other machine.
  static func isAnswered(host: String, port: Int) async -> Bool {
    guard port != 0 else { return false }
    let all = ["127.0.0.1", "::1"]
    for address in ["0.0.0.0": all, "::": all, "localhost": all][host] ?? all.filter({ $0 == host }) {
      let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connectTimeout(.seconds(1))
      guard let channel = try? await client.connect(host: address, port: port).get() else { continue }
      try? await channel.close()
      return true
    }
    return false
  }
}

/// The reason that a server could not start.
package struct StartError: Error, CustomStringConvertible {
  let host: String
  let port: Int
  let cause: any Error

  package var description: String {
    switch (cause as? IOError)?.errnoCode {
    case EADDRINUSE:
      "Port \(port) on \(host) is in use. Choose another port with --port, or --port 0 for any free one."
    case EACCES:
      "This user may not open port \(port) on \(host). Choose a port above 1023 with --port."
    case EADDRNOTAVAIL:
      "\(host) is not an address of this machine. Use --host 127.0.0.1, or --host 0.0.0.0 for all its addresses."
    case nil where cause is SocketAddressError.UnknownHost:
      "\(host) is not an address, and no host has this name. Use --host 127.0.0.1, or --host 0.0.0.0 for all addresses of this machine."
    default: "Could not listen on \(host), port \(port): \(cause)."
    }
  }
}
