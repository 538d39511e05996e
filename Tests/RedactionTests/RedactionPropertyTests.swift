import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

/// Laws, held against every planted secret in every place.
@Suite struct RedactionPropertyTests {
  static let secrets = Planted.secrets.map(\.text) + ["hunter2!x", "correct horse battery", "bWVAZXhhbXBsZS5jb20="]

  private static let document = """
    query Q($password: String, $other: String) {
      login(password: $password, other: $other, secret: "SECRET") { token message }
    }
    """

  private static func literal(_ secret: String) -> String { StringValue(secret).printed() }

  private static func answer(_ secret: String) -> JSON {
    let bytes = Array(secret.utf8)
    return [
      "data": [
        "before": .string("you sent \(secret)."),
        "login": ["token": .string(secret), "again": .string("Bearer \(secret)")],
        "url": .string("https://x.example/?t=\(PercentEncoding.encoded(bytes).text)&y"),
        "basic": .string(Base64.encode(bytes)), "json": .string(JSON.object(["password": .string(secret)]).compactText),
        "list": [["apiKey": .string(secret)], .string(secret)], "keep": "Berlin",
      ], "errors": [["message": .string("bad token '\(secret)'")]],
    ]
  }

  @Test(arguments: secrets)
  func `no secret is in any output, in any of its forms, and the rest is`(secret: String) throws {
    var exchange = try Exchange()
    let text = Self.document.replacing("\"SECRET\"", with: Self.literal(secret))
    let first = try exchange.record(
      text, ["password": .string(secret), "other": .string("has \(secret) in it")], answer: Self.answer(secret))
    let second = try exchange.record(
      text, ["password": .string(secret), "other": .string(secret)], answer: Self.answer(secret))
    let bytes = Array(secret.utf8)
    let forms = [
      secret, PercentEncoding.encoded(bytes).text, Base64.encodeForURL(bytes).text,
      Base64.encode(bytes).replacing("=", with: ""), JSON.string(secret).compactText.replacing("\"", with: ""),
    ]
    let outputs = [
      first.request.written, second.request.written, first.body.prettyText, second.body.compactText,
      exchange.redactor.text("the message has \(secret) in it"),
    ]
    for output in outputs {
      for form in forms { #expect(!output.contains(form)) }
    }
    #expect(first.body["data"]?["keep"] == "Berlin")
    for output in [first.body, second.body] {
      #expect(SecretScan().findings(path: "a.json", bytes: output.serializePretty()) == [])
    }
    #expect(SecretScan().findings(path: "a.graphql", bytes: Array(second.request.document.printed().utf8)) == [])
    // One text for one secret, wherever it stands in answers; in requests under the name of its place.
    let token = second.body["data"]?["login"]?["token"]?.stringValue ?? ""
    #expect(first.body["data"]?["login"]?["token"]?.stringValue == token)
    #expect(second.body["data"]?["login"]?["again"]?.stringValue == "Bearer \(token)")
    #expect(second.body["data"]?["list"]?[0]?["apiKey"]?.stringValue == token)
    #expect(second.request.variables["password"]?.stringValue == token.replacing("-value-", with: "-password-"))
  }

  @Test(arguments: secrets)
  func `redacting what is redacted changes nothing, with the same memory or a new one`(secret: String) throws {
    var exchange = try Exchange()
    let text = Self.document.replacing("\"SECRET\"", with: Self.literal(secret))
    let once = try exchange.record(text, ["password": .string(secret)], answer: Self.answer(secret))
    for fresh in [false, true] {
      var again = fresh ? try Exchange() : exchange
      let response = RecordedResponse(status: 200, headers: [], body: .json(once.body))
      #expect(try again.redactor.response(response, to: once.request).body.json == once.body)
      let request = try again.redactor.request(
        once.request.document, operationName: "Q", variables: once.request.variables, caller: .anonymous)
      #expect(request.variables == once.request.variables)
      #expect(request.document == once.request.document)
    }
  }

  @Test func `different secrets stay different in one answer`() throws {
    var exchange = try Exchange()
    let elements = Self.secrets.map { JSON.object(["token": .string($0)]) }
    let body = try exchange.record("query Q { a }", answer: ["data": ["a": .array(elements)]]).body
    let found = Set((body["data"]?["a"]?.arrayValue ?? []).compactMap { $0["token"]?.stringValue })
    #expect(found.count == Set(Self.secrets).count)
    #expect(found.isDisjoint(with: Self.secrets))
  }

  @Test func `the order in which operations are recorded does not change pseudonyms of secrets of their own`() throws {
    let exchanges = (0..<6).map { index in
      (
        "query Q\(index % 3)($n: Int) { a(n: $n) { token } }", ["n": JSON(integerLiteral: index)] as JSONObject,
        ["data": ["a": ["token": .string("secret-number-\(index)")]]] as JSON
      )
    }
    var recorded: [[Int: JSON]] = []
    for order in [[0, 1, 2, 3, 4, 5], [5, 3, 1, 0, 2, 4]] {
      var exchange = try Exchange()
      var bodies: [Int: JSON] = [:]
      for index in order {
        let (text, variables, answer) = exchanges[index]
        bodies[index] = try exchange.record(text, variables, answer: answer).body
      }
      recorded.append(bodies)
    }
    #expect(recorded[0] == recorded[1])
    #expect(Set(recorded[0].values.map(\.compactText)).count == 6)
  }

  @Test func `deep answers and fragments that spread each other often are no danger`() throws {
    var answer: JSON = ["token": "hunter2!x"]
    for _ in 0..<400 { answer = ["a": answer] }
    var text = "query Q { ...F0 }\n"
    for index in 0..<60 {
      text += "fragment F\(index) on T { x { ...F\(index + 1) ...F\(index + 1) } ...F\(index + 1) }\n"
    }
    var exchange = try Exchange()
    let body = try exchange.record(text, answer: ["data": answer]).body
    #expect(!body.compactText.contains("hunter2"))
  }

  @Test func `a salt is read as it is written, and nothing else`() throws {
    let content = Array("000102030405060708090a0b0c0d0e0f\n".utf8)
    let salt = try RedactionSalt(fileContent: content, path: "x")
    #expect(salt.fileContent == content)
    for text in ["", "00", "zz0102030405060708090a0b0c0d0e0f", "000102030405060708090a0b0c0d0e0f00"] {
      let error = #expect(throws: RecordingError.self) {
        try RedactionSalt(fileContent: Array(text.utf8), path: "r/redaction-salt")
      }
      #expect(
        error?.description
          == "r/redaction-salt: is not a redaction salt: expected one line of 32 hexadecimal digits. Restore it from version control: with another "
          + "salt, recordings with redacted variables do not match.")
    }
    let bytes = Set((0..<200).map { salt.byte(of: Array("secret-\($0)".utf8)) })
    #expect(bytes.count > 100)
  }

  @Test func `a new salt is derived from the endpoint name, so two branches write the same file`() throws {
    let salt = RedactionSalt(endpoint: "shop")
    #expect(salt == RedactionSalt(endpoint: "shop") && salt != RedactionSalt(endpoint: "shop2"))
    // Recordings depend on it: it never changes.
    #expect(String(decoding: salt.fileContent, as: UTF8.self) == "c80ee03f38e74a59aebd1d734bd82221\n")
    #expect(try RedactionSalt(fileContent: salt.fileContent, path: "x") == salt)
  }
}
