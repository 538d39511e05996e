import GraphQLLanguage
import Testing

@Suite("String values")
struct StringValueTests {
  @Test(arguments: [
    (#""""#, ""), (#""simple""#, "simple"), (#"" white space ""#, " white space "), (#""quote \"""#, "quote \""),
    (#""escaped \n\r\b\t\f""#, "escaped \n\r\u{8}\t\u{C}"), (#""slashes \\ \/""#, #"slashes \ /"#),
    (#""unescaped é 🎻""#, "unescaped é 🎻"),
    (#""unicode \u1234\u5678\u90AB\uCDEF""#, "unicode \u{1234}\u{5678}\u{90AB}\u{CDEF}"),
    (#""pair \uD83D\uDE00""#, "pair 😀"),
    (#""pair \ud83d\ude00x""#, "pair 😀x"),
    (#""last pair \uDBFF\uDFFF""#, "last pair \u{10FFFF}"),
    (#""first pair \uD800\uDC00""#, "first pair \u{10000}"),
    (#""\u{0}""#, "\u{0}"),
    (#""\u{41}\u{0041}\u{00000041}""#, "AAA"),
    (#""\u{1F600}""#, "😀"),
    (#""\u{10FFFF}\u{D7FF}\u{E000}""#, "\u{10FFFF}\u{D7FF}\u{E000}"),
    (#""\u{aBcD}""#, "\u{ABCD}"),
    ("\"\t\u{7}\u{0}\"", "\t\u{7}\u{0}"),
    (##""# no comment, no , comma""##, "# no comment, no , comma"),
    ("\"\u{FEFF}\"", "\u{FEFF}"),
    (#""\\u0041""#, #"\u0041"#), (#""\\\"\\""#, #"\"\"#),
  ])
  func `of plain strings resolve their escapes`(_ source: String, value: String) throws {
    #expect(try parseValue(SourceText(source)) == .string(StringValue(value)))
  }

  @Test(arguments: [
    ("", ""), ("simple", "simple"), (" white space ", " white space "), ("contains \" quote", "contains \" quote"),
    (#"contains \""" triple"#, #"contains """ triple"#),
    (#"\""""#, #"""""#),
    (#"unescaped \n \u1234 \\ "#, #"unescaped \n \u1234 \\ "#),
    ("multi\nline", "multi\nline"), ("normalised\rline\r\nends\n\rhere", "normalised\nline\nends\n\nhere"),
    ("\n\n        spans\n          multiple\n            lines\n\n        ", "spans\n  multiple\n    lines"),
    ("\n    a\n   b\n  c", "  a\n b\nc"),
    ("  a\n    b\n   c", "  a\n b\nc"),
    ("a\n\tb\n\tc", "a\nb\nc"),
    ("a\n \tb\n  c", "a\nb\nc"),
    ("\n  a\n\n  b\n", "a\n\nb"),
    ("\n  a\n \n     \n  b\n", "a\n\n   \nb"),
    (" \n\t\n  ", ""),
    ("\n", ""),
    ("a\n", "a"),
    ("\n\na", "a"),
    ("   leading", "   leading"),
    ("trailing   ", "trailing   "),
    ("\n    a   \n    ", "a   "),
    ("é\n  🎻\n  é", "é\n🎻\né"),
    ("\n  a\\\"\"\"\n    b", "a\"\"\"\n  b"),
    ("\u{A0}\n\u{A0}a", "\u{A0}\n\u{A0}a"),
    ("a\n\u{2028}b\u{2029}", "a\n\u{2028}b\u{2029}"),
  ])
  func `of block strings lose common indentation and blank lines at both ends`(_ content: String, value: String) throws
  {
    let source = SourceText("\"\"\"\(content)\"\"\"")
    #expect(try parseValue(source) == .string(StringValue(value, isBlock: true)))
  }

  @Test(arguments: [
    ("", #""""""""#),
    ("one", #""""one""""#),
    ("two\nlines", "\"\"\"\ntwo\nlines\n\"\"\""),
    ("   leading", #""""   leading""""#),
    ("\ttab", "\"\"\"\ttab\"\"\""),
    ("ends in \"", "\"\"\"\nends in \"\n\"\"\""),
    (#"ends in \"#, "\"\"\"\nends in \\\n\"\"\""),
    (#"has """ in it"#, #""""has \""" in it""""#), (#"ends in """"#, "\"\"\"\nends in \\\"\"\"\n\"\"\""),
    (#"four """""#, "\"\"\"\nfour \\\"\"\"\"\n\"\"\""),
    ("first\n  second", "\"\"\"\nfirst\n  second\n\"\"\""),
    ("  first\nsecond", "\"\"\"\n  first\nsecond\n\"\"\""),
    (String(repeating: "x", count: 70), "\"\"\"\(String(repeating: "x", count: 70))\"\"\""),
    (String(repeating: "x", count: 71), "\"\"\"\n\(String(repeating: "x", count: 71))\n\"\"\""),
    (" ends in \"", "\"\"\" ends in \"\n\"\"\""), (#"\n is no line end"#, #""""\n is no line end""""#),
  ])
  func `are printed as block strings where they were ones`(_ value: String, printed: String) throws {
    let string = StringValue(value, isBlock: true)
    #expect(string.printed() == printed)
    #expect(try parseValue(SourceText(printed)) == .string(string))
  }

  @Test(arguments: ["a\rb", "a\r\nb", "\na", "a\n", "a\n  ", "  a\n  b", " ", "\n"])
  func `that no block string has are printed as plain strings`(_ value: String) throws {
    let printed = StringValue(value, isBlock: true).printed()
    #expect(!printed.hasPrefix("\"\"\""))
    #expect(try parseValue(SourceText(printed)) == .string(StringValue(value)))
  }

  @Test(arguments: [
    ("", #""""#),
    ("a\"b", #""a\"b""#),
    (#"a\b"#, #""a\\b""#),
    ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
    ("\u{0}\u{1F}\u{B}", #""\u0000\u001F\u000B""#),
    ("\u{7F}\u{80}\u{9F}", #""\u007F\u0080\u009F""#), ("\u{A0}é🎻\u{FEFF}/'", "\"\u{A0}é🎻\u{FEFF}/'\""),
  ])
  func `are printed as plain strings with the reference's escapes`(_ value: String, printed: String) throws {
    #expect(StringValue(value).printed() == printed)
    #expect(try parseValue(SourceText(printed)) == .string(StringValue(value)))
  }

  @Test func `are equal by their code points, not by how they look`() {
    #expect(StringValue("\u{E9}") != StringValue("e\u{301}"))
    #expect(StringValue("a") != StringValue("a", isBlock: true))
    #expect(StringValue("a") == StringValue("a", place: Place(start: 3, end: 6)))
    #expect(Set([StringValue("\u{E9}"), StringValue("e\u{301}"), StringValue("\u{E9}")]).count == 2)
  }

  @Test func `keep every character of Unicode through printing and parsing`() throws {
    let scalars = (UInt32(0)...0x10FFFF).lazy.filter { $0 < 0x3100 || $0 % 251 == 0 }.compactMap(Unicode.Scalar.init)
    var value = String.UnicodeScalarView()
    value.append(contentsOf: scalars)
    let string = StringValue(String(value))
    #expect(try parseValue(SourceText(string.printed())) == .string(string))
  }
}
