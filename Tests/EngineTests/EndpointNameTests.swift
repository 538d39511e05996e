import EndpointConfiguration
import Testing
import Transports

@testable import Engine

@Suite("Endpoints of hosts that clients use through the proxy")
struct EndpointNameTests {
  @Test(
    "An endpoint is named after its host",
    arguments: [
      ("https://api.github.com/graphql", ["github", "api-github-com", "api-github-com-graphql"]),
      ("https://countries.trevorblades.com", ["countries", "countries-trevorblades-com"]),
      ("https://www.api.io/v2", ["www-api-io", "www-api-io-v2"]),
      ("https://shop", ["shop"]), ("http://localhost:8080/graphql", ["localhost", "localhost-8080"]),
      ("http://192.0.2.1:81", ["192-0-2-1", "192-0-2-1-81"]), ("http://[2001:db8::1]/", ["2001-db8-1"]),
    ])
  func names(url: String, expected: [String]) throws {
    let names = try UpstreamURL(url).endpointNames
    #expect(names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.starts(with: expected), "\(names)")
  }

  @Test(
    "A path below the API's is its rest",
    arguments: [
      ("/graphql", "/graphql", ""), ("/graphql", "/graphql/", ""), ("/graphql", "/graphql/a", "/a"),
      ("/graphql", "/graphqlx", nil), ("/graphql", "/", nil), ("", "/", ""), ("", "/graphql", "/graphql"),
      ("/api/", "/api", ""), ("/api/", "/api/x", "/x"),
    ] as [(String, String, String?)])
  func rest(api: String, path: String, expected: String?) throws {
    let endpoint = Endpoint(name: "a", upstream: try UpstreamURL("https://api.example.com\(api)"))
    let origin = try #require(ProxiedOrigin(scheme: "https", authority: "API.example.com.:443", isTunneled: true))
    #expect(endpoint.rest(of: path, at: origin) == expected)
  }

  @Test("A pattern has the hosts below one")
  func patterns() {
    let names: Set = ["*.example.com", "a.test"]
    #expect(ForwardProxyRules.has("x.y.example.com", in: names))
    #expect(!ForwardProxyRules.has("example.com", in: names))
    #expect(!ForwardProxyRules.has("b.test", in: names))
  }
}
