import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct PseudonymTests {
  private func text(_ secret: String, name: String = "token", seed: UInt8 = 1) -> String {
    Pseudonym.text(for: Array(secret.utf8), name: name, hash: ContentHash(of: [seed]))
  }

  private static let plain = ["hunter2!", "x", "correct horse battery staple", "0123456789", Planted.hex(20), "é"]
  private static let shaped = [
    Planted.hex(24), Planted.hex64, Planted.hex(32).uppercased(), "6F1D8E0C-2B1A-4C7E-9F7B-1D2E3F4A5B6C",
    "6f1d8e0c-2b1a-4c7e-9f7b-1d2e3f4a5b6c", "bWVAZXhhbXBsZS5jb20=", Planted.word(16), Planted.word(20),
    Planted.word(64),
    Planted.word(83), Planted.word(30) + "-_" + Planted.word(10),
  ]

  @Test(arguments: plain + shaped + Planted.secrets.map(\.text))
  func `a pseudonym is known as one, is found by no scan, and comes from the hash alone`(secret: String) {
    let pseudonym = text(secret)
    let bytes = Array(pseudonym.utf8)
    #expect(Pseudonym.isOne(bytes))
    #expect(!Pseudonym.isOne(Array(secret.utf8)))
    for context in ["", "Bearer ", "token=", "https://ann:"] {
      #expect(SecretFinder().matches(in: Array("\(context)\(pseudonym)".utf8)) == [])
    }
    #expect(SecretFinder().matches(in: Array("https://ann:\(pseudonym)@host".utf8)) == [])
    #expect(pseudonym == text(secret))
    #expect(pseudonym != text(secret, seed: 2))
    #expect(!pseudonym.contains(secret) || secret.utf8.count < 3)
    // Once more gives a pseudonym of the same shape.
    #expect(Pseudonym.isOne(Array(text(pseudonym, seed: 3).utf8)))
  }

  @Test func `a token decodes, expires in 2100 and says nothing of the real one`() throws {
    let parts = text(Planted.jwt).split(separator: ".").map { Base64.decodeLenient(Array($0.utf8)) ?? [] }
    #expect(parts.count == 3)
    let header = try JSON.parse(parts[0])
    let claims = try JSON.parse(parts[1])
    #expect(header == ["alg": "HS256", "typ": "JWT"])
    #expect(claims["iss"] == "understudy" && claims["exp"]?.intValue == 4_102_444_800)
    #expect(claims["email"] == nil && claims["sub"]?.stringValue?.hasPrefix("understudy-token-") == true)
  }

  @Test func `hexadecimal stays so, in length and case, and a UUID keeps its version`() {
    for secret in [Planted.hex(24), Planted.hex64, Planted.hex(33)] {
      let pseudonym = text(secret)
      #expect(pseudonym.utf8.count == secret.utf8.count && pseudonym.hasPrefix("facade00"))
      #expect(pseudonym.utf8.allSatisfy { $0.isHexDigit && !$0.isUpper })
    }
    #expect(text(Planted.hex(32).uppercased()).hasPrefix("FACADE00"))
    let uuid = text("6F1D8E0C-2B1A-4C7E-9F7B-1D2E3F4A5B6C")
    #expect(uuid.hasPrefix("FACADE00-") && uuid.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4, 12])
    #expect(uuid.split(separator: "-")[2].hasPrefix("4") && uuid.split(separator: "-")[3].hasPrefix("8"))
    // The digit of the variant is random, too. Other variants are kept.
    #expect(text("0A1D8E0C-2B1A-4C7E-BF7B-1D2E3F4A5B6C") == uuid)
    #expect(text("6F1D8E0C-2B1A-4C7E-CF7B-1D2E3F4A5B6C").split(separator: "-")[3].hasPrefix("C"))
  }

  @Test(arguments: [16, 20, 36, 40, 43, 64, 83])
  func `Base64 stays Base64 of its length, or of 36 where it is shorter`(length: Int) throws {
    let pseudonym = text(Planted.word(length))
    #expect(try #require(Base64.decodeLenient(Array(pseudonym.utf8))).text.hasPrefix("understudy-"))
    #expect(pseudonym.utf8.count == max(36, length))
    // Every log-in issues another random token, some without a digit. Their answers must agree all the same.
    let withoutDigits = Planted.word(length).map { $0.isNumber ? "x" : $0 }
    #expect(text(String(withoutDigits)) == pseudonym)
  }

  @Test func `a vendor's key keeps its public prefix and its length`() throws {
    for (kind, secret) in Planted.secrets where kind != .jwt && kind != .privateKey {
      let pseudonym = text(secret)
      #expect(pseudonym.utf8.count == secret.utf8.count)
      let lower = pseudonym.lowercased()
      #expect(lower.contains("understudy") || lower.contains("facade00"))
    }
    #expect(text(Planted.secrets[14].text).hasPrefix("gh" + "p_understudy"))
  }

  @Test func `another text becomes a readable one`() {
    #expect(text("hunter2!", name: "accessToken").hasPrefix("understudy-access-token-"))
    #expect(text("hunter2!", name: "redacted").hasPrefix("understudy-value-"))
    #expect(Pseudonym.redacted(name: "p", byte: 7) == "understudy-redacted-p-07")
    #expect(Pseudonym.slug("päss wörd/../x") == "pss-wrd-x")
    #expect(Pseudonym.slug("🙂") == "value")
  }

  @Test(arguments: [
    "understudy", "understudy-", "understudy-token", "understudy-token-xyz", "understudy-redacted-p-7f0", "facade00",
    "dW5kZXJzdHVkeS", "understudy-token-0123456789ABCDEF", "gh" + "p_" + "xunderstudy" + Planted.word(25),
  ])
  func `what only begins like a pseudonym is none`(text: String) {
    #expect(!Pseudonym.isOne(Array(text.utf8)))
  }

  @Test func `different secrets of one place get different pseudonyms, and the same one the same`() {
    var table = SecretTable()
    let origin = SecretOrigin(endpoint: "e", operation: "Login", variables: [:], path: ["data", "token"])
    var all: Set<String> = []
    for index in 0..<500 { all.insert(table.handOut(Array("secret-\(index)".utf8), at: origin)) }
    #expect(all.count == 500)
    let elsewhere = SecretOrigin(endpoint: "e", operation: "Other", variables: [:], path: ["data", "x"])
    #expect(table.handOut(Array("secret-0".utf8), at: elsewhere) == table.handOut(Array("secret-0".utf8), at: origin))
  }
}
