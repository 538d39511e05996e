import GraphQLLanguage
import Testing

@Suite("Canonical texts of near twins")
struct NearTwinTests {
  private static let original = """
    query Q($a: Int = 1, $b: [String!]) @q { x: one(first: 3, filter: {name: "n", in: [1, 2]}) @include(if: $a) { id name ...F } two }
    fragment F on T @f { size }
    """

  /// Each differs from the original in one thing that a server may answer to.
  private static let twins: [(what: String, text: String)] = [
    ("the original", original),
    ("another name", replacing("query Q", "query R")),
    ("no name", replacing("query Q", "query ")),
    ("another kind", replacing("query Q", "mutation Q")),
    ("another kind still", replacing("query Q", "subscription Q")),
    ("another variable name", replacing("$b: [", "$c: [")),
    ("another variable type", replacing("$a: Int", "$a: ID")),
    ("a variable that must be given", replacing("$a: Int ", "$a: Int! ")),
    ("a list of nullable items", replacing("[String!]", "[String]")),
    ("a list that must be given", replacing("[String!]", "[String!]!")),
    ("no list", replacing("[String!]", "String!")),
    ("another default", replacing("= 1", "= 2")),
    ("a default of null", replacing("= 1", "= null")),
    ("no default", replacing("= 1", "")),
    ("a directive on a variable", replacing("= 1", "= 1 @v")),
    ("one variable less", replacing(", $b: [String!]", "")),
    ("one variable more", replacing("[String!]", "[String!], $c: Int")),
    ("another directive on the operation", replacing("@q", "@r")),
    ("no directive on the operation", replacing("@q", "")),
    ("a directive twice", replacing("@q", "@q @q")),
    ("a directive with an argument", replacing("@q", "@q(a: 1)")),
    ("another alias", replacing("x: one", "y: one")),
    ("no alias", replacing("x: one", "one")),
    ("an alias that is the name", replacing("x: one", "one: one")),
    ("another field", replacing("x: one", "x: three")),
    ("another argument name", replacing("first: 3", "last: 3")),
    ("one argument less", replacing("first: 3, ", "")),
    ("one argument more", replacing("first: 3", "first: 3, after: 1")),
    ("another number", replacing("first: 3", "first: 4")),
    ("a fraction", replacing("first: 3", "first: 3.0")),
    ("another fraction", replacing("first: 3", "first: 3.00")),
    ("an exponent", replacing("first: 3", "first: 3e0")),
    ("a string of digits", replacing("first: 3", "first: \"3\"")),
    ("a variable for a literal", replacing("first: 3", "first: $a")),
    ("null for a literal", replacing("first: 3", "first: null")),
    ("an enum value for a literal", replacing("first: 3", "first: three")),
    ("a list for a literal", replacing("first: 3", "first: [3]")),
    ("another string", replacing("\"n\"", "\"m\"")),
    ("another letter case", replacing("\"n\"", "\"N\"")),
    ("a space more", replacing("\"n\"", "\"n \"")),
    ("a line end", replacing("\"n\"", "\"n\\n\"")),
    ("a backslash and a letter", replacing("\"n\"", "\"n\\\\n\"")),
    ("a composed letter", replacing("\"n\"", "\"\u{E9}\"")),
    ("the same letter decomposed", replacing("\"n\"", "\"e\u{301}\"")),
    ("an empty string", replacing("\"n\"", "\"\"")),
    ("an enum value for a string", replacing("\"n\"", "n")),
    ("a boolean", replacing("\"n\"", "true")),
    ("the other boolean", replacing("\"n\"", "false")),
    ("another input field", replacing("name: \"n\"", "title: \"n\"")),
    ("one input field less", replacing("name: \"n\", ", "")),
    ("another list order", replacing("[1, 2]", "[2, 1]")),
    ("a list run together", replacing("[1, 2]", "[12]")),
    ("a list in a list", replacing("[1, 2]", "[[1, 2]]")),
    ("lists in a list", replacing("[1, 2]", "[[1], 2]")),
    ("an empty list", replacing("[1, 2]", "[]")),
    ("an empty object", replacing("[1, 2]", "{}")),
    ("another directive on a field", replacing("@include(if: $a)", "@skip(if: $a)")),
    ("another argument of a directive", replacing("@include(if: $a)", "@include(if: $b)")),
    ("no directive on a field", replacing("@include(if: $a)", "")),
    ("directives in another order", replacing("@include(if: $a)", "@skip(if: $b) @include(if: $a)")),
    ("directives in that order", replacing("@include(if: $a)", "@include(if: $a) @skip(if: $b)")),
    ("selections in another order", replacing("id name", "name id")),
    ("a selection less", replacing("id name", "id")),
    ("a selection more", replacing("id name", "__typename id name")),
    ("a selection twice", replacing("id name", "id id name")),
    ("names run together", replacing("id name", "idname")),
    ("a selection deeper", replacing("} two", "two }")),
    ("a selection set of its own", replacing("two", "two { id }")),
    ("another spread", replacing("...F", "...G")),
    ("the fragment in line", replacing("...F", "... on T @f { size }")),
    ("the fragment's fields", replacing("...F", "size")),
    ("in a fragment without condition", replacing("...F", "... { size }")),
    ("a directive on a spread", replacing("...F", "...F @s")),
    ("no spread", replacing("...F", "")),
    ("another type condition", replacing("on T", "on U")),
    ("another field in the fragment", replacing("{ size }", "{ weight }")),
    ("one field more in the fragment", replacing("{ size }", "{ size weight }")),
    ("another directive on the fragment", replacing("@f", "@g")),
    ("no directive on the fragment", replacing("@f", "")),
    ("no such fragment", replacing("fragment F", "fragment G")),
  ]

  private static func replacing(_ old: String, _ new: String) -> String {
    original.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false).joined(separator: new)
  }

  @Test func `differ pairwise`() throws {
    var seen: [String: String] = [:]
    for twin in Self.twins {
      let document = try parse(SourceText(twin.text))
      let name = document.operations.first?.name?.text
      let text = try canonical(twin.text, operation: name)
      let earlier = seen.updateValue(twin.what, forKey: text.utf8.map(String.init).joined(separator: " "))
      #expect(earlier == nil, "\(twin.what) is taken for \(earlier ?? "")")
      for spelling in Spelling.all {
        #expect(try canonical(spelling.spell(document), operation: name) == text, "\(twin.what), \(spelling)")
      }
    }
    #expect(seen.count == Self.twins.count)
  }

  @Test func `of one document differ by the operation that is named`() throws {
    let text = "query A { a } query B { a } query C { b }"
    #expect(Set(try ["A", "B", "C"].map { try canonical(text, operation: $0) }).count == 3)
  }

  @Test(arguments: [
    ("first: 3, filter: {name: \"n\", in: [1, 2]}", "filter: {in: [1 2] name: \"n\"} first: 3"),
    ("$a: Int = 1, $b: [String!]", "$b: [String!] $a: Int = 1"),
    ("\"n\"", "\"\"\"n\"\"\""),
    ("\"n\"", "\"\\u006E\""),
    ("\"n\"", "\"\\u{6e}\""),
    ("two }", "two } query Other { a }"),
    ("fragment F on T @f { size }", "fragment Z on T { z } fragment F on T @f { size } fragment A on T { a }"),
  ])
  func `are one where nothing differs that counts`(_ old: String, new: String) throws {
    let twin = Self.replacing(old, new)
    #expect(twin != Self.original)
    #expect(try canonical(twin, operation: "Q") == canonical(Self.original, operation: "Q"))
  }
}
