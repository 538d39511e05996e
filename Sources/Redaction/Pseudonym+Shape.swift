import OrderedJSON
import Recordings

extension Pseudonym {
  /// Returns a placeholder, for which `isOne` is true. It has the secret's shape; everything else comes from `name`,
  /// under which the secret first appeared, and `hash`, which identifies that place.
  static func text(for secret: [UInt8], name: String, hash: ContentHash) -> String {
    var stream = DigitStream(hash)
    if JWT.end(secret, from: 0) == secret.count { return token(name, &stream) }
    if secret.starts(withText: "-----BEGIN "), let label = PEM.label(secret, at: 0) { return key(label, &stream) }
    if isUUID(secret) { return uuid(like: secret, &stream) }
    for shape in VendorShape.byFirstByte[Int(secret.first ?? 0)] + VendorShape.byFirstByte[0] {
      if let ends = shape.match(secret, at: 0), ends.last == secret.count {
        return shape.pseudonym(of: secret, from: 0, ends: ends, stream: &stream).text
      }
    }
    if secret.count >= 24, secret.allSatisfy(\.isHexDigit) { return hex(like: secret, &stream) }
    if let decoded = base64(secret) { return base64(like: secret, decoded: decoded, &stream) }
    return plain(name, &stream)
  }

  private static func plain(_ name: String, _ stream: inout DigitStream) -> String {
    let slug = slug(name)
    // `understudy-redacted-…` is the form for clients' secrets.
    return "\(textMarker)\(slug.hasPrefix("redacted") ? "value" : slug)-\(stream.hex(digitsOfText))"
  }

  private static func token(_ name: String, _ stream: inout DigitStream) -> String {
    func part(_ text: String) -> String { Base64.encodeForURL(Array(text.utf8)).text }
    let subject = plain(name, &stream)
    let claims = #"{"iss":"understudy","sub":"\#(subject)","iat":1577836800,"exp":\#(expiry)}"#
    return [part(#"{"alg":"HS256","typ":"JWT"}"#), part(claims), part("\(textMarker)\(stream.hex(32))")]
      .joined(separator: ".")
  }

  private static func key(_ label: String, _ stream: inout DigitStream) -> String {
    let content = Base64.encode(Array("\(textMarker)\(stream.hex(34))".utf8))
    return "-----BEGIN \(label)-----\n\(content)\n-----END \(label)-----"
  }

  // MARK: Hexadecimal

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.count == 36
      && bytes.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit
      }
  }

  private static func uuid(like secret: [UInt8], _ stream: inout DigitStream) -> String {
    var digits = Array(hex(like: secret.filter(\.isHexDigit), &stream).utf8)
    // Version and variant (RFC 9562, section 4) are kept for clients that check them. Of the variant's digit, two bits are
    // random, so the placeholders of one login would differ in each run.
    digits[12] = secret[14]
    digits[16] = "89abAB".utf8.contains(secret[19]) ? UInt8(ascii: "8") : secret[19]
    var result: [UInt8] = []
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { result.append(UInt8(ascii: "-")) }
      result.append(digit)
    }
    return result.text
  }

  private static func hex(like secret: [UInt8], _ stream: inout DigitStream) -> String {
    let text = hexMarker + stream.hex(secret.count - hexMarker.utf8.count)
    return secret.contains(where: \.isUpper) ? text.uppercased() : text
  }

  // MARK: Base64

  /// Decodes a text that may be Base64: at least 16 characters, with uppercase and lowercase letters. One random token in
  /// fifteen of this length has no digit, and tokens of the same login must have the same shape.
  private static func base64(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 16, bytes.contains(where: \.isUpper), bytes.contains(where: \.isLower) else { return nil }
    return Base64.decodeLenient(bytes)
  }

  private static func base64(like secret: [UInt8], decoded: [UInt8], _ stream: inout DigitStream) -> String {
    let content: String
    if isMail(decoded) {
      content = "\(textMarker)\(stream.hex(digitsOfText))@example.com"
    } else {
      content = "\(textMarker)\(stream.hex(max(digitsOfText, decoded.count - textMarker.utf8.count)))"
    }
    let encoded = Base64.encode(Array(content.utf8))
    guard secret.count % 4 == 0 else { return encoded.utf8.filter { $0 != UInt8(ascii: "=") }.text }
    return encoded
  }

  private static func isMail(_ bytes: [UInt8]) -> Bool {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0, at + 3 < bytes.count else { return false }
    return bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F } && bytes[at...].contains(UInt8(ascii: "."))
  }
}

extension VendorShape {
  /// A text with the lengths of the key found at `start`, built from its fixed parts, the marker and `stream`.
  func pseudonym(of bytes: [UInt8], from start: Int, ends: [Int], stream: inout DigitStream) -> [UInt8] {
    var result: [UInt8] = []
    var position = start
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text): result += text
      case .run(let alphabet, _):
        let marker = index == marked ? Array(alphabet.marker.utf8) : []
        result += marker
        let filling = alphabet.filling
        for _ in 0..<max(0, ends[index] - position - marker.count) { result.append(stream.next(of: filling)) }
      }
      position = ends[index]
    }
    return result
  }
}

/// An endless stream of digits, derived from a hash.
struct DigitStream {
  private var block: [UInt8]
  private var position = 0

  init(_ hash: ContentHash) {
    block = []
    hash.append(to: &block)
  }

  mutating func next(of alphabet: [UInt8]) -> UInt8 {
    if position == block.count {
      let hash = ContentHash(of: block)
      block = []
      hash.append(to: &block)
      position = 0
    }
    position += 1
    return alphabet[Int(block[position - 1]) % alphabet.count]
  }

  mutating func hex(_ count: Int) -> String {
    var bytes: [UInt8] = []
    let alphabet = Array("0123456789abcdef".utf8)
    for _ in 0..<count { bytes.append(next(of: alphabet)) }
    return bytes.text
  }
}
