import GraphQLLanguage
import Testing

@Suite("Tokens of a text that is being written")
struct UnfinishedTokensTests {
  @Test(arguments: [
    ("{ a", ["{", "Name a"]),
    ("{ a(b: \"c d\ne }", ["{", "Name a", "(", "Name b", ":", "String", "Name e", "}"]),
    ("a \"\"\"b\nc", ["Name a", "BlockString"]),
    ("a % . .. ä b", ["Name a", "Name b"]),
    ("a(b: 1x) c", ["Name a", "(", "Name b", ":", "Name x", ")", "Name c"]),
    ("\"\\q\" a\nb", ["String", "Name b"]),
    ("# \u{1F600}\na", ["Name a"]),
  ])
  func everythingElseIsRead(text: String, tokens: [String]) {
    let found = lexicalTokens(ofUnfinished: SourceText(text))
    #expect(found.map { [$0.kind, $0.value].compactMap(\.self).joined(separator: " ") } == tokens)
  }

  @Test func aFinishedTextHasItsUsualTokens() throws {
    let source = SourceText("query A($b: [Int!] = [1, 2.5]) { c(d: \"e\", f: \"\"\"g\"\"\") @h ...I }")
    #expect(lexicalTokens(ofUnfinished: source) == (try lexicalTokens(of: source)))
  }

  @Test func invalidBytesAreSkipped() {
    let found = lexicalTokens(
      ofUnfinished: SourceText(utf8: Array("a".utf8) + [0xFF, 0xC3] + Array(" # ".utf8) + [0xFE]))
    #expect(found.map(\.value) == ["a"])
  }
}
