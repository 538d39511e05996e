import GraphQLLanguage
import Testing

@Suite("Suggestions")
struct DidYouMeanTests {
  @Test(
    arguments: [
      ([], ""), (["A"], #" Did you mean "A"?"#), (["A", "B"], #" Did you mean "A" or "B"?"#),
      (["A", "B", "C"], #" Did you mean "A", "B", or "C"?"#),
      (["A", "B", "C", "D", "E"], #" Did you mean "A", "B", "C", "D", or "E"?"#),
      (["A", "B", "C", "D", "E", "F"], #" Did you mean "A", "B", "C", "D", or "E"?"#),
    ] as [([String], String)])
  func `are offered in the reference's words, five at most`(_ suggestions: [String], sentence: String) {
    #expect(didYouMean(suggestions) == sentence)
  }

  @Test func `say what they are where that is wanted`() {
    #expect(didYouMean("the enum value", ["A"]) == #" Did you mean the enum value "A"?"#)
    #expect(didYouMean("the enum value", ["A", "B"]) == #" Did you mean the enum value "A" or "B"?"#)
    #expect(didYouMean("the enum value", []) == "")
  }

  @Test(
    arguments: [
      ("", ["a"], ["a"]), ("input", [], []), ("bad", ["bbbbbbbb"], []), ("greenish", ["green"], ["green"]),
      ("green", ["greenish"], ["greenish"]), ("verylongstring", ["VERYLONGSTRING"], ["VERYLONGSTRING"]),
      ("VERYLONGSTRING", ["verylongstring"], ["verylongstring"]),
      ("VERYLONGSTRING", ["VeryLongString"], ["VeryLongString"]),
      ("ab", ["abc", "ba"], ["abc", "ba"]),
      ("abc", ["a", "ax", "abx"], ["abx", "a", "ax"]),
      ("GRAPHQl", ["graphics"], ["graphics"]),
      ("abc", ["acb"], ["acb"]), ("ca", ["abc"], []), ("cba", ["abc"], ["abc"]), ("aaaa", ["bbbb"], []),
      ("nme", ["name", "names", "native", "id"], ["name", "names"]),
      ("capitl", ["code", "capital", "capitals"], ["capital", "capitals"]),
      ("a", ["z2", "z10", "z1", "b", "A"], ["A", "b"]),
      ("x1", ["x10", "x2", "x3"], ["x2", "x3", "x10"]),
      ("same", ["same", "same"], ["same"]),
    ] as [(String, [String], [String])])
  func `are what few edits lead to, the nearest first`(_ input: String, options: [String], expected: [String]) {
    #expect(suggestionList(input, options) == expected)
  }

  @Test(arguments: [
    ("a", "b"), ("a1", "a2"), ("a2", "a10"), ("a10", "b1"), ("a", "ab"), ("a1b2", "a1b10"), ("a9", "ab"), ("A", "a"),
    ("a001", "a01"), ("", "a"),
    ("a99999999999999999999", "a100000000000000000000"),
  ])
  func `come in natural order among equals`(_ first: String, second: String) {
    #expect(naturallyPrecedes(first, second))
    #expect(!naturallyPrecedes(second, first))
    #expect(!naturallyPrecedes(first, first))
  }
}
