import OrderedJSON
import Recordings
import Testing

@testable import Redaction

/// Bounds of the secrets and credentials that clients send.
struct SecretTableTests {
  private func token(_ number: Int) -> [UInt8] {
    Array("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.signature-\(number)".utf8)
  }

  private func note(_ secret: [UInt8], in table: inout SecretTable) {
    table.note(secret, as: "understudy-redacted-value-00", isOpen: true)
  }

  @Test func `secrets that only clients know are forgotten past the bound, those that came first before others`() {
    var table = SecretTable(byteLimit: 1 << 20)
    for number in 0..<10_000 { note(token(number), in: &table) }
    #expect((100...1_000).contains(table.replacements.count))
    #expect(table.replacing(in: token(0)) == nil)
    #expect(table.replacing(in: Array("x \(String(decoding: token(0), as: UTF8.self)) y".utf8)) == nil)
    #expect(table.replacing(in: token(9_999))?.text == "understudy-redacted-value-00")
    #expect(
      table.replacing(in: Array("x ".utf8) + token(9_999) + Array(" y".utf8))?.text
        == "x understudy-redacted-value-00 y")
    note(token(0), in: &table)
    #expect(table.replacing(in: token(0))?.text == "understudy-redacted-value-00")
  }

  @Test func `a secret that an answer issued is never forgotten`() {
    var table = SecretTable(byteLimit: 1 << 20)
    let origin = SecretOrigin(endpoint: "e", operation: "Login", variables: [:], path: ["data", "token"])
    note(token(-1), in: &table)
    let text = table.handOut(token(-1), at: origin)
    for number in 0..<10_000 { note(token(number), in: &table) }
    #expect(table.replacing(in: Array("x ".utf8) + token(-1))?.text == "x " + text)
  }

  @Test func `of secrets that begin alike each is found, the longest first`() {
    var table = SecretTable()
    let origin = SecretOrigin(endpoint: "e", operation: "Login", variables: [:], path: ["data", "token"])
    let secrets = (1...40).map { Array("eyJhbGciOiJIUzI1NiJ9.\(String(repeating: "x", count: $0))-".utf8) }
    let texts = secrets.map { table.handOut($0, at: origin) }
    #expect(Set(texts).count == secrets.count)
    for (secret, text) in zip(secrets, texts) {
      #expect(table.replacing(in: Array("<".utf8) + secret + Array(">".utf8))?.text == "<\(text)>")
    }
  }

  @Test func `a session has a bound of credentials that are told apart`() throws {
    var credentials = SessionCredentials()
    let salt = try Exchange.salt(1)
    for number in 0..<SessionCredentials.limit {
      let credential = try #require(Credential("key-number-\(number)"))
      #expect(credentials.caller(of: credential, salt: salt) != nil)
    }
    #expect(credentials.caller(of: try #require(Credential("key-too-many")), salt: salt) == nil)
    #expect(credentials.caller(of: try #require(Credential("key-number-0")), salt: salt) == .authenticated(name: nil))
  }
}
