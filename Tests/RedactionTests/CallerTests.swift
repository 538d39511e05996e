import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct CallerTests {
  private let login = "mutation Login($email: String) { login(email: $email) { token refreshToken } }"

  private func answer(_ token: String, _ refresh: String) -> JSON {
    ["data": ["login": ["token": .string(token), "refreshToken": .string(refresh)]]]
  }

  @Test func `without a credential, or with an empty one, a caller is anonymous`() throws {
    var exchange = try Exchange()
    #expect(try exchange.send("{ a }").caller == .anonymous)
    #expect(try exchange.send("{ a }", authorization: "").caller == .anonymous)
    #expect(try exchange.send("{ a }", authorization: " ").caller == .anonymous)
  }

  @Test func `two users stay two, and each is one by every token`() throws {
    var exchange = try Exchange()
    _ = try exchange.record(login, ["email": "a"], answer: answer("token-of-a-1", "refresh-of-a-1"))
    _ = try exchange.record(login, ["email": "b"], answer: answer("token-of-b-1", "refresh-of-b-1"))
    let a = try exchange.send("{ me }", authorization: "Bearer token-of-a-1").caller
    let b = try exchange.send("{ me }", authorization: "Bearer token-of-b-1").caller
    #expect(a != b && a != .anonymous)
    #expect(try exchange.send("{ me }", authorization: "Bearer refresh-of-a-1").caller == a)
    // The same input again, and a refresh by whom it belongs to.
    _ = try exchange.record(login, ["email": "a"], answer: answer("token-of-a-2", "refresh-of-a-2"))
    #expect(try exchange.send("{ me }", authorization: "Bearer token-of-a-2").caller == a)
    _ = try exchange.record(
      "mutation { refresh { token } }", authorization: "Bearer token-of-b-1",
      answer: ["data": ["refresh": ["token": "token-of-b-2"]]])
    #expect(try exchange.send("{ me }", authorization: "Bearer token-of-b-2").caller == b)
    #expect(try exchange.send("{ me }", authorization: "Bearer token-of-a-1").caller == a)
  }

  @Test func `tokens in a list belong to several, and requests without input tell nobody from another`() throws {
    var exchange = try Exchange()
    _ = try exchange.record(
      "{ users { token } }", answer: ["data": ["users": [["token": "token-one"], ["token": "token-two"]]]])
    #expect(
      try exchange.send("{ a }", authorization: "token-one").caller
        != exchange.send("{ a }", authorization: "token-two").caller)
    _ = try exchange.record("mutation { guest { token } }", answer: ["data": ["guest": ["token": "guest-one"]]])
    _ = try exchange.record("mutation { guest { token } }", answer: ["data": ["guest": ["token": "guest-two"]]])
    #expect(
      try exchange.send("{ a }", authorization: "guest-one").caller
        != exchange.send("{ a }", authorization: "guest-two").caller)
  }

  @Test func `a JSON Web Token that is renewed is its subject's, and another subject's is another`() throws {
    func token(_ subject: String, issuer: String = "https://id.example", expiring: Int) -> String {
      "Bearer \(signedToken(subject, issuer: issuer, expires: expiring))"
    }
    var exchange = try Exchange()
    let first = try exchange.send("{ a }", authorization: token("alice", expiring: 1)).caller
    #expect(first == .authenticated(name: nil))
    #expect(try exchange.send("{ a }", authorization: token("alice", expiring: 2)).caller == first)
    #expect(throws: IdentityError.self) { try exchange.send("{ a }", authorization: token("bob", expiring: 2)) }
    #expect(throws: IdentityError.self) {
      try exchange.send("{ a }", authorization: token("alice", issuer: "https://other.example", expiring: 2))
    }
  }

  @Test func `one credential that nobody handed out is enough to be authenticated, a second needs a name`() throws {
    var exchange = try Exchange()
    let first = try exchange.send("{ a }", authorization: "Bearer key-one")
    #expect(first.caller == .authenticated(name: nil))
    #expect(try exchange.send("{ a }", authorization: "key-one").caller == first.caller)
    let error = #expect(throws: IdentityError.self) { try exchange.send("{ a }", authorization: "key-two") }
    guard case .second(let byte, _) = error?.reason else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let digits = String(byte, radix: 16)
    #expect(
      error?.description
        == """
        A second unknown credential was sent outside a named session.
        No recorded answer issued it, so Understudy cannot tell which user it belongs to.
        Give each test a session of its own: send the header "X-Understudy-Session: NAME" with its requests.
        Or get the credential from a recorded login.
        Or name it in endpoint.yaml: identity: { names: { NAME: "\(byte < 16 ? "0" : "")\(digits)" } }
        """)
    var named = try Exchange(identity: IdentityRule(names: [.init("bob", byte: byte)]))
    #expect(try named.send("{ a }", authorization: "key-one").caller == .authenticated(name: nil))
    #expect(try named.send("{ a }", authorization: "Bearer key-two").caller == .authenticated(name: "bob"))
    let third = #expect(throws: IdentityError.self) { try named.send("{ a }", authorization: "key-three") }
    #expect(third?.description.hasSuffix("\nNames so far: \"bob\".") == true)
  }

  @Test func `a login counts by its input, not by its operation, and two in one request are two`() throws {
    var exchange = try Exchange()
    _ = try exchange.record(login, ["email": "a"], answer: answer("token-of-a-1", "refresh-of-a-1"))
    let a = try exchange.send("{ me }", authorization: "token-of-a-1").caller
    _ = try exchange.record(
      "mutation { x: login(email: \"a\") { token } y: login(email: \"b\") { token } }",
      answer: ["data": ["x": ["token": "token-of-a-2"], "y": ["token": "token-of-b-1"]]])
    #expect(try exchange.send("{ me }", authorization: "token-of-a-2").caller == a)
    #expect(try exchange.send("{ me }", authorization: "token-of-b-1").caller != a)
  }

  @Test func `a credential is kept nowhere, though an answer repeats it`() throws {
    var exchange = try Exchange()
    let basic = Base64.encode(Array("ann:hunter2!x".utf8))
    let body = try exchange.record(
      "{ a }", authorization: "Basic \(basic)",
      answer: ["errors": [["message": .string("no such user: \(basic), password hunter2!x")]]]
    ).body.compactText
    #expect(!body.contains("hunter2!x") && !body.contains(basic) && body.contains("no such user"))
  }

  @Test(arguments: ["Bearer ", ""])
  func `a random token that decodes to bytes with a colon is one secret`(scheme: String) throws {
    var exchange = try Exchange()
    let bytes: [UInt8] = [64, 43, 50, 214, 150, 123, 153, 238, 58] + Array(repeating: 213, count: 23)
    let token = Base64.encodeForURL(bytes).text
    _ = try exchange.record(login, ["email": "a"], answer: answer(token, "refresh-of-a-1"))
    let request = try exchange.send("mutation { say(status: \"tok:\(token)\") }", authorization: scheme + token)
    let written = request.document.printed()
    #expect(!written.contains(token.prefix(8)))
    #expect(written.contains("tok:dW5kZXJzdHVkeS"))
  }

  @Test func `other headers and cookies carry credentials by a rule`() throws {
    let rule = IdentityRule(sources: [.header("x-api-key"), .cookie("sid")])
    func credential(_ headers: [(name: String, value: String)]) -> String? { rule.credential(in: headers)?.bytes.text }
    #expect(credential([("X-API-Key", "abc")]) == "abc")
    #expect(credential([("Cookie", "a=1; sid=xyz; b=2")]) == "xyz")
    #expect(credential([("cookie", "asid=1; sid2=2")]) == nil)
    let both = rule.credentials(in: [("Cookie", "sid=xyz"), ("x-api-key", "abc")])
    #expect(both.map(\.bytes.text) == ["abc", "xyz"])
    #expect(credential([("Authorization", "Bearer abc")]) == nil)
  }

  @Test func `several credentials identify a user together, unless an answer issued one of them`() throws {
    var exchange = try Exchange(identity: IdentityRule(sources: [.cookie("app"), .header("authorization")]))
    func caller(_ token: String?, app: String? = "app-key-one") throws -> Caller {
      let cookie = app.map { "app=\($0)" }
      return try exchange.send("{ a }", authorization: token, cookie: cookie, session: 1).caller
    }
    let first = try caller("user-token-one")
    #expect(first == .authenticated(name: nil))
    #expect(try caller("user-token-two") == .numbered(2))
    #expect(try caller("user-token-one", app: "app-key-two") == .numbered(3))
    #expect(try caller(nil) == .numbered(4))
    #expect(try caller("app-key-one") == .numbered(4), "the same in both places is one credential")
    #expect(try caller("user-token-one") == first)
    // An answer may have repeated it as a placeholder.
    let byte = try Exchange.salt(1).byte(of: Array("user-token-one".utf8))
    #expect(try caller(Pseudonym.redacted(name: "token", byte: byte)) == first)
    let alice = try caller(signedToken("alice", expires: 1))
    #expect(try caller(signedToken("alice", expires: 2)) == alice)
    #expect(try caller(signedToken("bob", expires: 2)) != alice)
    _ = try exchange.record(login, ["email": "a"], session: 1, answer: answer("token-of-a-1", "refresh-of-a-1"))
    let a = try caller("token-of-a-1", app: nil)
    #expect(a != .anonymous)
    #expect(try caller("token-of-a-1") == a)
    #expect(try caller("token-of-a-1", app: "app-key-two") == a)
  }

  @Test func `users who log in with the key of an app are two outside named sessions, too`() throws {
    for sources: [IdentityRule.Source] in [[.cookie("app"), .header("authorization")], [.header("authorization")]] {
      var exchange = try Exchange(identity: IdentityRule(sources: sources))
      let key = "app=app-key-one"
      for user in ["a", "b"] {
        let request = try exchange.send(login, ["email": .string(user)], cookie: key)
        let body = RecordedBody.json(answer("token-of-\(user)-1", "refresh-of-\(user)-1"))
        _ = try exchange.redactor.response(RecordedResponse(status: 200, headers: [], body: body), to: request)
      }
      let a = try exchange.send("{ me }", authorization: "Bearer token-of-a-1", cookie: key).caller
      #expect(try exchange.send("{ me }", authorization: "Bearer refresh-of-a-1", cookie: key).caller == a)
      #expect(try exchange.send("{ me }", authorization: "Bearer token-of-b-1", cookie: key).caller != a)
    }
  }

  @Test func `outside named sessions, several credentials have one name`() throws {
    let sources: [IdentityRule.Source] = [.cookie("app"), .header("authorization")]
    func send(_ token: String, in exchange: inout Exchange) throws -> Caller {
      try exchange.send("{ a }", authorization: token, cookie: "app=app-key-one").caller
    }
    var exchange = try Exchange(identity: IdentityRule(sources: sources))
    #expect(try send("user-token-one", in: &exchange) == .authenticated(name: nil))
    let error = #expect(throws: IdentityError.self) { try send("user-token-two", in: &exchange) }
    guard case .second(let byte, _) = error?.reason else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    var named = try Exchange(identity: IdentityRule(sources: sources, names: [.init("bob", byte: byte)]))
    #expect(try send("user-token-two", in: &named) == .authenticated(name: "bob"))
    #expect(try send("user-token-one", in: &named) == .authenticated(name: nil))
    #expect(throws: IdentityError.self) { try send("user-token-three", in: &named) }
  }

  @Test func `replay knows callers from what is on disk, in whatever order it is read`() throws {
    var recording = try Exchange()
    let a = try recording.record(login, ["email": "a"], answer: answer("token-of-a-1", "refresh-of-a-1"))
    let again = try recording.record(login, ["email": "a"], answer: answer("token-of-a-2", "refresh-of-a-2"))
    let read = try recording.send("{ me }", authorization: "token-of-a-2")
    for order in [[a, again], [again, a]] {
      var replay = try Exchange()
      replay.redactor.adopt(callers: [read.caller])
      for item in order {
        replay.redactor.adopt(RecordedResponse(status: 200, headers: [], body: .json(item.body)), to: item.request)
      }
      for item in order {
        for token in ["token", "refreshToken"] {
          let pseudonym = item.body["data"]?["login"]?[token]?.stringValue ?? ""
          #expect(try replay.send("{ me }", authorization: pseudonym).caller == read.caller)
          let behindScheme = try replay.send("{ me }", authorization: "bearer \(pseudonym)").caller
          #expect(behindScheme != read.caller && behindScheme.withoutScheme == read.caller)
        }
      }
    }
  }

  @Test func `a caller is read as it is written`() throws {
    let known = Pseudonym.text(for: Array(Planted.jwt.utf8), name: "token", hash: ContentHash(of: [1]))
    for caller in [
      Caller.anonymous, .authenticated(name: nil), .authenticated(name: "bob"), .known(pseudonym: known),
      .known(pseudonym: known, scheme: "Bearer"), .user(byte: 0x3F), .user(byte: 7), .user(byte: 0xFF, number: 2),
      .numbered(2), .numbered(12), .authenticated(name: "user"), .authenticated(name: "caller-2"),
      .authenticated(name: "user-3f"),
    ] {
      #expect(Caller(caller.description) == caller)
    }
    #expect(Caller.user(byte: 7).description == "authenticated as user 07")
    #expect(Caller.user(byte: 0x3F, number: 2).description == "authenticated as user 3f-2")
    #expect(Caller.numbered(2).description == "authenticated as caller 2")
    for text in [
      "", "Anonymous", "authenticated as ", "authenticated as a b", "authenticated as ../x",
      "authenticated as user 3F", "authenticated as user 7", "authenticated as user 3f-1",
      "authenticated as user 3f-02",
      "authenticated as user 3f-2-2", "authenticated as user", "authenticated as user -1", "authenticated as user 1ff",
      "authenticated as caller 1", "authenticated as caller 0", "authenticated as caller 02",
      "authenticated as caller +2", "authenticated as caller  2", "authenticated as caller 2 ",
    ] where Caller(text) != .authenticated(name: "user") {
      #expect(Caller(text) == nil, "\(text)")
    }
  }
}
