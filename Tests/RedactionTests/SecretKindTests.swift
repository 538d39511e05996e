import RecordingsTestSupport
import Testing

@testable import Recordings
@testable import Redaction

@Suite struct SecretKindTests {
  private let finder = SecretFinder()

  @Test(arguments: Planted.secrets.indices)
  func `a planted secret is found alone and in a text, at its place`(index: Int) {
    let (kind, text) = Planted.secrets[index]
    let bytes = Array(text.utf8)
    #expect(finder.matches(in: bytes) == [.init(range: 0..<bytes.count, kind: kind)])
    for (before, after) in [("see ", " please"), ("\"", "\""), ("é(", ")"), ("x=", "&y"), ("key: ", ", more")] {
      let start = before.utf8.count
      let found = finder.matches(in: Array((before + text + after).utf8))
      #expect(found == [.init(range: start..<(start + bytes.count), kind: kind)])
    }
  }

  @Test(arguments: Planted.inContext.indices)
  func `a secret is found by what stands around it, and only its own bytes`(index: Int) {
    let (kind, text, secret) = Planted.inContext[index]
    let bytes = Array(text.utf8)
    let found = finder.matches(in: bytes)
    #expect(found.map(\.kind) == [kind])
    #expect(found.map { bytes[$0.range].text } == [secret])
  }

  @Test(arguments: Planted.nearMisses)
  func `a near miss is not found`(text: String) {
    #expect(finder.matches(in: Array(text.utf8)) == [])
    #expect(finder.matches(in: Array("see \(text), please".utf8)) == [])
  }

  @Test func `at least twenty-five kinds are planted, and all that need no option`() {
    let planted = Set(Planted.secrets.map(\.kind) + Planted.inContext.map(\.kind))
    #expect(planted.count >= 40)
    #expect(Set(SecretKind.allCases).subtracting(planted) == [.named, .card])
    #expect(Set(SecretKind.allCases.map(\.rawValue)).count == SecretKind.allCases.count)
  }

  @Test func `two secrets in one text are two`() {
    let (first, second) = (Planted.secrets[14].text, Planted.jwt)
    #expect(finder.matches(in: Array("\(first) \(second)".utf8)).map(\.kind) == [.github, .jwt])
  }

  @Test func `a key that was cut off is found to the end`() {
    let cut = Array(Planted.privateKey.utf8.prefix(90))
    #expect(finder.matches(in: cut) == [.init(range: 0..<90, kind: .privateKey)])
  }

  @Test(arguments: ["4111 1111 1111 1111", "4111111111111111", "5500-0000-0000-0004", "378282246310005"])
  func `a card number is found where asked for`(number: String) {
    let cards = SecretFinder(findsCards: true)
    let bytes = Array("card \(number), thanks".utf8)
    #expect(cards.matches(in: bytes) == [.init(range: 5..<(5 + number.utf8.count), kind: .card)])
    #expect(finder.matches(in: bytes) == [])
  }

  @Test(arguments: [
    "4111 1111 1111 1112", "1583556631", "1111111111111111", "41111111111111111111111", "0000000000000000",
  ])
  func `a number with a wrong check digit or length is no card`(number: String) {
    #expect(SecretFinder(findsCards: true).matches(in: Array(number.utf8)) == [])
  }
}
