import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct CookieTests {
  private static let login = "mutation Login($email: String) { login(email: $email) { id } }"
  private static let rule = IdentityRule(sources: [.cookie("sid")])

  /// An endpoint whose cookie `sid` is the identity.
  private struct Cookies {
    var exchange: Exchange

    init(_ rule: IdentityRule = CookieTests.rule) throws { exchange = try Exchange(identity: rule) }

    mutating func send(_ text: String, _ variables: JSONObject = [:], cookie: String? = nil) throws -> RedactedRequest {
      let headers = cookie.map { [(name: "Cookie", value: $0)] } ?? []
      let caller = try exchange.redactor.caller(headers: headers)
      return try exchange.redactor.request(
        try parse(SourceText(text)), operationName: nil, variables: variables, caller: caller)
    }

    mutating func record(
      _ text: String, _ variables: JSONObject = [:], cookie: String? = nil, answer: JSON = ["data": ["ok": true]],
      setCookies: [String], date: String? = nil
    ) throws -> (request: RedactedRequest, response: RecordedResponse) {
      let request = try send(text, variables, cookie: cookie)
      let response = RecordedResponse(
        status: 200, headers: [.init(name: "content-type", value: "application/json")], body: .json(answer))
      return (request, try exchange.redactor.response(response, setCookies: setCookies, date: date, to: request))
    }

    mutating func caller(_ cookie: String?) throws -> Caller { try send("{ me }", cookie: cookie).caller }
  }

  /// The value of the cookie in a recorded answer.
  private static func value(_ response: RecordedResponse, _ index: Int = 0) -> String {
    SetCookie(response.setCookies[index])?.value ?? ""
  }

  @Test func `two users by cookie stay two, and each is one by every cookie`() throws {
    var server = try Cookies()
    let a = try server.record(Self.login, ["email": "a"], setCookies: ["sid=real-a-1; Path=/"])
    let b = try server.record(Self.login, ["email": "b"], setCookies: ["sid=real-b-1; Path=/"])
    let ann = try server.caller("sid=real-a-1")
    let bob = try server.caller("theme=dark; sid=real-b-1")
    #expect(ann == .known(pseudonym: Self.value(a.response)) && bob == .known(pseudonym: Self.value(b.response)))
    #expect(ann != bob)
    // A refresh, with another operation and without one; the same login again.
    _ = try server.record("{ me }", cookie: "sid=real-a-1", setCookies: ["sid=real-a-2"])
    #expect(try server.caller("sid=real-a-2") == ann)
    _ = try server.record(Self.login, ["email": "b"], setCookies: ["sid=real-b-2"])
    #expect(try server.caller("sid=real-b-2") == bob)
    #expect(try server.caller(nil) == .anonymous)
    // What is sent on replay.
    #expect(try server.caller("sid=\(Self.value(a.response))") == ann)
  }

  @Test func `replay knows callers from what is on disk, in whatever order it is read`() throws {
    var recording = try Cookies()
    let first = try recording.record(Self.login, ["email": "a"], setCookies: ["sid=real-a-1"])
    let again = try recording.record(Self.login, ["email": "a"], setCookies: ["sid=real-a-2"])
    let other = try recording.record(Self.login, ["email": "b"], setCookies: ["sid=real-b-1"])
    let read = try recording.send("{ me }", cookie: "sid=real-a-2")
    for order in [[first, again, other], [other, again, first], [again, other, first]] {
      var replay = try Cookies()
      replay.exchange.redactor.adopt(callers: [read.caller])
      for item in order { replay.exchange.redactor.adopt(item.response, to: item.request) }
      #expect(try replay.caller("sid=\(Self.value(first.response))") == read.caller)
      #expect(try replay.caller("sid=\(Self.value(again.response))") == read.caller)
      #expect(try replay.caller("sid=\(Self.value(other.response))") != read.caller)
      // The same login comes out under the same key.
      #expect(try replay.send(Self.login, ["email": "a"]).key() == first.request.key())
    }
  }

  @Test func `recording again gives the same line, though the cookie and its date are others`() throws {
    func line(_ cookie: String, email: JSON = "a") throws -> [String] {
      var server = try Cookies()
      return try server.record(Self.login, ["email": email], setCookies: [cookie]).response.setCookies
    }
    let first = try line("sid=abcdefghij0123; Expires=Wed, 09 Jun 2027 10:18:14 GMT")
    #expect(try line("sid=zyxwvut9876543; Expires=Thu, 10 Jun 2027 10:18:14 GMT") == first)
    #expect(try line("sid=abcdefghij0123", email: "b") != first)
    #expect(first.first?.hasPrefix("sid=understudy-sid-") == true)
  }

  @Test(arguments: [
    ("sid=s; Path=/; HttpOnly; SameSite=Lax", "Path=/; HttpOnly; SameSite=Lax"),
    ("sid=s; Domain=example.com; path=/api; Secure; httponly; SameSite=None", "Path=/; HttpOnly"),
    ("sid=s;Max-Age=3600;Expires=Wed, 09 Jun 2027 10:18:14 GMT;SameSite=strict", "SameSite=Strict"),
    ("sid=s; Partitioned; Priority=High; x-trace=abc; Secure", ""), ("  sid = s ; HttpOnly", "HttpOnly"), ("sid=s", ""),
  ])
  func `attributes are kept that work here and at any time`(line: String, kept: String) throws {
    var server = try Cookies()
    let recorded = try server.record("{ a }", setCookies: [line]).response.setCookies
    let value = recorded.first.flatMap(SetCookie.init)?.value ?? ""
    #expect(Pseudonym.isOne(Array(value.utf8)))
    #expect(recorded == [kept.isEmpty ? "sid=\(value)" : "sid=\(value); \(kept)"])
  }

  @Test func `a name that promises to be secure keeps what browsers want of it`() throws {
    var server = try Cookies(IdentityRule(sources: [.cookie("__Host-sid")]))
    let line = "__Host-sid=s; Path=/; Secure; HttpOnly; SameSite=None; Max-Age=9"
    let recorded = try server.record("{ a }", setCookies: [line]).response
    #expect(
      recorded.setCookies == ["__Host-sid=\(Self.value(recorded)); Path=/; Secure; HttpOnly; SameSite=None"])
  }

  @Test(
    arguments: [
      ("sid=; Max-Age=0; Path=/", nil), ("sid=deleted; Max-Age=-1; Path=/", nil),
      ("sid=real-a-1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/", nil),
      ("sid=x; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0; path=/admin", nil),
      ("sid=; Expires=Tue, 01 Dec 2026 09:00:00 GMT; Path=/; Secure", "Wed, 02 Dec 2026 09:00:00 GMT"),
    ] as [(String, String?)])
  func `a logout that deletes the cookie is kept as a deletion`(line: String, date: String?) throws {
    var server = try Cookies()
    _ = try server.record(Self.login, ["email": "a"], setCookies: ["sid=real-a-1"])
    let logout = try server.record("mutation { logout }", cookie: "sid=real-a-1", setCookies: [line], date: date)
    #expect(logout.response.setCookies == ["sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0"])
    #expect(try server.caller(nil) == .anonymous)
  }

  @Test(
    arguments: [
      ("sid=s; Max-Age=1", nil), ("sid=s; Max-Age=9; Expires=Thu, 01 Jan 1970 00:00:00 GMT", nil),
      ("sid=s; Max-Age=soon", nil), ("sid=s; Expires=never", nil),
      ("sid=s; Expires=Wed, 02 Dec 2026 09:00:00 GMT", "Tue, 01 Dec 2026 09:00:00 GMT"),
      ("sid=s; Expires=Wed, 02 Dec 2026 09:00:00 GMT", nil), ("sid=s; Max-Age=99999999999999999999", nil),
    ] as [(String, String?)])
  func `what lasts for whatever time is no deletion`(line: String, date: String?) throws {
    var server = try Cookies()
    let recorded = try server.record("{ a }", setCookies: [line], date: date).response
    #expect(recorded.setCookies == ["sid=\(Self.value(recorded))"])
    #expect(Self.value(recorded).hasPrefix("understudy-"))
  }

  @Test func `only the cookies that a rule names are kept, and none without a rule`() throws {
    let lines = ["theme=dark; Path=/", "sid=real-a-1", "SID=other", "sid2=x", "=sid", "", "sid"]
    var server = try Cookies()
    #expect(try server.record("{ a }", setCookies: lines).response.setCookies.count == 1)
    var two = try Cookies(IdentityRule(sources: [.header("authorization"), .cookie("sid"), .cookie("sid2")]))
    let both = try two.record("{ a }", setCookies: lines).response
    #expect(both.setCookies.compactMap { SetCookie($0)?.name } == ["sid", "sid2"])
    #expect(try two.caller("sid=real-a-1") == two.caller("sid2=x"))
    var none = try Cookies(IdentityRule())
    let plain = try none.record("{ a }", setCookies: lines).response
    #expect(plain.headers.map(\.name) == ["content-type"])
  }

  @Test func `another cookie's change does not change the caller`() throws {
    var server = try Cookies()
    _ = try server.record(
      Self.login, ["email": "a"], setCookies: ["sid=real-a-1", "track=1"])
    let ann = try server.caller("sid=real-a-1; track=1")
    _ = try server.record("{ me }", cookie: "track=1", setCookies: ["track=2", "sid2=real-a-1"])
    #expect(try server.caller("track=2; sid=real-a-1") == ann)
    #expect(try server.caller("track=2") == .anonymous)
    #expect(try server.caller("sid2=real-a-1; asid=real-a-1") == .anonymous)
  }

  @Test func `a cookie that the body repeats is one somebody's with it, and one pseudonym`() throws {
    var server = try Cookies(IdentityRule(sources: [.header("authorization"), .cookie("sid")]))
    let answer: JSON = [
      "data": ["login": ["token": "bearer-of-ann-1", "echo": "your session: cookie-of-ann-1"]]
    ]
    let guest = try server.record(
      "mutation { login { token echo } }", answer: answer, setCookies: ["sid=cookie-of-ann-1"])
    let body = guest.response.body.json?["data"]?["login"]
    #expect(body?["echo"]?.stringValue == "your session: \(Self.value(guest.response))")
    let byCookie = try server.caller("sid=cookie-of-ann-1")
    let headers = [(name: "authorization", value: "Bearer bearer-of-ann-1")]
    #expect(try server.exchange.redactor.caller(headers: headers).withoutScheme == byCookie)
  }

  @Test func `a cookie in quotation marks is the same without them`() throws {
    var server = try Cookies()
    let recorded = try server.record(Self.login, ["email": "a"], setCookies: ["sid=\"real-a-1\"; HttpOnly"]).response
    #expect(recorded.setCookies == ["sid=\"\(Self.value(recorded))\"; HttpOnly"])
    #expect(try server.caller("sid=\"real-a-1\"") == server.caller("sid=real-a-1"))
    #expect(try server.caller("sid=\"\(Self.value(recorded))\"") == server.caller("sid=real-a-1"))
  }

  @Test func `pseudonyms have the shape of what they replace, and no real value is in the file`() throws {
    for secret in [Planted.jwt, Planted.hex64, Planted.word(40), "s%3A\(Planted.word(32)).\(Planted.word(20))", "x7"] {
      var server = try Cookies()
      let answer: JSON = ["data": ["me": ["note": .string("cookie \(secret), again")]]]
      let kept = try server.record(
        Self.login, ["email": "a"], answer: answer, setCookies: ["sid=\(secret); Domain=\(secret); Path=/\(secret)"])
      let recording = Recording(
        kind: .query, operationName: nil, identity: kept.request.caller, variables: [:],
        states: [Recording.State(name: "start", responses: [kept.response])])
      let text = RecordingFormat.encode(recording).text
      #expect(secret.count < 8 || !text.contains(secret))
      #expect(text.contains("\"set-cookie\": [\n"))
      let value = Self.value(kept.response)
      #expect(Pseudonym.isOne(Array(value.utf8)) && !value.contains(secret))
      if secret == Planted.jwt { #expect(JWT.end(Array(value.utf8), from: 0) == value.utf8.count) }
      if secret == Planted.hex64 { #expect(value.utf8.count == 64) }
      #expect(SecretScan().findings(path: "a.json", bytes: Array(text.utf8)) == [])
      let read = try RecordingFormat.decode(
        Array(text.utf8), path: "a.json", kind: .query, operationName: nil)
      #expect(read.states.first?.responses.first == kept.response)
      #expect(
        read.states.first?.responses.first?.fields.last == .init(name: "set-cookie", value: kept.response.setCookies[0])
      )
    }
  }

  @Test func `a cookie on disk that is no pseudonym is found by a scan`() {
    func scan(_ line: String) -> [String] {
      let text = JSON.object(["headers": ["set-cookie": .array([.string(line)])]]).compactText
      return SecretScan().findings(path: "a.json", bytes: Array(text.utf8)).map(\.description)
    }
    #expect(
      scan("sid=hunter2; Path=/") == [
        "a.json:1:27: the value of \"set-cookie\" is not redacted (headers[\"set-cookie\"][0])."
      ])
    #expect(scan("sid=; Path=/; Max-Age=0") == [])
    #expect(scan("sid=; x=\(Planted.secrets[14].text)").count == 1)
  }
}
