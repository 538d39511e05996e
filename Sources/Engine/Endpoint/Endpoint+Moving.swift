import EndpointConfiguration
import Recordings
import Synchronization

extension Endpoint {
  /// True if an HTTP exchange is recorded.
  var hasExchanges: Bool { store?.entries.contains { HTTPExchange.isName($0.operationName) } == true }

  /// True if only requests that are not GraphQL were recorded so far, so that it may get the URL of a GraphQL API.
  var hasNoAPI: Bool {
    upstream?.path.isEmpty == true && !firstResponse.hasCome
      && store?.entries.allSatisfy { HTTPExchange.isName($0.operationName) } != false
  }

  /// Gets the URL of the GraphQL API on its host. Returns a warning for the user, if any.
  func move(to url: UpstreamURL) -> String? {
    moved.withLock { $0 = url }
    return memory?.correct(url)
  }
}
