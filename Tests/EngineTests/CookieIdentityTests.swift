import Engine
import OrderedJSON
import Requests
import TestSupport
import Testing
import Transports

/// Two users who are told apart by a cookie: recorded, then replayed with the cookies that replay hands out.
@Suite struct CookieIdentityTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("upstream: https://a.example\nidentity: { cookie: sid }\n", to: "shop/endpoint.yaml")
  }

  private func request(_ query: String, cookie: String? = nil) -> ClientRequest {
    var headers: HeaderList = ["Host": "127.0.0.1:4000", "Content-Type": "application/json"]
    if let cookie { headers.append("Cookie", cookie) }
    let body = JSON.object(["query": .string(query)]).serialize()
    return ClientRequest(method: "POST", target: "/shop", headers: headers, body: body)
  }

  private func answer(_ data: String, cookies: [String] = []) -> ScriptedUpstream.Step {
    var headers: HeaderList = ["content-type": "application/json", "date": "Wed, 02 Dec 2026 09:00:00 GMT"]
    for cookie in cookies { headers.append("Set-Cookie", cookie) }
    return .answer(headers: headers, chunks: ["{\"data\":\(data)}"])
  }

  private static func login(_ name: String) -> String { "mutation { login(name: \"\(name)\") { id } }" }

  @Test func `who logs in by cookie is known by the cookie that replay hands out`() async throws {
    let attributes = "; Domain=a.example; Path=/graphql; Secure; HttpOnly; Max-Age=60"
    let upstream = ScriptedUpstream([
      answer(#"{"login":{"id":"1"}}"#, cookies: ["theme=dark", "sid=real-cookie-of-ann\(attributes)"]),
      answer(#"{"me":"Ann"}"#),
      answer(#"{"login":{"id":"2"}}"#, cookies: ["sid=real-cookie-of-bob\(attributes)"]),
      answer(#"{"me":"Bob"}"#), answer(#"{"me":"Ann"}"#),
      answer(#"{"logout":true}"#, cookies: ["sid=; Expires=Tue, 01 Dec 2026 09:00:00 GMT"]),
    ])
    let recorder = Engine(
      serving: EngineConfiguration(mode: .record),
      endpoints: try Endpoints.forRecording(upstream: nil, name: "shop", recordings: folder.path), upstream: upstream,
      clock: SteppingStopwatch(), events: { _ in })
    let story: [(query: String, cookie: String?)] = [
      (Self.login("ann"), nil), ("{ me }", "sid=real-cookie-of-ann; theme=dark"), (Self.login("bob"), nil),
      ("{ me }", "sid=real-cookie-of-bob"), ("{ me }", "sid=real-cookie-of-ann"),
      ("mutation { logout }", "sid=real-cookie-of-ann"),
    ]
    for step in story {
      let live = await recorder.respond(to: request(step.query, cookie: step.cookie)).get()
      if step.query == Self.login("ann") {
        #expect(live.headers[all: "set-cookie"].last == "sid=real-cookie-of-ann\(attributes)")
      }
    }
    await recorder.finish()
    for bytes in folder.contents().values {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("real-cookie"))
    }

    let player = try folder.player()
    func ask(_ query: String, _ cookie: String? = nil) async throws -> (text: String, cookies: [String]) {
      let answer = await player.respond(to: request(query, cookie: cookie)).get()
      #expect(answer.headers[first: "Understudy-Source"] == "recorded")
      return (try await answer.text, answer.headers[all: "set-cookie"])
    }
    let ann = try await ask(Self.login("ann")).cookies
    #expect(ann.count == 1 && ann[0].hasPrefix("sid=understudy-sid-") && ann[0].hasSuffix("; Path=/; HttpOnly"))
    let annSends = String(ann[0].prefix { $0 != ";" })
    #expect(try await ask("{ me }", annSends).text == #"{"data":{"me":"Ann"}}"#)
    let bobSends = String(try await ask(Self.login("bob")).cookies[0].prefix { $0 != ";" })
    #expect(bobSends != annSends)
    #expect(try await ask("{ me }", "theme=light; \(bobSends)").text == #"{"data":{"me":"Bob"}}"#)
    #expect(try await ask("{ me }", annSends).text == #"{"data":{"me":"Ann"}}"#)
    let logout = try await ask("mutation { logout }", annSends)
    #expect(logout.cookies == ["sid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0"])
    // Nobody asked without a cookie.
    let anonymous = await player.respond(to: request("{ me }")).get()
    #expect(anonymous.headers[first: "Understudy-Source"] == "miss")
  }
}
