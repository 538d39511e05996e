import EndpointConfiguration
import Recordings
import Synchronization

extension Endpoint {
  /// True if an HTTP exchange is recorded.
  var hasExchanges: Bool { store?.entries.contains { HTTPExchange.isName($0.operationName) } == true }

  /// Takes over the URL of the GraphQL API, if only other requests to the API's host were recorded so far.
  ///
  /// Returns a warning, or an empty text; nil if the endpoint has another API.
  func move(to url: UpstreamURL) -> String? {
    guard let old = upstream, old.path.isEmpty, url.origin == old.origin, !firstResponse.hasCome,
      store?.entries.allSatisfy({ HTTPExchange.isName($0.operationName) }) != false
    else { return nil }
    moved.withLock { $0 = url }
    return memory?.correct(url) ?? ""
  }
}
