import GraphQLLanguage
import Testing

@Suite("Source text")
struct SourceTextTests {
  @Test(arguments: [
    ("", 0, 1, 1), ("abc", 0, 1, 1), ("abc", 2, 1, 3), ("abc", 3, 1, 4),
    ("a\nb", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\rb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\n\rb", 3, 3, 1),
    ("a\r\rb", 3, 3, 1), ("\n\n\nx", 3, 4, 1), ("\u{FEFF}x", 3, 1, 2),
    // A column counts UTF-16 code units: one for é, two for a violin.
    ("éx", 2, 1, 2), ("🎻x", 4, 1, 3), ("\u{2028}x", 3, 1, 2), ("é\n🎻🎻x", 11, 2, 5),
  ])
  func `counts lines and columns from 1, past every kind of line end`(
    _ text: String, offset: Int, line: Int, column: Int
  ) {
    #expect(SourceText(text).location(at: offset) == .init(line: line, column: column))
  }

  @Test func `takes an offset outside the text for the nearest one inside`() {
    let text = SourceText("ab\nc")
    #expect(text.location(at: -5) == .init(line: 1, column: 1))
    #expect(text.location(at: 99) == .init(line: 2, column: 2))
  }

  @Test func `finds the locations of places and leaves out those in no text`() {
    let text = SourceText("ab\nc")
    let places = [Place(start: 3, end: 4), .none, Place(start: 1, end: 2)]
    #expect(text.locations(of: places) == [.init(line: 2, column: 1), .init(line: 1, column: 2)])
  }

  @Test func `shows a place with its neighbouring lines and a caret`() {
    let text = SourceText("query A {\n  a(b: )\n}", name: "a.graphql")
    let excerpt = """
      a.graphql:2:8
      1 | query A {
      2 |   a(b: )
        |        ^
      3 | }
      """
    #expect(text.excerpt(at: .init(line: 2, column: 8)) == excerpt)
  }

  @Test func `aligns line numbers of different length and leaves no space after an empty line`() {
    let text = SourceText(String(repeating: "\n", count: 8) + "nine\r\n\r\neleven")
    let excerpt = """
      GraphQL request:10:1
       9 | nine
      10 |
         | ^
      11 | eleven
      """
    #expect(text.excerpt(at: .init(line: 10, column: 1)) == excerpt)
  }

  @Test func `shows a text of one line without neighbours`() {
    #expect(SourceText("{ a").excerpt(at: .init(line: 1, column: 4)) == "GraphQL request:1:4\n1 | { a\n  |    ^")
    #expect(SourceText("").excerpt(at: .init(line: 1, column: 1)) == "GraphQL request:1:1\n1 |\n  | ^")
  }

  @Test(arguments: [
    ("\ta:\t!", 5, "\t  \t^"), ("\"日本\" !", 6, "       ^"), ("\"e\u{301}\" !", 6, "    ^"), ("\"🎻\" !", 6, "     ^"),
    ("\"é\" !", 5, "    ^"), ("\ta", 4, "\t  ^"),
  ])
  func `points at what follows tabs, wide characters and marks`(line: String, column: Int, caret: String) {
    let excerpt = SourceText(line).excerpt(at: .init(line: 1, column: column))
    #expect(excerpt == "GraphQL request:1:\(column)\n1 | \(line)\n  | \(caret)")
  }

  @Test func `shows a line of more than 120 columns in pieces of 80`() {
    let line = (0..<30).map { "field\($0 + 10) " }.joined()
    let excerpt = """
      GraphQL request:1:170
      1 | field10 field11 field12 field13 field14 field15 field16 field17 field18 field19 \n\
        | field20 field21 field22 field23 field24 field25 field26 field27 field28 field29 \n\
        | field30 field31 field32 field33 field34 field35 field36 field37 field38 field39 \n\
        |          ^
      """
    #expect(SourceText(line).excerpt(at: .init(line: 1, column: 170)) == excerpt)
  }

  @Test(arguments: [(1, 1, 1), (80, 1, 80), (81, 2, 1), (121, 2, 41), (160, 2, 80), (161, 3, 1)])
  func `points into the right piece at its borders`(column: Int, piece: Int, columnInPiece: Int) throws {
    let line = String(repeating: "a", count: 80) + String(repeating: "b", count: 80) + "ccc"
    let rows = SourceText(line).excerpt(at: .init(line: 1, column: column)).split(separator: "\n")
    let caret = try #require(rows.firstIndex { $0.hasSuffix("^") })
    #expect(caret == piece + 1)
    #expect(rows[caret] == "  | " + String(repeating: " ", count: columnInPiece - 1) + "^")
    // One more piece follows where there is one.
    #expect(rows.count == min(caret + 2, 5))
  }

  @Test func `does not cut a character of two code units between pieces`() {
    let line = String(repeating: "a", count: 79) + "🎻" + String(repeating: "b", count: 50)
    let rows = SourceText(line).excerpt(at: .init(line: 1, column: 1)).split(separator: "\n")
    #expect(rows.last.map(String.init) == "  | " + String(repeating: "b", count: 50))
    #expect(rows[1].hasSuffix("a🎻"))
  }

  @Test func `keeps a line of exactly 120 columns whole`() {
    let line = String(repeating: "a", count: 120)
    #expect(SourceText(line).excerpt(at: .init(line: 1, column: 1)) == "GraphQL request:1:1\n1 | \(line)\n  | ^")
  }

  @Test func `is told apart by its text and by its name`() {
    #expect(SourceText("a") == SourceText(utf8: [0x61]))
    #expect(SourceText("a") != SourceText("b"))
    #expect(SourceText("a") != SourceText("a", name: "other"))
  }
}
