import OrderedJSON
import Testing

@Suite("Printing")
struct PrintTests {
  static let value: JSON = [
    "data": ["list": [1, [], [:], ["a": .null]], "empty": "", "b": true],
    "a": -0.5,
  ]

  @Test("Compact text has no white space and keeps the order")
  func compact() {
    let text = #"{"data":{"list":[1,[],{},{"a":null}],"empty":"","b":true},"a":-0.5}"#
    #expect(Self.value.compactText == text)
    #expect(Self.value.serialize() == Array(text.utf8))
    #expect("\(Self.value)" == text)
    var bytes = Array("x".utf8)
    Self.value.append(to: &bytes)
    #expect(bytes == Array(("x" + text).utf8))
  }

  @Test("Pretty text has two spaces a level, a colon and a space, and short empty containers")
  func pretty() {
    let text = """
      {
        "data": {
          "list": [
            1,
            [],
            {},
            {
              "a": null
            }
          ],
          "empty": "",
          "b": true
        },
        "a": -0.5
      }
      """
    #expect(Self.value.prettyText == text)
    #expect(Self.value.serializePretty(trailingNewline: true) == Array((text + "\n").utf8))
    #expect((["a": []] as JSON).prettyText == "{\n  \"a\": []\n}")
    #expect(([] as JSON).prettyText == "[]")
    #expect(([:] as JSON).prettyText == "{}")
    #expect((1 as JSON).prettyText == "1")
  }

  @Test("Pretty text can be put inside other text")
  func level() {
    var bytes = Array("[\n  ".utf8)
    (["a": 1] as JSON).appendPretty(to: &bytes, level: 1)
    #expect(String(decoding: bytes, as: UTF8.self) == "[\n  {\n    \"a\": 1\n  }")
  }

  @Test("Only quotation marks, backslashes and control characters are escaped")
  func escapes() throws {
    for code in UInt32(0)...0xFF {
      let text = scalar(code)
      let expected: String
      switch code {
      case 0x22: expected = #"\""#
      case 0x5C: expected = #"\\"#
      case 0x08: expected = #"\b"#
      case 0x09: expected = #"\t"#
      case 0x0A: expected = #"\n"#
      case 0x0C: expected = #"\f"#
      case 0x0D: expected = #"\r"#
      case 0x00...0x0F: expected = #"\u000"# + String(code, radix: 16)
      case 0x10...0x1F: expected = #"\u00"# + String(code, radix: 16)
      default: expected = text
      }
      // At every place in a word of eight bytes.
      for padding in 0..<9 {
        let before = String(repeating: "x", count: padding)
        let value = JSON.string(before + text + "yz")
        #expect(value.compactText.hasSameScalars(as: "\"\(before)\(expected)yz\""))
        #expect(try JSON.parse(value.serialize()) == value)
      }
    }
  }

  @Test("Numbers are printed as they came", arguments: ["1.0", "1e3", "-0", "1E+05", "123456789012345678901234567890"])
  func numbers(_ text: String) throws {
    #expect(try JSON.parse(text: text).compactText == text)
  }

  @Test("A brief text for messages is cut, between characters")
  func brief() {
    #expect(Self.value.brief(limit: 20) == #"{"data":{"list":[1,["# + "…")
    #expect(("😀😀😀" as JSON).brief(limit: 3) == "\"😀😀…")
    #expect(("😀😀😀" as JSON).brief(limit: 5) == "\"😀😀😀\"")
    #expect(Self.value.brief() == Self.value.compactText)
    #expect(JSON.array(Array(repeating: 1, count: 100_000)).brief(limit: 6) == "[1,1,1…")
  }
}
