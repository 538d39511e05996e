import AsyncHTTPClient
import NIOPosix
import Synchronization

/// The clients of AsyncHTTPClient: two for all hosts, and further ones for each host with a pinned address, since that is a
/// setting of a whole client.
final class HTTPClients: Sendable {
  private let configuration: HTTPClient.Configuration
  private let usual: HTTPClient
  /// For answers of any length.
  private let patient: HTTPClient
  private let state = Mutex(State())

  private struct State {
    var pinned: [Key: HTTPClient] = [:]
    var isShutDown = false
  }

  /// A host and its address.
  struct Pinned: Hashable {
    let host: String
    let address: String
  }

  private struct Key: Hashable {
    let isPatient: Bool
    let pinned: Pinned
  }

  init(_ configuration: HTTPClient.Configuration) {
    self.configuration = configuration
    usual = Self.client(configuration)
    patient = Self.client(configuration, isPatient: true)
  }

  private static func client(_ configuration: HTTPClient.Configuration, isPatient: Bool = false) -> HTTPClient {
    var configuration = configuration
    if isPatient { configuration.timeout.read = nil }
    // Apple's default, Network.framework, waits on refused connections and takes no certificates from files.
    return HTTPClient(
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
  }

  /// Returns the client for requests to a host. A patient one is for answers of any length.
  func client(isPatient: Bool, pinned: Pinned?) -> HTTPClient {
    let general = isPatient ? patient : usual
    // An address in a URL is its own.
    guard let pinned, pinned.host != pinned.address else { return general }
    return state.withLock { state in
      let key = Key(isPatient: isPatient, pinned: pinned)
      if let known = state.pinned[key] { return known }
      guard !state.isShutDown else { return general }
      var configuration = configuration
      configuration.dnsOverride = [pinned.host: pinned.address]
      let client = Self.client(configuration, isPatient: isPatient)
      state.pinned[key] = client
      return client
    }
  }

  /// Closes the pooled connections. Requests then fail.
  func shutdown() async {
    let pinned = state.withLock { state in
      state.isShutDown = true
      return Array(state.pinned.values)
    }
    for client in [usual, patient] + pinned { try? await client.shutdown() }
  }
}
