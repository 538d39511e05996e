import OrderedJSON
import Testing

@Suite("ASCII characters and identifiers")
struct ASCIITests {
  @Test("The classes are those of ASCII, for all bytes")
  func classes() {
    for byte in UInt8.min...UInt8.max {
      let character = Character(Unicode.Scalar(byte))
      let isASCII = byte < 0x80
      #expect(byte.isDigit == (isASCII && character.isNumber), "\(byte)")
      #expect(byte.isUpper == (isASCII && character.isUppercase), "\(byte)")
      #expect(byte.isLower == (isASCII && character.isLowercase), "\(byte)")
      #expect(byte.isLetter == (isASCII && character.isLetter), "\(byte)")
      #expect(byte.isLetterOrDigit == (byte.isLetter || byte.isDigit), "\(byte)")
      #expect(byte.isHexDigit == (isASCII && character.isHexDigit), "\(byte)")
      #expect(byte.isLowerHexDigit == (byte.isHexDigit && !byte.isUpper), "\(byte)")
      #expect(byte.hexDigit == (isASCII ? character.hexDigitValue.map { UInt8($0) } : nil), "\(byte)")
      #expect(byte.asciiLowercased == (byte.isUpper ? UInt8(ascii: "a") + byte - UInt8(ascii: "A") : byte), "\(byte)")
    }
  }

  @Test(
    "A GraphQL name", arguments: [("a", true), ("_1B", true), ("", false), ("1a", false), ("a-b", false), ("ä", false)])
  func names(text: String, isName: Bool) {
    #expect(text.isGraphQLName == isName)
    #expect(text[...].isGraphQLName == isName)
  }

  @Test(
    "The words of an identifier, and of a name of another kind",
    arguments: [
      ("profileImageURL", ["profile", "Image", "URL"], ["profile", "Image", "URL"]),
      ("URLPath", ["URL", "Path"], ["URL", "Path"]), ("imageURLs", ["image", "URLs"], ["image", "URLs"]),
      ("hostIPv6", ["host", "IPv6"], ["host", "IPv", "6"]),
      ("HTTPSProxy2Host", ["HTTPS", "Proxy2", "Host"], ["HTTPS", "Proxy", "2", "Host"]),
      ("address1", ["address1"], ["address", "1"]), ("2FACode", ["2", "FA", "Code"], ["2", "FA", "Code"]),
      ("user_2.id", ["user", "2", "id"], ["user", "2", "id"]), ("_", [], []), ("", [], []),
      ("größe", ["gr", "e"], ["größe"]), ("identitéToken", ["identit", "Token"], ["identité", "Token"]),
      ("用户Token", ["Token"], ["用户", "Token"]),
    ])
  func words(identifier: String, words: [String], ofOtherKind: [String]) {
    #expect(identifier.identifierWords() == words)
    #expect(identifier.identifierWords(isGraphQL: false) == ofOtherKind)
  }
}
