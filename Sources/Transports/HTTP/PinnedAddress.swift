/// The address at which a host is reached. It was resolved once and checked.
package struct PinnedAddress: Hashable, Sendable {
  /// An IPv4 or IPv6 address.
  package let address: String
  package let port: Int
  package let place: Place
  /// True if the user gave the address, so that the host may be on this machine.
  package let isGiven: Bool

  /// The place of an address, as far as it matters to what a client may reach.
  package enum Place: Hashable, Sendable {
    case thisMachine
    /// Reached without a router, such as the metadata service of a cloud.
    case linkLocal
    case elsewhere
  }

  package init(address: String, port: Int, place: Place, isGiven: Bool = false) {
    self.address = address
    self.port = port
    self.place = place
    self.isGiven = isGiven
  }
}

/// Resolves the hosts of proxy requests. The sockets are in `ProxyTLS`.
package protocol HostPinning: Sendable {
  /// Returns the address of a host. It is resolved once in a run, and later connections use that very address.
  func pin(_ host: String, port: Int) async throws(UnknownHost) -> PinnedAddress
}

/// A host name without an address.
package struct UnknownHost: Error, Sendable {
  package init() {}
}
