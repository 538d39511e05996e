package import EndpointConfiguration
package import Transports

/// The means to serve requests that clients send through this program as a proxy.
package struct ForwardProxySetup: Sendable {
  package var rules = ForwardProxyRules()
  package var pinning: any HostPinning
  /// Sends requests to hosts that are passed on.
  package var upstream: any Upstream
  /// The path of the CA certificate that clients must trust.
  package var authority: String?
  /// Loads or creates the endpoint of a URL, under a name that is not among the given ones.
  package var makeEndpoint: @Sendable (UpstreamURL, [String]) throws -> Endpoint

  package init(
    pinning: any HostPinning, upstream: any Upstream,
    makeEndpoint: @escaping @Sendable (UpstreamURL, [String]) throws -> Endpoint
  ) {
    self.pinning = pinning
    self.upstream = upstream
    self.makeEndpoint = makeEndpoint
  }
}
