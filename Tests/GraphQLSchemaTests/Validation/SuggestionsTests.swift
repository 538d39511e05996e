import Testing

@testable import GraphQLSchema

@Suite("Suggestions")
struct SuggestionsTests {
  @Test(
    "are worded by their number",
    arguments: [
      ([], ""), (["a"], #" Did you mean "a"?"#), (["a", "b"], #" Did you mean "a" or "b"?"#),
      (["a", "b", "c"], #" Did you mean "a", "b", or "c"?"#),
      (["a", "b", "c", "d", "e", "f"], #" Did you mean "a", "b", "c", "d", or "e"?"#),
    ])
  func wording(names: [String], expected: String) {
    #expect(Suggestions.didYouMean(names) == expected)
  }

  @Test("name their subject")
  func subject() {
    #expect(Suggestions.didYouMean(["RED"], subject: "the enum value") == #" Did you mean the enum value "RED"?"#)
    #expect(Suggestions.didYouMean([], subject: "the enum value") == "")
  }

  @Test(
    "come by distance, then in natural order",
    arguments: [
      ("", ["a"], ["a"]), ("input", [], []), ("greenish", ["green"], ["green"]), ("green", ["greenish"], ["greenish"]),
      ("gr", ["greenish"], []),
      ("verylongstring", ["veryLONGstring"], ["veryLONGstring"]),
      ("VERYLONGSTRING", ["verylongstring"], ["verylongstring"]),
      ("abc", ["a", "ab", "abc"], ["abc", "ab", "a"]),
      ("GraphQl", ["graphics", "SQL", "GraphQL", "quarks", "mark"], ["GraphQL", "graphics"]),
      ("a", ["az", "ax", "ay"], ["ax", "ay", "az"]), ("val", ["val10", "val2", "val1"], ["val1", "val2", "val10"]),
      ("agr", ["arg"], ["arg"]), ("123456789", ["214365879"], ["214365879"]), ("wide", ["narrow"], []),
    ])
  func order(input: String, options: [String], expected: [String]) {
    #expect(Suggestions.near(input, among: options) == expected)
  }

  @Test(
    "compare numbers in names as numbers",
    arguments: [
      ("a2", "a10", true), ("a10", "a2", false), ("a", "a1", true), ("a02", "a2", false), ("a", "b", true),
      ("A", "a", true), ("a1b2", "a1b10", true), ("", "a", true), ("a", "a", false), ("x9y", "x9a", false),
    ])
  func natural(left: String, right: String, isBefore: Bool) {
    #expect(Suggestions.isNaturallyOrdered(left, right) == isBefore)
  }
}
