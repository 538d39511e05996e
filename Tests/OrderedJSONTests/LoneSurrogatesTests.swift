import OrderedJSON
import Testing

@Suite("Lone surrogates")
struct LoneSurrogatesTests {
  /// Texts of strings that are all different, in the spelling of the printer.
  static let spellings: [String] = [
    #""\ud800""#, #""\ud801""#, #""\udbff""#, #""\udc00""#, #""\udfff""#, #""\ud83d""#,
    #""\ud800\ud800""#, #""\udc00\ud800""#, #""\ud800a""#, #""a\ud800""#, #""\ud800\n""#, "\"\\ud800é\"",
    // U+FDD0 really sent, alone, twice, and in front of what the encoding puts behind it.
    "\"\(scalar(0xFDD0))\"",
    "\"\(scalar(0xFDD0))\(scalar(0xFDD0))\"",
    "\"\(scalar(0xFDD0))\(scalar(0xF0000))\"",
    "\"\(scalar(0xFDD0))\(scalar(0xF07FF))\"",
    "\"\(scalar(0xFDD0))\(scalar(0xFDD0))\(scalar(0xF0000))\"",
    "\"\(scalar(0xFDD0))\\ud800\"",
    "\"\\ud800\(scalar(0xFDD0))\"",
    "\"\(scalar(0xF0000))\"",
    "\"\(scalar(0xF0000))\\ud800\"",
    "\"\(scalar(0xFDCF))\"",
    "\"\(scalar(0xFDD1))\"",
    "\"\u{FFFD}\"",
  ]

  @Test("Every one is kept through reading and printing, as a value and as a name", arguments: spellings)
  func roundTrip(_ spelling: String) throws {
    let value = try JSON.parse(text: spelling)
    #expect(value.serialize() == Array(spelling.utf8))
    try expectRoundTrips(value)
    let object = "{\(spelling):0}"
    #expect(try JSON.parse(text: object).serialize() == Array(object.utf8))
  }

  @Test("No two of them are one")
  func distinct() throws {
    let values = try Self.spellings.map { try JSON.parse(text: $0) }
    for (index, value) in values.enumerated() {
      for (other, otherValue) in values.enumerated() where other != index {
        #expect(value != otherValue)
        #expect(!value.isEquivalent(to: otherValue))
      }
    }
    #expect(Set(values).count == values.count)
  }

  @Test("Every lone surrogate there is comes back as it went in")
  func all() throws {
    for code in 0xD800...0xDFFF {
      let spelling = "\"\\u" + String(code, radix: 16) + "\""
      let value = try JSON.parse(text: spelling)
      #expect(value.compactText == spelling)
      #expect(LoneSurrogates.occur(in: try #require(value.stringValue)))
    }
  }

  @Test("A pair is one character, in whatever case its digits are")
  func pairs() throws {
    #expect(try JSON.parse(text: #""\uD83D\uDE00""#) == "😀")
    #expect(try JSON.parse(text: #""\ud83d\uDe00""#) == "😀")
    #expect(try JSON.parse(text: #""\ud83d\ud83d\ude00""#).compactText == "\"\\ud83d😀\"")
    #expect(try JSON.parse(text: #""\ud83d\u0041""#).compactText == #""\ud83dA""#)
    #expect(try JSON.parse(text: #""\ude00\ud83d""#) != "😀")
  }

  @Test("An escaped U+FDD0 is the same as a raw one")
  func escaped() throws {
    let raw = try JSON.parse(text: "\"a\(scalar(0xFDD0))b\"")
    #expect(try JSON.parse(text: #""a\ufdd0b""#) == raw)
    #expect(JSON.string(LoneSurrogates.encoded("a\(scalar(0xFDD0))b")) == raw)
    #expect("a\(scalar(0xFDD0))b" as JSON == raw)
  }

  @Test("They are told from text that only looks like them")
  func occurrence() throws {
    for (spelling, isLone) in [
      (#""\ud800""#, true), (#""abc\udfff""#, true), ("\"\(scalar(0xFDD0))\\ud800\"", true),
      ("\"\(scalar(0xFDD0))\"", false), ("\"\(scalar(0xFDD0))\(scalar(0xF0000))\"", false), ("\"\"", false),
      (#""\ud83d\ude00""#, false), ("\"\(scalar(0xF0000))\"", false),
    ] {
      let text = try #require(try JSON.parse(text: spelling).stringValue)
      #expect(LoneSurrogates.occur(in: text) == isLone, "\(spelling)")
    }
  }

  @Test("A string that only code can make, with U+FDD0 not doubled, is printed as it is")
  func malformed() {
    #expect(JSON.string(scalar(0xFDD0)).compactText == "\"\(scalar(0xFDD0))\"")
    #expect(JSON.string(scalar(0xFDD0) + "a").compactText == "\"\(scalar(0xFDD0))a\"")
    let behindLast = scalar(0xFDD0) + scalar(0xF0800)
    #expect(JSON.string(behindLast).compactText == "\"\(behindLast)\"")
    #expect(!LoneSurrogates.occur(in: behindLast))
  }
}
