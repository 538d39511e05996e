import NIOCore
import Requests
import Synchronization
package import Transports

/// The addresses of hosts: those of `--resolve`, and those that were resolved for proxy requests.
///
/// A name is resolved once in a run. The address was checked, so later connections must not resolve the name again: it
/// could have another address by then.
package final class HostPins: HostPinning {
  /// The maximum number of hosts.
  private static let limit = 1_000

  private let pins: Mutex<[String: Pin]>

  /// An address, with the port if the user gave one.
  private struct Pin {
    let address: String
    let port: Int?
    let place: PinnedAddress.Place

    init(_ address: String, port: Int?) {
      self.address = address
      self.port = port
      place = AddressPlace.place(of: address)
    }
  }

  /// - Parameter resolved: the addresses and ports of `--resolve`, by host in lower case.
  package init(_ resolved: [String: (address: String, port: Int)] = [:]) {
    pins = Mutex(resolved.mapValues { Pin($0.address, port: $0.port) })
  }

  /// True for an IPv4 or IPv6 address.
  package static func isAddress(_ text: String) -> Bool { !AddressPlace.bytes(of: text).isEmpty }

  /// Returns the pinned address of a host; nil if it is not pinned.
  package func place(of host: String, port: Int) -> PinnedAddress? {
    pins.withLock { $0[host.lowercased()] }.map {
      PinnedAddress(address: $0.address, port: $0.port ?? port, place: $0.place)
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
