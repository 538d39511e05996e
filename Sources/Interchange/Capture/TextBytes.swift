import OrderedJSON

extension String {
  var capturedBytes: [UInt8] { Array(LoneSurrogates.decoded(self).utf8) }

  /// Returns the bytes of a body that mitmproxy wrote as text; nil if no decoding gives the body's size. mitmproxy
  /// reads a body as Latin-1 unless it is JSON or names a charset: multipart forms, event streams,
  /// `application/graphql`. A byte outside the charset becomes U+DC80 to U+DCFF (Python's `surrogateescape`).
  func bytesOfMitmproxy(count: Int) -> [UInt8]? {
    let asUTF8 = capturedBytes
    if asUTF8.count == count { return asUTF8 }
    let asLatin1 = LoneSurrogates.decoded(self).unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    if asLatin1.count == count, unicodeScalars.count == count { return asLatin1 }
    let escaped = LoneSurrogates.bytes(of: self)
    return escaped.count == count ? escaped : nil
  }

  /// The bytes of a Base64 text, ignoring white space; nil if it is not Base64. Some tools, such as Polly.JS, write a
  /// body's chunks as a JSON list of texts.
  var base64Bytes: [UInt8]? {
    if first == "[", let json = try? JSON.parse(text: self), case .array(let chunks) = json {
      var bytes: [UInt8] = []
      for chunk in chunks {
        guard let some = chunk.stringValue?.base64Bytes else { return nil }
        bytes += some
      }
      return bytes
    }
    var text = filter { !$0.isWhitespace }
    while text.utf8.count % 4 != 0, !text.hasSuffix("===") { text += "=" }
    return Base64.decode(text)
  }

  /// The bytes of hexadecimal chunks in a JSON list of texts, Polly.JS's binary data; nil for anything else.
  var hexChunks: [UInt8]? {
    guard first == "[", case .array(let chunks)? = try? JSON.parse(text: self) else { return nil }
    var bytes: [UInt8] = []
    for chunk in chunks {
      guard let digits = chunk.stringValue?.utf8.map(\.hexDigit), digits.count % 2 == 0 else { return nil }
      for place in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[place], let low = digits[place + 1] else { return nil }
        bytes.append(high << 4 | low)
      }
    }
    return bytes
  }
}
