import AsyncHTTPClient
import NIOPosix
import Synchronization

/// The clients of AsyncHTTPClient, each made on its first use: two for all hosts, and further ones for each host with a
/// pinned address, since that is a setting of a whole client.
final class HTTPClients: Sendable {
  private let configuration: HTTPClient.Configuration
  private let state = Mutex(State())

  private struct State {
    var clients: [Key: HTTPClient] = [:]
    var isShutDown = false
  }

  /// A host and its address.
  struct Pinned: Hashable {
    let host: String
    let address: String
  }

  private struct Key: Hashable {
    let isPatient: Bool
    let pinned: Pinned?
  }

  init(_ configuration: HTTPClient.Configuration) { self.configuration = configuration }

  /// Returns the client for requests to a host. A patient one is for answers of any length.
  ///
  /// - Throws: `HTTPClientError.alreadyShutdown`.
  func client(isPatient: Bool, pinned: Pinned?) throws -> HTTPClient {
    // An address in a URL is its own.
    let pinned = pinned?.host == pinned?.address ? nil : pinned
    return try state.withLock { state in
      let key = Key(isPatient: isPatient, pinned: pinned)
      if let known = state.clients[key] { return known }
      guard !state.isShutDown else { throw HTTPClientError.alreadyShutdown }
      var configuration = configuration
      if isPatient { configuration.timeout.read = nil }
      if let pinned { configuration.dnsOverride = [pinned.host: pinned.address] }
      // Apple's default, Network.framework, waits on refused connections and takes no certificates from files.
      let client = HTTPClient(
        eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
      state.clients[key] = client
      return client
    }
  }

  /// Closes the pooled connections. Requests then fail.
  func shutdown() async {
    let clients = state.withLock { state in
      state.isShutDown = true
      return Array(state.clients.values)
    }
    for client in clients { try? await client.shutdown() }
  }
}
