import NIOCore
import Transports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The place of an IP address: on this machine, link-local or elsewhere.
enum AddressPlace {
  static func place(of text: String) -> PinnedAddress.Place {
    // Without the zone of `fe80::1%eth0`.
    let bytes = bytes(of: String(text.prefix { $0 != "%" }))
    let place = place(ofBytes: bytes)
    guard place == .elsewhere else { return place }
    let devices = (try? System.enumerateDevices()) ?? []
    return devices.contains { ($0.address?.ipAddress).map(Self.bytes(of:)) == bytes } ? .thisMachine : .elsewhere
  }

  /// Returns the bytes of an IP address; none for another text.
  static func bytes(of text: String) -> [UInt8] {
    for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
      var address = [UInt8](repeating: 0, count: size)
      if inet_pton(family, text, &address) == 1 { return address }
    }
    return []
  }

  static func place(ofBytes bytes: [UInt8]) -> PinnedAddress.Place {
    guard bytes.count == 16 else { return place(ofV4: bytes) }
    if bytes[..<10].allSatisfy({ $0 == 0 }) {
      // Unspecified, loopback, and IPv4 addresses in IPv6 form (RFC 4291, section 2.5.5).
      if bytes[10] == 0, bytes[11] == 0, bytes[12...14].allSatisfy({ $0 == 0 }), bytes[15] < 2 { return .thisMachine }
      if bytes[10] == bytes[11], bytes[10] == 0 || bytes[10] == 0xFF { return place(ofV4: Array(bytes[12...])) }
    }
    // The same through NAT64 (RFC 6052).
    if bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] { return place(ofV4: Array(bytes[12...])) }
    let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    return isLinkLocal || bytes[0] == 0xFF ? .linkLocal : .elsewhere
  }

  private static func place(ofV4 bytes: [UInt8]) -> PinnedAddress.Place {
    guard bytes.count == 4 else { return .linkLocal }
    if bytes[0] == 127 || bytes[0] == 0 { return .thisMachine }
    // Link-local, multicast and broadcast.
    return (bytes[0] == 169 && bytes[1] == 254) || bytes[0] >= 224 ? .linkLocal : .elsewhere
  }
}
