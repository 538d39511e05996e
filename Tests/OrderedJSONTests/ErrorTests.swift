import OrderedJSON
import Testing

@Suite("Errors of the parser")
struct ErrorTests {
  static let sentences: [(String, String)] = [
    (
      "{\n  \"a\": 1,\n    }",
      #"Expected a name in double quotes, found "}"; JSON has no trailing commas (line 3, column 5)"#
    ),
    ("{\n\n \"a\":}", #"Expected a value, found "}" (line 3, column 6)"#),
    ("", "Expected a value, found the end of the text (line 1, column 1)"),
    ("[1, 2", #"Expected "," or "]", found the end of the text (line 1, column 6)"#),
    ("[1 2]", #"Expected "," or "]", found "2" (line 1, column 4)"#),
    ("[", #"Expected a value or "]", found the end of the text (line 1, column 2)"#),
    ("[1,]", #"Expected a value, found "]"; JSON has no trailing commas (line 1, column 4)"#),
    ("{1: 2}", #"Expected a name in double quotes or "}", found "1" (line 1, column 2)"#),
    (#"{"a" 1}"#, #"Expected ":" after the name, found "1" (line 1, column 6)"#),
    (#"{"a" "b"}"#, #"Expected ":" after the name, found a string (line 1, column 6)"#),
    (#"{"a": 1 "b": 2}"#, #"Expected "," or "}", found a string (line 1, column 9)"#),
    ("{} []", #"Expected nothing after the value, found "[" (line 1, column 4)"#),
    ("{} // end", #"Expected nothing after the value, found "/"; JSON has no comments (line 1, column 4)"#),
    ("# start\n{}", ##"Expected a value, found "#"; JSON has no comments (line 1, column 1)"##),
    ("'a'", #"Expected a value, found "'"; strings of JSON are in double quotes (line 1, column 1)"#),
    ("NaN", #"Expected a value, found "NaN"; JSON has no such number (line 1, column 1)"#),
    ("-Infinity", #"Expected a digit after "-", found "Infinity"; JSON has no such number (line 1, column 2)"#),
    ("True", #"Expected a value, found "True"; JSON writes "true" (line 1, column 1)"#),
    ("None", #"Expected a value, found "None"; JSON writes "null" (line 1, column 1)"#),
    ("<!DOCTYPE html>", #"Expected a value, found "<" (line 1, column 1)"#),
    ("“a”", #"Expected a value, found "“" (U+201C) (line 1, column 1)"#),
    ("[\u{A0}1]", #"Expected a value or "]", found the character U+00A0 (line 1, column 2)"#),
    ("[\u{0}]", #"Expected a value or "]", found the control character U+0000 (line 1, column 2)"#),
    ("+1", #"Expected a value, found "+"; numbers of JSON have no plus sign (line 1, column 1)"#),
    (".5", #"Expected a value, found "."; numbers of JSON start with a digit (line 1, column 1)"#),
    ("-", #"Expected a digit after "-", found the end of the text (line 1, column 2)"#),
    ("[-012]", #"Expected a number without leading zeros, found "-012" (line 1, column 2)"#),
    ("[1.]", #"Expected a digit after the decimal point, found "]" (line 1, column 4)"#),
    ("1e+", "Expected a digit in the exponent, found the end of the text (line 1, column 4)"),
    ("0x1F", #"Expected nothing after the value, found "x1F" (line 1, column 2)"#),
  ]

  @Test("An error says what would be right, what was found, and where", arguments: sentences)
  func wording(_ text: String, _ description: String) throws {
    let error = try #require(throws: JSONError.self) { try JSON.parse(text: text) }
    #expect(error.description == description)
  }

  static let sentencesInStrings: [(String, String)] = [
    (
      "[\n \"abc",
      "Expected a quotation mark to end the string that starts at line 2, column 2, found the end of the text"
        + " (line 2, column 6)"
    ),
    (#""\x""#, #"Expected one of " \ / b f n r t u after the backslash, found "x" (line 1, column 3)"#),
    (#""\u12g4""#, #"Expected four hexadecimal digits after \u, found "g" (line 1, column 6)"#),
    (#""\u12""#, #"Expected four hexadecimal digits after \u, found the end of the string (line 1, column 6)"#),
    (
      "\"a\tb\"", #"Expected the escape \t, found the control character U+0009 itself in a string (line 1, column 3)"#
    ),
    (
      "\"a\u{1}b\"",
      #"Expected the escape \u0001, found the control character U+0001 itself in a string (line 1, column 3)"#
    ),
  ]

  @Test("So do errors inside strings", arguments: sentencesInStrings)
  func wordingInStrings(_ text: String, _ description: String) throws {
    let error = try #require(throws: JSONError.self) { try JSON.parse(text: text) }
    #expect(error.description == description)
  }

  static let sentencesOfEncodings: [([UInt8], String)] = [
    (Array("[\"é".utf8) + [0xFF, 0x22], "Expected UTF-8, found the byte 0xFF (line 1, column 4)"),
    (Array("[".utf8) + [0xC3], "Expected UTF-8, found the byte 0xC3 (line 1, column 2)"),
    (Array("\"\\n€".utf8) + [0xED, 0xA0, 0x80, 0x22], "Expected UTF-8, found the byte 0xED (line 1, column 5)"),
    (
      [0xEF, 0xBB, 0xBF, 0x31],
      "Expected UTF-8 without a byte order mark, found one (EF BB BF) (line 1, column 1)"
    ),
    ([0xFE, 0xFF, 0x00, 0x31], "Expected UTF-8, found the byte order mark of UTF-16 (line 1, column 1)"),
  ]

  @Test("Bytes that are no UTF-8 are named, with their place", arguments: sentencesOfEncodings)
  func wordingOfEncodings(_ bytes: [UInt8], _ description: String) throws {
    let error = try #require(throws: JSONError.self) { try JSON.parse(bytes) }
    #expect(error.description == description)
  }

  static let lines: [(String, Int, Int, Int)] = [
    ("[\n\n?", 3, 3, 1), ("[\r\n\r\n?", 5, 3, 1), ("[\r\r?", 3, 3, 1), ("[\"é€😀\"?", 12, 1, 7), ("?", 0, 1, 1),
  ]

  @Test("Lines end with LF, CR LF or CR, and columns count characters, not bytes", arguments: lines)
  func places(_ text: String, _ offset: Int, _ line: Int, _ column: Int) throws {
    let error = try #require(throws: JSONError.self) { try JSON.parse(text: text) }
    #expect([error.offset, error.line, error.column] == [offset, line, column])
  }

  @Test("Depth and size are bounded, and the error says the bound")
  func limits() throws {
    let limits = JSONLimits(depth: 2, bytes: 8)
    #expect(try JSON.parse(text: "[[1]]", limits: limits) == [[1]])
    #expect(try JSON.parse(text: "[[1], 2]", limits: limits) == [[1], 2])
    let deep = try #require(throws: JSONError.self) { try JSON.parse(text: "[[], [[", limits: limits) }
    #expect(deep.code == .tooDeep)
    #expect(
      deep.description
        == "Expected at most 2 arrays and objects inside each other, found one more (line 1, column 7)")
    let large = try #require(throws: JSONError.self) { try JSON.parse(text: "[[1], 23]", limits: limits) }
    #expect(large.code == .tooLarge)
    #expect(large.description == "Expected a text of at most 8 bytes, found 9")
  }

  @Test("Bytes are read wherever they lie")
  func sequences() throws {
    let expected: JSON = ["a": [1, 2]]
    let bytes = Array(#" {"a":[1,2]} "#.utf8)
    #expect(try JSON.parse(bytes) == expected)
    #expect(try JSON.parse(bytes[1...]) == expected)
    #expect(try JSON.parse(bytes.lazy.map { $0 }) == expected)
    #expect(throws: JSONError.self) { try JSON.parse(bytes.dropLast(2)) }
  }
}
