import Engine
import Requests
import Testing
import Transports

@Suite("Which endpoint a path means")
struct RouteTests {
  @Test(
    "With several endpoints the first segment names one",
    arguments: [
      ("/countries", Route.graphql(endpoint: "countries", rest: "")),
      ("/countries/", .graphql(endpoint: "countries", rest: "")),
      ("/countries/graphql", .graphql(endpoint: "countries", rest: "/graphql")),
      ("/%63ountries", .graphql(endpoint: "countries", rest: "")),
      ("/countries/schema.json", .below(endpoint: "countries", rest: "/schema.json")),
      ("/countries/a/b/", .below(endpoint: "countries", rest: "/a/b/")),
      ("/countries/~test/a", .below(endpoint: "countries", rest: "/a", session: "test")),
      ("/posts", .graphql(endpoint: "posts", rest: "")),
      ("/", .unknown(name: "")),
      ("/graphql", .unknown(name: "graphql")),
      ("/Countries", .unknown(name: "Countries")),
      ("/__understudy/misses", .own("/misses")),
      ("/__understudy", .own("/")),
    ])
  func several(path: String, route: Route) {
    #expect(Route(path: path, endpoints: ["countries", "posts"]) == route)
  }

  @Test(
    "With one endpoint the root and /graphql are it too",
    arguments: [
      ("/", Route.graphql(endpoint: "countries", rest: "")),
      ("/graphql", .graphql(endpoint: "countries", rest: "/graphql")),
      ("/countries", .graphql(endpoint: "countries", rest: "")),
      ("/countries/graphql", .graphql(endpoint: "countries", rest: "/graphql")),
      ("/favicon.ico", .other(endpoint: "countries", rest: "/favicon.ico")),
      ("/__understudy/", .own("/")),
    ])
  func one(path: String, route: Route) {
    #expect(Route(path: path, endpoints: ["countries"]) == route)
  }
}

@Suite("Who may ask")
struct RequestGuardTests {
  private func refusal(
    host: String?, origin: String? = nil, allowed: [String] = [], bound: String = "127.0.0.1",
    reachesUpstream: Bool = true
  ) -> Answer? {
    var headers = HeaderList()
    if let host { headers.append("Host", host) }
    if let origin { headers.append("Origin", origin) }
    return RequestGuard(boundHost: bound, allowedHosts: allowed, reachesUpstream: reachesUpstream)
      .refusal(of: ClientRequest(method: "POST", target: "/", headers: headers))
  }

  @Test(
    "Loopback names pass, with and without a port",
    arguments: ["127.0.0.1:4000", "localhost", "LOCALHOST:1", "[::1]:4000"])
  func loopback(host: String) { #expect(refusal(host: host) == nil) }

  @Test(
    "Names that are not this program's are refused",
    arguments: [
      "evil.example:4000", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.2.2:4000", "", "0.0.0.0:4000",
    ])
  func rebinding(host: String) {
    #expect(refusal(host: host)?.status == 403)
    #expect(refusal(host: host, bound: "0.0.0.0")?.status == 403)
  }

  @Test("A host that was allowed passes, and no other")
  func allowed() {
    #expect(refusal(host: "10.0.2.2:4000", allowed: ["10.0.2.2"]) == nil)
    #expect(refusal(host: "10.0.2.3:4000", allowed: ["10.0.2.2"])?.status == 403)
  }

  @Test("Each of several Host fields has to be right", arguments: [["localhost", "evil"], ["evil", "localhost"]])
  func twice(hosts: [String]) {
    let headers = HeaderList(hosts.map { .init("Host", $0) })
    let request = ClientRequest(method: "POST", target: "/", headers: headers)
    #expect(RequestGuard(boundHost: "127.0.0.1", reachesUpstream: false).refusal(of: request)?.status == 403)
  }

  @Test("The host of an absolute target counts, and not the Host field")
  func absoluteTarget() {
    func status(_ target: String, host: String) -> Int? {
      RequestGuard(boundHost: "127.0.0.1", reachesUpstream: false)
        .refusal(of: ClientRequest(method: "POST", target: target, headers: ["Host": host]))?.status
    }
    #expect(status("http://evil.example/graphql", host: "localhost") == 403)
    #expect(status("http://localhost.evil.example:4000/", host: "localhost") == 403)
    #expect(status("http:///graphql", host: "localhost") == 403)
    #expect(status("http://localhost:4000/graphql", host: "evil.example") == nil)
    #expect(status("/?http://evil.example", host: "localhost") == nil)
  }

  @Test("Pages of other sites are kept out, whether or not the real endpoint can be reached", arguments: [true, false])
  func origins(reachesUpstream: Bool) {
    func status(_ origin: String) -> Int? {
      refusal(host: "localhost", origin: origin, reachesUpstream: reachesUpstream)?.status
    }
    #expect(status("http://localhost:3000") == nil)
    #expect(status("http://[::1]:3000") == nil)
    #expect(status("capacitor://localhost") == nil)
    #expect(status("https://evil.example") == 403)
    #expect(status("null") == 403)
  }

  @Test("A page of another site that does not say so may load links and images, and change nothing")
  func crossSite() {
    let image = ClientRequest(
      method: "GET", target: "/", headers: ["Host": "localhost", "Sec-Fetch-Site": "cross-site"])
    #expect(RequestGuard(boundHost: "127.0.0.1", reachesUpstream: true).refusal(of: image)?.status == 403)
    #expect(RequestGuard(boundHost: "127.0.0.1", reachesUpstream: false).refusal(of: image) == nil)
    let form = ClientRequest(
      method: "POST", target: "/", headers: ["Host": "localhost", "Sec-Fetch-Site": "cross-site"])
    #expect(RequestGuard(boundHost: "127.0.0.1", reachesUpstream: false).refusal(of: form)?.status == 403)
    let near = ClientRequest(
      method: "POST", target: "/", headers: ["Host": "localhost", "Sec-Fetch-Site": "same-site"])
    #expect(RequestGuard(boundHost: "127.0.0.1", reachesUpstream: true).refusal(of: near) == nil)
  }
}
