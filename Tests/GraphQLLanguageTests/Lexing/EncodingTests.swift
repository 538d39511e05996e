import GraphQLLanguage
import Testing

@Suite("Bytes that are not UTF-8")
struct EncodingTests {
  @Test(
    arguments: [
      ([0xFF], "Invalid character: byte 0xFF is not UTF-8.", 1),
      ([0x7B, 0x61, 0x80], "Invalid character: byte 0x80 is not UTF-8.", 3),
      ([0x7B, 0xC3], "Invalid character: byte 0xC3 is not UTF-8.", 2),
      ([0x7B, 0xC0, 0xAF], "Invalid character: byte 0xC0 is not UTF-8.", 2),
      ([0x7B, 0xE0, 0x80, 0xAF], "Invalid character: byte 0xE0 is not UTF-8.", 2),
      ([0x7B, 0xF0, 0x80, 0x80, 0xAF], "Invalid character: byte 0xF0 is not UTF-8.", 2),
      ([0x7B, 0xF4, 0x90, 0x80, 0x80], "Invalid character: byte 0xF4 is not UTF-8.", 2),
      ([0x7B, 0xF5, 0x80, 0x80, 0x80], "Invalid character: byte 0xF5 is not UTF-8.", 2),
      ([0x23, 0x61, 0xFF, 0x0A], "Invalid character: byte 0xFF is not UTF-8.", 3),
      ([0xED, 0xA0, 0x80], "Invalid character: U+D800.", 1),
      ([0x23, 0xED, 0xBF, 0xBF], "Invalid character: U+DFFF.", 2),
    ] as [([UInt8], String, Int)])
  func `are an error where they stand, in comments too`(_ bytes: [UInt8], message: String, column: Int) {
    let outcome = outcome { () throws(SyntaxError) in try parse(SourceText(utf8: bytes)).printed() }
    #expect(outcome == Outcome(message: "Syntax Error: \(message)", line: 1, column: column))
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], "Invalid character within String: byte 0xFF is not UTF-8."),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "Invalid character within String: U+D800."),
      ([0x22, 0x22, 0x22, 0xC3, 0x22, 0x22, 0x22], "Invalid character within String: byte 0xC3 is not UTF-8."),
      ([0x22, 0x5C, 0xFF, 0x22], "Invalid character escape sequence: \"\\\u{FFFD}\"."),
    ] as [([UInt8], String)])
  func `are an error in strings`(_ bytes: [UInt8], message: String) {
    let outcome = outcome { () throws(SyntaxError) in try parseValue(SourceText(utf8: bytes)).printed() }
    #expect(outcome.message == "Syntax Error: \(message)")
  }
}
