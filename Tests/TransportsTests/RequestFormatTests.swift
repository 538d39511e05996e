import GraphQLLanguage
import OrderedJSON
import Testing

@testable import Transports

@Suite("The shortest spelling of a request")
struct RequestFormatTests {
  private func shortest(_ body: String) -> String? {
    guard let json = try? JSON.parse(Array(body.utf8)) else { return nil }
    return RequestFormat.shortest(of: json).map { String(decoding: $0, as: UTF8.self) }
  }

  static let spellings = [
    #"{"query":"{a(b: 1) {c}}"}"#,
    #"{"query":"{a(b:1){c}}"}"#,
    #"{ "query" : "{\n  a(b: 1), {\n    c # a comment\n  }\n}\n" }"#,
    #"{"query":"\u007ba(b:1)\t{c}\u007d"}"#,
    "{\"query\":\"\u{FEFF}{a(b:1){c}}\"}",
  ]

  @Test("White space, commas, comments and escapes mean nothing", arguments: spellings)
  func alike(body: String) {
    #expect(shortest(body) == #"{"query":"{a(b:1){c}}"}"#)
  }

  static let different = [
    #"{"query":"{a(b: 1) {c}}"}"#,
    #"{"query":"{a(b: 2) {c}}"}"#,
    #"{"query":"{a(b: 1) {c}}","variables":{"b":1}}"#,
    #"{"query":"{a(b: 1) {c}}","variables":{"b":"1"}}"#,
    #"{"query":"{a(b: 1) {c}}","variables":{"b":"a b"}}"#,
    #"{"query":"{a(b: 1) {c}}","variables":{"b":"a  b"}}"#,
    #"{"query":"{a(b: 1) {c}}","variables":{"b":"a#b"}}"#,
    #"{"query":"{a(b: 1) {c}}","operationName":"A"}"#,
    #"{"query":"{a(b: 1) {c d}}"}"#,
    #"{"query":"{a(b: 1) {cd}}"}"#,
    #"{"query":"{a(b: 1) {c} d}"}"#,
    #"{"query":"{a(b: 1.0) {c}}"}"#,
    #"{"query":"{a(b: \"1\") {c}}"}"#,
    #"{"query":"{a(b: \"1 # 2\") {c}}"}"#,
    #"{"query":"{a(b: \"1  # 2\") {c}}"}"#,
    #"{"query":"{a(b: \"1,2\") {c}}"}"#,
    #"{"query":"{a(b: \"\"\"1\n  2\"\"\") {c}}"}"#,
    #"{"query":"{a(b: \"\"\"1\n\n  2\"\"\") {c}}"}"#,
    #"{"query":"{a(b: [1 1]) {c}}"}"#,
    #"{"query":"{a(b: [11]) {c}}"}"#,
    #"{"query":"{a(b: 1) {...c}}"}"#,
    #"{"query":"{a(b: 1) {... on c{d}}}"}"#,
    #"{"variables":{"query":"{ a  b }"},"query":"{a}"}"#,
    #"{"variables":{"query":"{ a b }"},"query":"{a}"}"#,
  ]

  @Test("Requests for different things have different spellings")
  func differing() throws {
    let all = try Self.different.map { try #require(shortest($0), "\($0)") }
    #expect(Set(all).count == all.count)
  }

  static let without = [
    "", "[]", "{}", #"{"query":null}"#, #"{"query":1}"#, #"{"query":"{a"b"}"}"#, #"{"query":"{a(b: \"c)}"}"#,
    #"{"query":"{a?}"}"#, #"[{"query":"{a}"}]"#, #"{"query":"{a}"} x"#, #"{"id":"1"}"#,
    #"{"query":"{a}","extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}"#,
  ]

  @Test("Some bodies have none", arguments: without)
  func none(body: String) {
    #expect(shortest(body) == nil)
  }

  @Test("Any spelling of any tokens has one shortest, which has the same tokens and is its own")
  func law() throws {
    var random = LinearCongruence(state: 18)
    let tokens = [
      "{", "}", "(", ")", "[", "]", ":", "=", "!", "|", "&", "$", "@", "...", "a", "query", "_1", "-1", "2.5e3",
      #""x # , y""#, #""\"""#, #""""x " y""""#, "\"\"\"\"\"\"",
    ]
    let gaps = [" ", ",", "\n", "\r\n", "\t", "# {a} \"\n", "\u{FEFF}", " ,, "]
    for _ in 0..<300 {
      let document = (0..<Int.random(in: 1...12, using: &random)).map { _ in tokens.randomElement(using: &random) ?? "a"
      }
      func spelled(_ gap: () -> String) -> JSON { ["query": .string(document.map { $0 + gap() }.joined())] }
      let plain = spelled { " " }
      let other = spelled { (0...2).map { _ in gaps.randomElement(using: &random) ?? " " }.joined() }
      let shortest = try #require(RequestFormat.shortest(of: plain))
      #expect(RequestFormat.shortest(of: other) == shortest)
      #expect(try RequestFormat.shortest(of: JSON.parse(shortest)) == shortest)
      #expect(try Self.tokens(of: JSON.parse(shortest)) == Self.tokens(of: plain))
    }
  }

  private static func tokens(of body: JSON) throws -> [String] {
    let text = try #require(body["query"]?.stringValue)
    return try lexicalTokens(of: SourceText(text)).map { "\($0.kind) \($0.value ?? "")" }
  }
}

/// Knuth's MMIX generator: the same numbers in each run.
private struct LinearCongruence: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}
