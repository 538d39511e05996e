import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

/// Unknown credentials in named sessions.
@Suite struct ScopedCallerTests {
  private let login = "mutation Login($email: String) { login(email: $email) { token } }"

  /// A subject that is another user than `subject` by its byte, or shares the byte if `sharing`.
  private func other(than subject: String, sharing: Bool) throws -> String {
    func byte(_ subject: String) throws -> UInt8? {
      try Credential(signedToken(subject))?.subject.map { try Exchange.salt(1).byte(of: $0) }
    }
    let wanted = try byte(subject)
    return try #require(
      try (0..<10_000).map { "user-\($0)" }.first { try (byte($0) == wanted) == sharing && $0 != subject })
  }

  private func byte(_ token: String) throws -> UInt8 {
    let subject = try #require(Credential(token)?.subject)
    return try Exchange.salt(1).byte(of: subject)
  }

  @Test(arguments: [
    ("the same token", signedToken("ada"), signedToken("ada"), true),
    ("signed at another time", signedToken("ada", issued: 1), signedToken("ada", issued: 2), true),
    ("expires at another time", signedToken("ada", expires: 1), signedToken("ada", expires: 2), true),
    ("behind a scheme", signedToken("ada"), "Bearer \(signedToken("ada"))", true),
    ("another issuer", signedToken("ada"), signedToken("ada", issuer: "https://b.example"), false),
    ("without a subject, the same token", signedToken(nil), signedToken(nil), true),
    ("without a subject, signed at another time", signedToken(nil, issued: 1), signedToken(nil, issued: 2), false),
    ("an empty subject", signedToken("", issued: 1), signedToken("", issued: 2), false),
    ("an API key", "key-one", "Bearer key-one", true),
    ("another API key", "key-one", "key-two", false),
  ])
  func `two credentials of a session are one user or two`(what: String, one: String, two: String, same: Bool) throws {
    var exchange = try Exchange()
    let first = try exchange.send("{ a }", authorization: one, session: 1).caller
    let second = try exchange.send("{ a }", authorization: two, session: 1).caller
    #expect((first == second) == same, "\(what)")
    #expect(try exchange.send("{ a }", authorization: one, session: 1).caller == first)
    #expect(try exchange.send("{ a }", session: 1).caller == .anonymous)
  }

  @Test func `a token counts by a byte of its subject, in every session and run alike`() throws {
    let bob = try other(than: "ada", sharing: false)
    let ada = Caller.user(byte: try byte(signedToken("ada")))
    for session in [1, 2] {
      var exchange = try Exchange()
      let first = try exchange.send("{ a }", authorization: signedToken(bob, issued: session), session: session).caller
      #expect(first != ada)
      #expect(
        try exchange.send("{ a }", authorization: signedToken("ada", issued: session), session: session).caller == ada)
    }
    // The byte says nothing about another endpoint.
    var elsewhere = try Exchange(salt: 2)
    #expect(try elsewhere.send("{ a }", authorization: signedToken("ada"), session: 1).caller != ada)
  }

  @Test func `two users that share the byte stay two`() throws {
    let bob = try other(than: "ada", sharing: true)
    let byte = try byte(signedToken("ada"))
    var exchange = try Exchange()
    #expect(try exchange.send("{ a }", authorization: signedToken("ada"), session: 1).caller == .user(byte: byte))
    #expect(
      try exchange.send("{ a }", authorization: signedToken(bob), session: 1).caller == .user(byte: byte, number: 2))
    #expect(try exchange.send("{ a }", authorization: signedToken("ada"), session: 1).caller == .user(byte: byte))
  }

  @Test func `other credentials count by the order of first use in the session`() throws {
    var exchange = try Exchange()
    func caller(_ credential: String, _ session: Int?) throws -> Caller {
      try exchange.send("{ a }", authorization: credential, session: session).caller
    }
    #expect(try caller("key-one", 1) == .authenticated(name: nil))
    // A token takes no number.
    _ = try caller(signedToken("ada"), 1)
    #expect(try caller("key-two", 1) == .numbered(2))
    #expect(try caller("key-three", 1) == .numbered(3))
    #expect(try caller("key-one", 1) == .authenticated(name: nil))
    // Another session counts by itself, and so do requests outside of one.
    #expect(try caller("key-three", 2) == .authenticated(name: nil))
    #expect(try caller("key-one", 2) == .numbered(2))
    #expect(try caller("key-two", nil) == .authenticated(name: nil))
    #expect(throws: IdentityError.self) { try caller("key-one", nil) }
    // A session that is forgotten counts from the beginning.
    exchange.redactor.forgetSession(CredentialScope(session: 1))
    #expect(try caller("key-two", 1) == .authenticated(name: nil))
    #expect(try caller("key-one", 2) == .numbered(2))
  }

  @Test func `names win, and take no number`() throws {
    let salt = try Exchange.salt(1)
    let token = try #require(Credential(signedToken("ada"))?.subject)
    let names = [
      IdentityRule.Name("bob", byte: salt.byte(of: Array("key-two".utf8))), .init("ada", byte: salt.byte(of: token)),
    ]
    var exchange = try Exchange(identity: IdentityRule(names: names))
    #expect(try exchange.send("{ a }", authorization: "key-two", session: 1).caller == .authenticated(name: "bob"))
    #expect(
      try exchange.send("{ a }", authorization: signedToken("ada"), session: 1).caller == .authenticated(name: "ada"))
    #expect(try exchange.send("{ a }", authorization: "key-one", session: 1).caller == .authenticated(name: nil))
  }

  @Test func `what a recorded answer issued wins, and takes no number`() throws {
    var exchange = try Exchange()
    let token = signedToken("ada")
    let answer: JSON = ["data": ["login": ["token": .string(token)]]]
    let body = try exchange.record(login, ["email": "a"], session: 1, answer: answer).body
    let placeholder = try #require(body["data"]?["login"]?["token"]?.stringValue)
    #expect(placeholder != token)
    for sent in [token, placeholder] {
      let caller = try exchange.send("{ a }", authorization: sent, session: 1).caller
      #expect(caller == .known(pseudonym: placeholder))
    }
    #expect(try exchange.send("{ a }", authorization: "key-one", session: 1).caller == .authenticated(name: nil))
    // A login by a caller that is known by its number belongs to that caller.
    _ = try exchange.send("{ a }", authorization: "key-two", session: 1)
    _ = try exchange.record(
      "mutation { refresh { token } }", authorization: "key-two", session: 1,
      answer: ["data": ["refresh": ["token": "token-of-two"]]])
    #expect(try exchange.send("{ a }", authorization: "token-of-two", session: 1).caller == .numbered(2))
  }

  @Test func `outside a named session all is as it was`() throws {
    var exchange = try Exchange()
    #expect(try exchange.send("{ a }", authorization: signedToken("ada")).caller == .authenticated(name: nil))
    #expect(
      try exchange.send("{ a }", authorization: signedToken("ada", issued: 7)).caller == .authenticated(name: nil))
    #expect(throws: IdentityError.self) {
      try exchange.send("{ a }", authorization: signedToken(try other(than: "ada", sharing: false)))
    }
    #expect(throws: IdentityError.self) { try exchange.send("{ a }", authorization: "key-one") }
  }

  @Test func `a placeholder is taken for the caller that it stands for`() throws {
    let rule = IdentityRule(names: [.init("ada", byte: 0), .init("bob", byte: 2)])
    var exchange = try Exchange(identity: rule)
    for caller in [
      Caller.authenticated(name: nil), .numbered(2), .numbered(3), .user(byte: 0x3F), .user(byte: 0x3F, number: 2),
      .authenticated(name: "bob"),
    ] {
      let header = try #require(caller.placeholder(by: rule))
      #expect(
        try exchange.redactor.caller(headers: [(header.name, header.value)], session: .init(session: 1)) == caller)
    }
  }
}
