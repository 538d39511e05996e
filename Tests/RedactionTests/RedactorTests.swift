import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct RedactorTests {
  private let login = "mutation Login($email: String) { login(email: $email) { token } }"
  private let mailToken = "bWVAZXhhbXBsZS5jb20="

  @Test func `a token that is an e-mail in Base64 is handed out as another, and counts by it behind Bearer or bare`()
    throws
  {
    var recording = try Exchange()
    let (request, body) = try recording.record(
      login, ["email": "me@example.com"], answer: ["data": ["login": ["token": .string(mailToken)]]])
    let token = try #require(body["data"]?["login"]?["token"]?.stringValue)
    let decoded = try #require(Base64.decodeLenient(Array(token.utf8))?.text)
    #expect(decoded.hasPrefix("understudy-") && decoded.hasSuffix("@example.com") && !decoded.contains("me@"))
    #expect(request.variables == ["email": "me@example.com"])

    let bare = try recording.send("{ me { id } }", authorization: mailToken)
    let bearer = try recording.send("{ me { id } }", authorization: "Bearer \(mailToken)")
    #expect(bare.caller == .known(pseudonym: token))
    // One somebody; but a server that wants the bare token may know nobody who sends it behind Bearer.
    #expect(bearer.caller.withoutScheme == bare.caller && bearer.caller != bare.caller)
    #expect(bearer.caller.description == "authenticated as Bearer \(token)")
    #expect(bare.caller.description == "authenticated as \(token)")

    let variables = try recording.send(
      "query Q($t: String, $h: String) { q(token: $t, head: $h) }",
      ["t": .string(mailToken), "h": .string("Bearer \(mailToken)")])
    #expect(variables.variables == ["t": .string(token), "h": .string("Bearer \(token)")])
    let literal = try recording.send("{ q(token: \"\(mailToken)\") }")
    #expect(literal.document.printed().contains("\"\(token)\""))
  }

  @Test func `every secret of a long list of maps is redacted, however many names there are`() throws {
    var recording = try Exchange()
    let maps = (0..<3).map { row in
      JSON.object(
        JSONObject(
          (0..<1_500).map { .init($0 % 2 == 0 ? "word\($0)" : "apiToken\($0)", .string("value-\(row)-\($0)")) }))
    }
    let (_, body) = try recording.record("{ settings }", answer: ["data": ["settings": .array(maps)]])
    for (row, map) in (body["data"]?["settings"]?.arrayValue ?? []).enumerated() {
      for (number, member) in (map.objectValue?.members ?? []).enumerated() {
        let isAsSent = member.value == .string("value-\(row)-\(number)")
        #expect(isAsSent == (number % 2 == 0), "\(member.name)")
      }
    }
  }

  @Test func `two users who log in by values in the text, in two sessions, stay two`() throws {
    func token(_ text: String, _ session: Int, _ recording: inout Exchange) throws -> String {
      let secret = "\(Planted.hex(20))\(session)"
      let answer: JSON = ["data": ["login": ["token": .string(secret)]]]
      let body = try recording.record(text, session: session, answer: answer).body
      return try #require(body["data"]?["login"]?["token"]?.stringValue)
    }
    let texts = [
      #"mutation Login { login(user: "ann") { token } }"#, #"mutation Login { login(user: "bob") { token } }"#,
      #"mutation Login { login(user: {names: ["ann"]}) { token } }"#,
      #"mutation Login { ...L } fragment L on Mutation { login(user: "cid") { token } }"#,
      #"mutation Login { login(user: "ann", realm: "b") { token } }"#,
      #"mutation Login($u: String = "dan") { login(user: $u) { token } }"#,
      #"mutation Login($u: String = "eve") { login(user: $u) { token } }"#,
    ]
    var recording = try Exchange()
    var all: Set<String> = []
    for (number, text) in texts.enumerated() { all.insert(try token(text, number, &recording)) }
    #expect(all.count == texts.count)
    // Another client's spelling, and values that have nothing to do with the log-in, make no difference.
    let others = [
      texts[1], #"mutation Login { login(user: """bob""") { token user { photo(size: 40) } } }"#,
      #"mutation Login { login(realm: "b", user: "ann") { token } }"#,
    ]
    for text in others {
      var again = try Exchange()
      #expect(try all.contains(token(text, 7, &again)), "\(text)")
    }
  }

  @Test func `recording again gives the same pseudonym, though the token is another`() throws {
    func pseudonym(_ token: String, email: JSON = "me@example.com", operation: String? = nil) throws -> JSON? {
      var recording = try Exchange()
      return try recording.record(
        operation ?? login, ["email": email], answer: ["data": ["login": ["token": .string(token)]]]
      ).body["data"]?["login"]?["token"]
    }
    let first = try pseudonym(Planted.word(30))
    #expect(try pseudonym(String(Planted.word(40).suffix(30))) == first)
    #expect(try pseudonym(Planted.word(30), email: "you@example.com") != first)
    #expect(try pseudonym(Planted.word(30), operation: login.replacing("Login", with: "SignIn")) != first)
  }

  @Test func `a wrong password is told from the right one, without either being kept`() throws {
    let text = "mutation Login($p: String!) { login(password: $p) { ok } }"
    var recording = try Exchange()
    let right = try recording.send(text, ["p": "hunter2!x"])
    let wrong = try recording.send(text, ["p": "hunter3!x"])
    #expect(try right.key() != wrong.key())
    var replay = try Exchange()
    #expect(try replay.send(text, ["p": "hunter2!x"]).key() == right.key())
    #expect(try replay.send(text, ["p": right.variables["p"] ?? .null]).key() == right.key())
    var elsewhere = try Exchange(salt: 2)
    #expect(try elsewhere.send(text, ["p": "hunter2!x"]).key() != right.key())
    let kept = try #require(right.variables["p"]?.stringValue)
    #expect(kept.hasPrefix("understudy-redacted-p-") && kept.utf8.count == 24)
    #expect(Pseudonym.isRedacted(kept))
  }

  @Test func `what the client sends on replay gives the key it was recorded under`() throws {
    let token = Planted.jwt
    let read = "query Me($t: String!) { me(token: $t) { name } }"
    var recording = try Exchange()
    let first = try recording.record(login, ["email": "a"], answer: ["data": ["login": ["token": .string(token)]]])
    let second = try recording.send(read, ["t": .string(token)], authorization: "Bearer \(token)")

    var replay = try Exchange()
    let sent = try replay.send(login, ["email": "a"])
    #expect(try sent.key() == first.request.key())
    replay.redactor.adopt(RecordedResponse(status: 200, headers: [], body: .json(first.body)), to: sent)
    let handed = try #require(first.body["data"]?["login"]?["token"]?.stringValue)
    #expect(try replay.send(read, ["t": .string(handed)], authorization: "Bearer \(handed)").key() == second.key())
    #expect(try replay.send(read, ["t": .string(token)], authorization: "Bearer \(handed)").key() != second.key())
  }

  @Test func `fields are known by name, alias or argument, and literals and defaults go as well`() throws {
    var recording = try Exchange()
    let (request, body) = try recording.record(
      """
      query Q($x: String, $in: In = {password: "hunter2!d"}) {
        t: token
        login(secret: $x, in: $in, pin: 1234, note: "hi", code: {apiKey: "hunter2!e"}) { a: password ...F }
      }
      fragment F on User { b: apiKey }
      """, ["x": "hunter2!a", "in": ["password": "hunter2!b", "user": "ann"]],
      answer: ["data": ["t": "hunter2!f", "login": ["a": "hunter2!g", "b": "hunter2!h", "c": "plain"]]])
    let all = request.written + body.compactText
    #expect(!all.contains("hunter2") && !all.contains("1234"))
    #expect(all.contains("plain") && all.contains("\"hi\"") && all.contains("ann"))
    #expect(try parse(SourceText(request.document.printed())) == request.document)
  }

  @Test func `an alias is known in payloads that come later, too`() throws {
    var recording = try Exchange()
    let body = try recording.record(
      "query Q { me { ... @defer { t: token n: name } } }",
      answer: ["incremental": [["path": ["me"], "data": ["t": "hunter2!a", "n": "Ann"]]], "hasNext": false]
    ).body
    #expect(!body.compactText.contains("hunter2") && body.compactText.contains("Ann"))
  }

  @Test func `ordinary data stays, byte for byte`() throws {
    let body: JSON = [
      "data": [
        "launches": ["cursor": "1583556631", "hasMore": true, "nextToken": "Zk3v9Qm1x8Lp4Ts7Hd2b", "tokens": 512],
        "post": ["id": ["value": "6F1D8E0C-2B1A-4C7E-9F7B-1D2E3F4A5B6C"], "tokenCount": 3, "password": .null],
        "node": ["id": "TGF1bmNoOjI1", "hash": .string(Planted.hex64), "session": ["title": "Opening"]],
      ]
    ]
    var recording = try Exchange()
    let result = try recording.record("query Q($id: ID!) { a }", ["id": "cixnen24p33lo0143bexvr52n"], answer: body)
    #expect(result.body == body)
    #expect(result.request.variables == ["id": "cixnen24p33lo0143bexvr52n"])
  }

  @Test func `numbers in secret places become zero in answers and a text in variables`() throws {
    var recording = try Exchange()
    let result = try recording.record("query Q { a }", ["pin": 1234], answer: ["data": ["pin": 1234, "count": 1234]])
    #expect(result.body == ["data": ["pin": 0, "count": 1234]])
    #expect(result.request.variables["pin"]?.stringValue.map(Pseudonym.isRedacted) == true)
  }

  @Test func `a body that is not JSON is refused, unless a rule allows text`() throws {
    let html = RecordedResponse(
      status: 502, headers: [.init(name: "content-type", value: "text/html; charset=utf-8")],
      body: .text("<p>token=Zk3v9Qm1x8Lp4Ts7Hd2b</p>"))
    var strict = try Exchange()
    let request = try strict.send("query Q { a }")
    let refusal = #expect(throws: RedactionRefusal.self) { try strict.redactor.response(html, to: request) }
    #expect(
      refusal?.description
        == "The answer to Q was not recorded: it is text/html, not JSON, and may hold secrets. If it contains none, add "
        + "this to endpoint.yaml: redaction: { text: [Q] }")
    let nameless = try strict.send("{ a }")
    let other = #expect(throws: RedactionRefusal.self) { try strict.redactor.response(html, to: nameless) }
    #expect(other?.description.contains("the operation without a name") == true)
    let image = RecordedResponse(status: 200, headers: [], body: .bytes([0xFF, 0x00]))
    let third = #expect(throws: RedactionRefusal.self) { try strict.redactor.response(image, to: request) }
    #expect(
      third?.description
        == "The answer to Q was not recorded: it is no text, not JSON, and may hold secrets that cannot be found in it. To get JSON, send the header Accept: application/json."
    )
    for allowed in [RedactionRules.TextAllowance.everybody, .operations(["Q"])] {
      var lenient = try Exchange(text: allowed)
      let kept = try lenient.redactor.response(html, to: try lenient.send("query Q { a }"))
      guard case .text(let text) = kept.body else { Issue.record("no text"); continue }
      #expect(text.hasPrefix("<p>token=") && text.hasSuffix("</p>") && !text.contains("Zk3v9"))
    }
    var others = try Exchange(text: .operations(["R"]))
    let sent = try others.send("query Q { a }")
    #expect(throws: RedactionRefusal.self) { try others.redactor.response(html, to: sent) }
    let empty = RecordedResponse(status: 204, headers: [], body: .text(""))
    #expect(try strict.redactor.response(empty, to: request) == empty)
  }

  @Test func `JSON with a name twice, and JSON inside of strings, is redacted as JSON`() throws {
    var recording = try Exchange()
    let request = try recording.send("query Q { a }")
    let twice = RecordedResponse(status: 200, headers: [], body: .text(#"{"token":"hunter2!a","token":"hunter2!b"}"#))
    guard case .text(let text) = try recording.redactor.response(twice, to: request).body else { return }
    #expect(!text.contains("hunter2"))
    let inner = try recording.record("query Q { a }", answer: ["data": ["blob": #"{"password":"hunter2!c","n":1.0}"#]])
    let blob = try #require(inner.body["data"]?["blob"]?.stringValue)
    #expect(!blob.contains("hunter2") && blob.contains(#""n":1.0"#))
  }

  @Test func `texts for the terminal hold neither what is known nor what looks like a secret`() throws {
    var recording = try Exchange()
    _ = try recording.send("query Q { a(password: \"hunter2!x\") }")
    let text = recording.redactor.text("wrong password hunter2!x, key \(Planted.secrets[14].text), me")
    #expect(!text.contains("hunter2!x") && !text.contains(Planted.secrets[14].text))
    #expect(text.hasPrefix("wrong password understudy-redacted-value-") && text.hasSuffix(", me"))
  }

  @Test func `a word that happens to be a password stays where no name makes it one`() throws {
    var recording = try Exchange()
    let result = try recording.record(
      "query Q { a(password: \"Berlin\") }", answer: ["data": ["city": "Berlin", "password": "Berlin"]])
    #expect(result.body["data"]?["city"] == "Berlin")
    #expect(result.body["data"]?["password"] != "Berlin")
  }
}
