import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

/// Secrets inside of texts, in names of files, and of other types than they should have.
@Suite struct SecretTextTests {
  private func findings(_ json: JSON) -> [SecretFinding] {
    SecretScan().findings(path: "a.json", bytes: json.serializePretty())
  }

  @Test(arguments: RedactionPropertyTests.secrets)
  func `the name of a file looks like no secret`(secret: String) throws {
    for form in [secret, "Bearer \(secret)", "https://x.example/?token=\(secret)&y=1", "a \(secret) b"] {
      for name in ["t", "token", "aRatherLongNameOfAVariableThatMovesTheCut"] {
        var exchange = try Exchange()
        let first = try exchange.record(
          "mutation L { login { token } }", answer: ["data": ["login": ["token": .string(secret)]]])
        #expect(first.body["data"]?["login"]?["token"]?.stringValue != secret)
        let request = try exchange.send("query Q($\(name): S) { q(token: $\(name)) }", [name: .string(form)])
        let file = VariablesBrief.text(request.variables) + "-ddccbcba.json"
        #expect(SecretScan().findings(inNameOf: "r/e/q/\(file)", isFolder: false) == [], "\(file)")
        #expect(file.utf8.count <= 60 + 14 && !file.contains(secret))
      }
    }
  }

  @Test func `a pseudonym is named in a file's name, not cut`() {
    func pseudonym(_ secret: String) -> JSON {
      .string(Pseudonym.text(for: Array(secret.utf8), name: "token", hash: ContentHash(of: [1])))
    }
    #expect(VariablesBrief.text(["t": pseudonym(Planted.jwt)]) == "t=jwt")
    #expect(VariablesBrief.text(["t": pseudonym(Planted.jwt), "n": 1]) == "t=jwt,n=1")
    #expect(VariablesBrief.text(["t": pseudonym(Planted.privateKey)]) == "t=private-key")
    #expect(VariablesBrief.text(["t": pseudonym(Planted.word(83))]) == "t=understudy")
    #expect(VariablesBrief.text(["p": "understudy-token-0123456789abcdef"]) == "p=understudy-token-0123456789abcdef")
  }

  static let redacted: [(variables: JSONObject, brief: String)] = [
    (["password": "p$ss `w0rd`"], "password=redacted-"),
    (["email": "me@example.com", "password": "$p"], "email=me-example.com,password=redacted-"),
    (["input": ["otp": "$(rm -rf ~)", "password": "a/b"]], "input.otp=redacted-,input.password=redacted-"),
    (["passwords": ["$1", "$2"]], "passwords=redacted-,redacted-"),
    (["t": .string("Bearer \(Planted.jwt)")], "t=Bearer-redacted-"),
  ]

  @Test(arguments: redacted)
  func `a redacted value is named in brief, and the name is plain to any shell and file system`(
    _ example: (variables: JSONObject, brief: String)
  ) throws {
    var exchange = try Exchange()
    let names = example.variables.names
    let request = try exchange.send(
      "query Q(\(names.map { "$\($0): S" }.joined(separator: ", "))) { q(\(names.map { "\($0): $\($0)" }.joined(separator: ", "))) }",
      example.variables)
    let brief = VariablesBrief.text(request.variables)
    // Each ends in a byte that tells two passwords apart.
    #expect(brief.replacing(/redacted-[0-9a-f]{2}/, with: "redacted-") == example.brief)
    #expect(brief.utf8.allSatisfy { $0.isLetterOrDigit || "._=,-".utf8.contains($0) })
    // Whoever is told of the file has to find it.
    for name in ["\(brief)-ddccbcba.json", "\(brief)-ddccbcbaddccbcba.json"] {
      #expect(SecretScan().findings(inNameOf: "r/e/q/\(name)", isFolder: false) == [])
      #expect(SecretScan().hidden(path: "r/e/query.Q-ddccbcba/\(name)") == "r/e/query.Q-ddccbcba/\(name)")
    }
  }

  @Test func `what a file's name says of pseudonyms is shown, and a secret in it is not`() {
    for name in ["token=jwt-ddccbcba.json", "authToken=understudy-ddccbcba.json", "key=private-key-ddccbcba.json"] {
      #expect(SecretScan().hidden(path: "e/\(name)") == "e/\(name)")
    }
    let secret = "token=\(Planted.word(83))-ddccbcba.json"
    #expect(SecretScan().hidden(path: "e/\(secret)").contains("…"))
    #expect(!SecretScan().hidden(path: "e/\(secret)").contains(Planted.word(83)))
    #expect(SecretScan().hidden(path: "e/password=Xk29fjQ2lz81nBv7-ddccbcba.json") == "e/password=…-ddccbcba.json")
  }

  private static let url =
    "https://x.example/?access_token=hook_AAA7bbb&token=rst_CCC&signature=Zk3v9Qm1x8Lp4Ts7Hd2b&page=2#top"

  @Test func `values of parameters with secret names are replaced in place`() throws {
    var exchange = try Exchange()
    let result = try exchange.record(
      "query Q($u: String) { a(u: $u, v: \"\(Self.url)\") }", ["u": .string(Self.url)],
      answer: ["data": ["u": .string(Self.url), "x": ["token": "rst_CCC"]]])
    let shown = try #require(result.body["data"]?["u"]?.stringValue)
    let all = result.request.written + result.body.compactText
    for secret in ["hook_AAA", "rst_CCC", "Zk3v9Qm1x8"] { #expect(!all.contains(secret)) }
    #expect(shown.hasPrefix("https://x.example/?access_token=understudy-") && shown.hasSuffix("&page=2#top"))
    let token = try #require(result.body["data"]?["x"]?["token"]?.stringValue)
    #expect(shown.contains("&token=\(token)&"))
    #expect(findings(result.body) == [])
  }

  private static let names = [
    "token", "access_token", "refreshToken", "password", "api_key", "client_secret", "signature", "sig", "session",
    "pin", "jwt", "X-Amz-Signature", "page", "tokens", "authorization",
  ]

  @Test(arguments: names)
  func `the scan finds nothing in what the recorder leaves`(name: String) throws {
    let values =
      ["hook_AAA7", Planted.word(20), Planted.hex(32), "1234", "a%2Fb%3D7", "hunter2!x"]
      + Planted.secrets.map(\.text).filter { !$0.contains(" ") }
    for value in values {
      let encoded = PercentEncoding.encoded(Array(value.utf8)).text
      let texts = [
        "https://x.example/?\(name)=\(value)", "see https://x.example/p?a=1&\(name)=\(encoded)&b=2 now",
        "\(name)=\(value)", "\(name): \(value)", "the \(name): \"\(value)\"; \(name)=\(encoded)",
        "https://ann:\(encoded)@h.example/?\(name)=\(value)~x", "{\"u\": \"https://x/?\(name)=\(encoded)\", \"n\": 1}",
      ]
      for text in texts {
        var exchange = try Exchange()
        let result = try exchange.record(
          "query Q($v: String) { a(v: $v, w: \(StringValue(text).printed())) }", ["v": .string(text)],
          answer: ["data": ["note": .string(text)], "errors": [["message": .string(text)]]])
        #expect(findings(result.body) == [], "\(text)")
        #expect(findings(["v": .object(result.request.variables)]) == [], "\(text)")
        let printed = result.request.document.printed()
        #expect(SecretScan().findings(path: "a.graphql", bytes: Array(printed.utf8)) == [], "\(text)")
        var again = try Exchange()
        let second = try again.record(
          result.request.document.printed(), result.request.variables, answer: result.body)
        #expect(second.body == result.body && second.request.variables == result.request.variables, "\(text)")
      }
    }
  }

  @Test func `what is ordinary in a URL stays`() throws {
    var exchange = try Exchange()
    let body: JSON = [
      "data": [
        .string("https://x.example/?page=2&nextToken=abc&tokenCount=7&key=name&session=Opening"),
        "https://x.example/?token=${TOKEN}&password=<password>&secret={secret}", "the token: abc", "password=",
      ]
    ]
    #expect(try exchange.record("query Q { a }", answer: body).body == body)
    #expect(findings(body) == [])
  }

  @Test(arguments: ["tokens", "accessTokens", "refresh_tokens", "passcodes", "jwts", "secretKeys", "recoveryCodes"])
  func `a list of secrets is one`(name: String) throws {
    var exchange = try Exchange()
    let list: JSON = ["data": ["me": [name: ["tk-1", "tk-2"]]]]
    #expect(findings(list).count == 2)
    let body = try exchange.record("query Q { me { \(name) } }", answer: list).body
    #expect(!body.compactText.contains("tk-"))
    #expect(findings(body) == [])
  }

  @Test(
    arguments: [
      ("pin", 1234), ("pin", "12a4"), ("pin", "12 34"), ("password", 778_899), ("secret", 778_899), ("otp", 778_899),
      ("password2", 778_899), ("passwordConfirmation", 778_899), ("apiKey", 778_899), ("passphrase", 778_899),
      ("pin", "1234567890123"), ("pins", ["1234"]), ("pin", 12.5), ("pin", "-1234"),
    ] as [(String, JSON)])
  func `a secret of another type is one`(name: String, value: JSON) throws {
    let text = value.arrayValue?[0].compactText ?? value.compactText
    let plain = text.replacing("\"", with: "")
    for (document, variables) in [
      ("query Q($p: Int!) { a(\(name): $p) }", ["p": value] as JSONObject),
      ("query Q($i: In!) { a(in: $i) }", ["i": [name: value]] as JSONObject),
      ("query Q($p: Int!) { a(in: {\(name): $p}) }", ["p": value] as JSONObject),
      ("query Q($p: Int = \(value.compactText)) { a(in: {\(name): $p}) }", [:] as JSONObject),
      ("query Q { a(\(name): \(value.compactText)) }", [:] as JSONObject),
    ] {
      var exchange = try Exchange()
      let request = try exchange.record(document, variables, answer: ["data": [name: value]])
      #expect(!request.request.written.contains(plain), "\(request.request.written)")
      #expect(!request.body.compactText.contains(plain))
      #expect(findings(request.body) == [])
      var replay = try Exchange()
      #expect(try replay.send(document, variables).key() == request.request.key())
    }
  }

  @Test(arguments: ["hunter-two", "hunter2", "x"] as [JSON])
  func `a text that is sent for a number is as secret as the number`(value: JSON) throws {
    var exchange = try Exchange()
    let request = try exchange.send(
      "query Q($p: Int!, $q: [Int!]) { a(pin: $p, cvv: $q) }", ["p": value, "q": [value]])
    #expect(request.variables["p"]?.stringValue.map(Pseudonym.isRedacted) == true)
    #expect(request.variables["q"]?[0]?.stringValue.map(Pseudonym.isRedacted) == true)
    let text = try exchange.send("query Q($p: String!) { a(pin: $p) }", ["p": "Berlin, Mitte"])
    #expect(text.variables == ["p": "Berlin, Mitte"])
  }

  @Test func `a known secret is found in every encoding`() throws {
    let secret = "Passw0rd/ä+%1"
    let forms = [
      "Passw0rd/%C3%A4%2B%251", "Passw0rd/%C3%A4+%251", "Passw0rd%2F%C3%A4%2B%251", "Passw0rd%2f%c3%a4%2b%251",
      Base64.encode(Array("ann:\(secret)".utf8)), Base64.encode(Array(secret.utf8)),
      Base64.encodeForURL(Array("ann:\(secret)".utf8)).text,
    ]
    for form in forms {
      for text in [form, "see \(form) there", "x=\(form)&y", "a: \(form), b"] {
        var exchange = try Exchange()
        let body = try exchange.record(
          "query Q($p: String) { a(password: $p) }", ["p": .string(secret)], answer: ["data": ["note": .string(text)]]
        ).body
        let shown = try #require(body["data"]?["note"]?.stringValue)
        #expect(!shown.contains(form), "\(shown)")
      }
    }
  }

  @Test func `the Base64 of what stands for a secret is right`() throws {
    for count in 8..<20 {
      let secret = "hunter2!" + Planted.word(count - 8)
      for prefix in ["", "ann:"] {
        var exchange = try Exchange()
        let body = try exchange.record(
          "query Q($p: String) { a(password: $p) }", ["p": .string(secret)],
          answer: ["data": ["note": .string(Base64.encode(Array("\(prefix)\(secret)".utf8)))]]
        ).body
        let shown = try #require(body["data"]?["note"]?.stringValue)
        let decoded = try #require(Base64.decode(shown), "\(shown)").text
        #expect(decoded.hasPrefix("\(prefix)understudy-redacted-"), "\(shown)")
      }
    }
  }
}
