import Testing

@testable import RegularExpressions

@Suite("Regular expressions of users")
struct RegularExpressionTests {
  /// A pattern, texts that it occurs in, and texts that it does not.
  static let cases: [(String, [String], [String])] = [
    ("abc", ["abc", "xabcx"], ["ab", "ABC", ""]),
    ("", ["", "a"], []),
    ("a|b|", ["a", "b", "c"], []),
    ("^(cat|dog)s?$", ["cat", "dogs"], ["cats ", "scat"]),
    ("a*b+c?", ["b", "aabbc"], ["aac", ""]),
    ("^a{2,3}$", ["aa", "aaa"], ["a", "aaaa"]),
    ("^a{2}$", ["aa"], ["a", "aaa"]),
    ("^a{2,}$", ["aa", "aaaaa"], ["a"]),
    ("^a{,2}$", ["", "aa"], ["aaa"]),
    ("a{x}", ["a{x}"], ["a"]),
    ("^(ab){2}$", ["abab"], ["ab", "aba"]),
    ("^(){1000}x", ["x"], ["y"]),
    ("a+?b", ["aab"], ["aa"]),
    ("^.$", ["a", "é", "😀"], ["", "ab", "\r"]),
    ("(?s)^.$", ["\n"], ["ab"]),
    ("a$", ["a"], ["ab", "a\n"]),
    ("a\\z", ["a"], ["a\n"]),
    ("a\\Z", ["a\n"], ["ab", "a\n\n"]),
    ("\\Aa", ["ab"], ["ba", "\na"]),
    ("(?m)^b$", ["a\nb\nc"], ["ab"]),
    ("\\bcat\\b", ["a cat!", "cat"], ["concat", "cat_"]),
    ("\\Bcat", ["concat"], ["cat"]),
    ("^[a-c]+$", ["abc"], ["abd", ""]),
    ("^[^a-c]$", ["d", "\n"], ["a"]),
    ("^[a\\-\\]z-]$", ["-", "]", "z"], ["b"]),
    ("[\\d_]", ["_", "٣"], ["a"]),
    ("^\\w+\\s\\D$", ["añ1 x"], ["a 1"]),
    ("\\x41\\u0042\\u{43}\\x{44}", ["ABCD"], ["abcd"]),
    ("\\.\\*\\/\\-", [".*/-"], ["a*/-"]),
    ("^\\p{Lu}\\p{Ll}+\\P{L}$", ["Émile1"], ["émile1"]),
    ("[[:upper:][:digit:]]x", ["Ax", "1x"], ["ax"]),
    ("(?i)straSSe", ["STRASSE", "strasse"], ["stras"]),
    ("a(?i)b(?-i)c", ["aBc"], ["ABc", "aBC"]),
    ("a(?i:b)c", ["aBc"], ["aBC"]),
    ("(?i)[k-m]", ["L"], ["N"]),
    ("(?i)[^k]", ["x"], ["K"]),
    ("(?<year>\\d{4})-(?:0[1-9]|1[0-2])", ["2026-11"], ["2026-13"]),
    ("(?P<n>a)b", ["ab"], ["a"]),
    ("(^)*a", ["ba"], ["b"]),
    ("\\x{1F600}", ["😀"], ["}"]),
  ]

  @Test("It occurs where it should and nowhere else", arguments: cases)
  func occurs(pattern: String, matching: [String], others: [String]) throws {
    let expression = try RegularExpression(pattern)
    for text in matching { #expect(expression.occurs(in: text), "\(pattern) in \(text.debugDescription)") }
    for text in others { #expect(!expression.occurs(in: text), "\(pattern) in \(text.debugDescription)") }
  }

  static let problems: [(String, String)] = [
    ("(a", "the group is not closed (character 1)"),
    ("a)", "\")\" closes no group (character 2)"),
    ("*a", "a repetition has nothing before it (character 1)"),
    ("a**", "a repetition of a repetition needs a group (character 3)"),
    ("^*", "a repetition follows a condition, which cannot be repeated (character 1)"),
    ("[a", "the class is not closed (character 1)"),
    ("[]", "a class is empty: write \\] for the bracket itself (character 1)"),
    ("[z-a]", "the range z-a is in the wrong order (character 2)"),
    ("[a[b]]", "\"[\" in a class: write \\[ for the bracket itself (character 3)"),
    ("a\\", "a backslash ends it (character 3)"),
    ("\\y", "\\y is not known (character 1)"),
    ("\\p{Greek}", "\\p{Greek} is not known: write a general category by its short name, such as \\p{L} or \\p{Lu}"),
    ("\\u{110000}", "the escape names no Unicode scalar (character 1)"),
    ("a{3,2}", "the repetition's bounds are in the wrong order (character 2)"),
    ("(a)\\1", "a back-reference is not supported, because patterns are matched in time linear in the text"),
    ("(?=a)", "look-ahead is not supported"),
    ("(?<!a)b", "look-behind is not supported"),
    ("a++", "a possessive repetition is not supported"),
    ("(?>a)", "a group of this kind is not supported"),
    ("(a{999}){999}", "it is too large: its repetitions, written out, have more than 1000 parts"),
    (String(repeating: "(", count: 200), "its groups are nested deeper than 100"),
    (String(repeating: "a", count: 1_001), "it has more than 1000 characters"),
  ]

  @Test("What cannot be read is refused with the reason and the place", arguments: problems)
  func refused(pattern: String, reason: String) {
    do throws(RegularExpressionError) {
      _ = try RegularExpression(pattern)
      Issue.record("\(pattern) was read")
    } catch {
      #expect(error.description.hasPrefix(reason), "\(error)")
    }
  }

  @Test(
    "Patterns that a search by trial would never end with are searched for once", .timeLimit(.minutes(10)),
    arguments: ["^((([A-Za-z ]+)+)+)+x$", "(a*)*(a*)*$b", "(a|a|a?)+y", "(.*.*.*)*z", "(a?){300}a{300}b"])
  func pathological(pattern: String) throws {
    let expression = try RegularExpression(pattern)
    #expect(!expression.occurs(in: String(repeating: "a", count: 5_000)))
  }
}
