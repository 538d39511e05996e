import OrderedJSON
import Testing

@testable import Engine
@testable import Maintenance

@Suite("Check: what is shown of files")
struct CheckExcerptTests {
  @Test(
    "The caret stands below its character, whatever is written out before it",
    arguments: [
      ("type A { a: B }", "            ^", "type A { a: B }", "            ^"),
      ("\ta: B", "\t   ^", "\ta: B", "\t   ^"),
      ("\"\u{1B}\" B", "    ^", "\"\\u{1b}\" B", "         ^"),
      ("\"日\u{7F}\" B", "      ^", "\"日\\u{7f}\" B", "           ^"),
    ])
  func caret(text: String, caret: String, shownText: String, shownCaret: String) {
    var finding = CheckFinding(.finding, "Wrong.")
    finding.excerpt = ["1 | \(text)", "  | \(caret)", "2 | }"]
    #expect(finding.description == "Wrong.\n1 | \(shownText)\n  | \(shownCaret)\n2 | }")
  }
}
