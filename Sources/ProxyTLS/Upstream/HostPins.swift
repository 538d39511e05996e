package import EndpointConfiguration
import NIOCore
import Requests
import Synchronization
package import Transports

/// The addresses of hosts: those that the user gave, and those that were resolved for proxy requests.
///
/// A name is resolved once in a run. The address was checked, so later connections must not resolve the name again: it
/// could have another address by then.
package final class HostPins: HostPinning {
  /// The maximum number of hosts.
  private static let limit = 1_000

  private let pins: Mutex<[String: Pin]>

  private struct Pin {
    let address: String
    /// The port that the user gave with the address; nil if the name was resolved.
    let port: Int?
    let place: PinnedAddress.Place
    /// True for an address of `--resolve`.
    let isOption: Bool

    init(_ address: String, port: Int?, isOption: Bool = false) {
      self.address = address
      self.port = port
      self.isOption = isOption
      place = AddressPlace.place(of: address)
    }
  }

  /// - Parameter options: the addresses of `--resolve`. The last one of a host counts.
  package init(_ options: [ResolvedHost] = []) {
    let pins = options.map { ($0.host, Pin($0.address, port: $0.port, isOption: true)) }
    self.pins = Mutex(Dictionary(pins) { _, last in last })
  }

  /// Adds an address of an `endpoint.yaml`. One of `--resolve` takes precedence. Returns false if another
  /// `endpoint.yaml` gave the host another address.
  package func add(_ given: ResolvedHost) -> Bool {
    pins.withLock { pins in
      if let known = pins[given.host], let port = known.port {
        return known.isOption || (known.address == given.address && port == given.port)
      }
      pins[given.host] = Pin(given.address, port: given.port)
      return true
    }
  }

  /// Returns the pinned address of a host; nil if it is not pinned.
  package func place(of host: String, port: Int) -> PinnedAddress? {
    pins.withLock { $0[host.lowercased()] }.map {
      PinnedAddress(address: $0.address, port: $0.port ?? port, place: $0.place, isGiven: $0.port != nil)
    }
  }

  package func pin(_ host: String, port: Int) async throws(UnknownHost) -> PinnedAddress {
    if let known = place(of: host, port: port) { return known }
    // Beside the event loops: it waits for name servers. Numbers such as 2130706433 are addresses, too.
    let resolved = await Task(executorPreference: BlockingExecutor.shared) {
      (try? SocketAddress.makeAddressResolvingHost(host, port: port))?.ipAddress
    }.value
    guard let resolved else { throw UnknownHost() }
    let isKept = pins.withLock { pins in
      guard pins[host] == nil, pins.count < Self.limit else { return pins[host] != nil }
      pins[host] = Pin(resolved, port: nil)
      return true
    }
    guard isKept, let place = place(of: host, port: port) else { throw UnknownHost() }
    return place
  }
}
