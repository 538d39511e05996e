import Engine
import Requests
import TestSupport
import Testing
import Transports

@Suite("Web pages of other origins")
struct CrossOriginTests {
  private func rules(_ allowed: [String] = [], reachesUpstream: Bool = false) -> CrossOrigin {
    CrossOrigin(RequestGuard(boundHost: "127.0.0.1", allowedOrigins: allowed, reachesUpstream: reachesUpstream))
  }

  private func preflight(_ origin: String, method: String = "POST", _ more: HeaderList = [:]) -> ClientRequest {
    var headers: HeaderList = ["Host": "127.0.0.1:4000", "Origin": origin, "Access-Control-Request-Method": method]
    headers.fields += more.fields
    return ClientRequest(method: "OPTIONS", target: "/posts", headers: headers)
  }

  @Test("A preflight of a local page is answered here, with the headers that it asks for")
  func local() throws {
    let wanted = "content-type,apollo-require-preflight,x-mine"
    let request = preflight("http://localhost:3000", ["Access-Control-Request-Headers": wanted])
    let answer = try #require(rules().preflight(request))
    #expect(answer.status == 204)
    #expect(answer.headers[first: "access-control-allow-origin"] == "http://localhost:3000")
    #expect(answer.headers[first: "access-control-allow-headers"] == wanted)
    #expect(answer.headers[first: "access-control-allow-methods"] == "GET, HEAD, POST, PUT, PATCH, DELETE")
    #expect(answer.headers[first: "access-control-allow-credentials"] == "true")
    #expect(answer.headers[first: "access-control-max-age"] == "600")
    #expect(answer.headers[first: "access-control-allow-private-network"] == nil)
    #expect(answer.headers[first: "vary"]?.hasPrefix("Origin") == true)
  }

  @Test("A page that asks for leave to reach a private address gets it")
  func privateNetwork() throws {
    let answer = try #require(
      rules().preflight(preflight("http://localhost:1", ["Access-Control-Request-Private-Network": "true"])))
    #expect(answer.headers[first: "access-control-allow-private-network"] == "true")
    #expect(answer.headers[first: "access-control-allow-headers"] == nil)
  }

  static let origins: [(String, [String], Bool)] = [
    ("http://localhost:3000", [], true),
    ("http://127.0.0.1:4000", [], true),
    ("http://[::1]:5173", [], true),
    ("https://app.localhost", [], true),
    ("https://app.example", [], false),
    ("null", [], false),
    ("https://app.example", ["https://app.example"], true),
    ("https://APP.example", ["https://app.example/"], true),
    ("https://app.example:8443", ["https://app.example"], false),
    ("http://app.example", ["https://app.example"], false),
    ("https://evil.example", ["*"], true),
    ("null", ["null"], true),
    ("https://localhost.evil.example", [], false),
  ]

  @Test("Which origins are allowed", arguments: origins)
  func allowed(origin: String, allowed: [String], isAllowed: Bool) throws {
    let answer = try #require(rules(allowed).preflight(preflight(origin)))
    #expect(answer.status == (isAllowed ? 204 : 403))
    #expect((answer.headers[first: "access-control-allow-origin"] == origin) == isAllowed)
    let plain = rules(allowed).allowing(Answer(status: 200, headers: [:], body: .bytes([])), to: origin)
    #expect((plain.headers[first: "access-control-allow-origin"] == origin) == isAllowed)
    #expect(plain.headers[first: "vary"] == "Origin")
  }

  @Test("What is no preflight is none of its business")
  func others() {
    #expect(
      rules().preflight(ClientRequest(method: "OPTIONS", target: "/", headers: ["Origin": "http://localhost"])) == nil)
    #expect(
      rules().preflight(
        ClientRequest(method: "OPTIONS", target: "/", headers: ["Access-Control-Request-Method": "POST"])) == nil)
    var post = preflight("http://localhost")
    post.method = "POST"
    #expect(rules().preflight(post) == nil)
  }

  @Test("An answer loses what the endpoint allows its own pages, and the number of its shared encoding")
  func answers() {
    var answer = Answer(
      status: 200,
      headers: [
        "Access-Control-Allow-Origin": "*", "access-control-allow-credentials": "false", "Vary": "Accept-Encoding",
        "content-type": "application/json", "X-Total-Count": "7",
      ], body: .bytes([]), isRepeatable: true)
    answer.number = 7
    let allowing = rules().allowing(answer, to: "http://localhost:3000")
    #expect(allowing.headers[all: "access-control-allow-origin"] == ["http://localhost:3000"])
    #expect(allowing.headers[all: "access-control-allow-credentials"] == ["true"])
    #expect(
      allowing.headers[all: "access-control-expose-headers"].map { $0.lowercased() }
        == ["understudy-source, understudy-state, content-type, x-total-count, vary"])
    #expect(allowing.headers[all: "vary"] == ["Accept-Encoding, Origin"])
    #expect(allowing.number == nil)
    #expect(allowing.isRepeatable)
    let foreign = rules().allowing(answer, to: "https://evil.example")
    #expect(!foreign.headers.fields.contains { $0.name.lowercased().hasPrefix("access-control") })
    #expect(foreign.number == nil)
  }

  @Test("The engine answers preflights in every mode, and keeps foreign pages out in every mode")
  func engine() async throws {
    for mode in [EngineConfiguration.Mode.record, .replay, .fake] {
      let engine = Engine(
        serving: EngineConfiguration(mode: mode), endpoints: [], upstream: nil, events: { _ in })
      let asked = self.preflight("http://localhost:3000", ["Access-Control-Request-Headers": "x-mine"])
      let preflight = await engine.respond(to: asked).get()
      #expect(preflight.status == 204)
      #expect(preflight.headers[first: "access-control-allow-headers"] == "x-mine")
      let foreign = await engine.respond(to: self.preflight("https://evil.example")).get()
      #expect(foreign.status == 403)
      #expect(foreign.headers[first: "access-control-allow-origin"] == nil)
      var post = self.preflight("https://evil.example")
      post.method = "POST"
      #expect(await engine.respond(to: post).get().status == 403)
      post.headers.set("Origin", "http://localhost:3000")
      let local = await engine.respond(to: post).get()
      #expect(local.status == 404)
      #expect(local.headers[first: "access-control-allow-origin"] == "http://localhost:3000")
      post.headers.remove("Origin")
      let plain = await engine.respond(to: post).get()
      #expect(plain.headers[first: "access-control-allow-origin"] == nil)
      #expect(plain.headers[first: "vary"] == nil)
    }
  }
}
