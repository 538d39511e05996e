import OrderedJSON
import Recordings

/// Finds known secrets inside texts.
struct SecretNeedles: Equatable, Sendable {
  private struct Needle: Hashable, Sendable {
    /// The replacement before encoding if `isBase64` is true.
    let replacement: [UInt8]
    let isBase64: Bool
  }

  private struct Length: Hashable, Sendable {
    let bytes: Int
    var count: Int
  }

  private var needles: [[UInt8]: Needle] = [:]
  /// The number of needles of each length by their first eight bytes, longest first. The number of tokens of one
  /// issuer, which begin alike, does not affect the search time.
  private var lengths: [UInt64: [Length]] = [:]
  /// The number of needles by their first two bytes, which alone rules out most places of a text.
  private var starts: [Int32] = []

  /// The minimum length of a secret that is distinct from ordinary words, in bytes.
  static let shortest = 8

  /// Indicates whether a secret is distinct from ordinary words: at least eight bytes, and sixteen if it is only
  /// letters.
  static func isDistinctive(_ secret: [UInt8]) -> Bool {
    secret.count >= 16
      || (secret.count >= shortest && !secret.allSatisfy { $0.isLetterOrDigit && !$0.isDigit })
  }

  /// Adds a secret and its encoded forms, if it is distinct from ordinary words. It replaces existing needles: an
  /// issued secret replaces one from a header.
  mutating func insert(_ secret: [UInt8], _ replacement: String) {
    for (bytes, needle) in Self.forms(of: secret, Array(replacement.utf8)) {
      guard needles.updateValue(needle, forKey: bytes) == nil else { continue }
      count(bytes, 1)
    }
  }

  /// Removes a secret and its encoded forms, unless another secret has replaced them.
  mutating func remove(_ secret: [UInt8], _ replacement: String) {
    for (bytes, needle) in Self.forms(of: secret, Array(replacement.utf8)) where needles[bytes] == needle {
      needles[bytes] = nil
      count(bytes, -1)
    }
  }

  private mutating func count(_ bytes: [UInt8], _ difference: Int) {
    if starts.isEmpty { starts = [Int32](repeating: 0, count: 1 << 16) }
    starts[Int(bytes[0]) << 8 | Int(bytes[1])] += Int32(difference)
    let start = Self.start(bytes, 0)
    var known = lengths[start] ?? []
    let place = known.firstIndex { $0.bytes <= bytes.count } ?? known.count
    if place == known.count || known[place].bytes != bytes.count {
      known.insert(Length(bytes: bytes.count, count: 0), at: place)
    }
    known[place].count += difference
    if known[place].count == 0 { known.remove(at: place) }
    lengths[start] = known.isEmpty ? nil : known
  }

  /// A secret as it is, percent-encoded and in Base64; empty if it is not distinct from ordinary words.
  private static func forms(of secret: [UInt8], _ replacement: [UInt8]) -> [(bytes: [UInt8], needle: Needle)] {
    guard isDistinctive(secret) else { return [] }
    var forms = [(bytes: secret, needle: Needle(replacement: replacement, isBase64: false))]
    for encode in PercentEncoding.encodings {
      let encoded = encode(secret)
      if encoded != secret { forms.append((encoded, Needle(replacement: encode(replacement), isBase64: false))) }
    }
    let base64 = Base64.encode(secret).utf8.filter { $0 != UInt8(ascii: "=") }
    forms.append((base64, Needle(replacement: replacement, isBase64: true)))
    let url = Base64.encodeForURL(secret)
    if url != base64 { forms.append((url, Needle(replacement: replacement, isBase64: true))) }
    return forms
  }

  /// Replaces all secrets in the text; nil if there are none. Short ones are replaced only as whole words.
  func replacing(in text: [UInt8]) -> [UInt8]? {
    guard !needles.isEmpty, text.count >= 8 else { return nil }
    guard let decoded = replacingInBase64(text) else { return replacingPlain(in: text) }
    return replacingPlain(in: decoded) ?? decoded
  }

  /// Replaces secrets in whole Base64 runs that encode text, such as `user:password`.
  private func replacingInBase64(_ text: [UInt8]) -> [UInt8]? {
    var result: [UInt8]?
    var copied = 0
    for run in Base64Run.all(in: text) {
      guard let decoded = Base64.decodeLenient(text[run.range]), decoded.allSatisfy({ $0 >= 0x20 || $0 == 0x0A }),
        let replaced = replacingPlain(in: decoded)
      else { continue }
      result = (result ?? []) + text[copied..<run.range.lowerBound] + run.encoded(replaced, as: text)
      copied = run.range.upperBound
    }
    return result.map { $0 + text[copied...] }
  }

  private func replacingPlain(in text: [UInt8]) -> [UInt8]? {
    guard text.count >= 8 else { return nil }
    var result: [UInt8]?
    var copied = 0
    var position = 0
    while position + 8 <= text.count {
      guard starts[Int(text[position]) << 8 | Int(text[position + 1])] > 0,
        let (bytes, needle) = needle(in: text, at: position)
      else {
        position += 1
        continue
      }
      var start = result ?? []
      start += text[copied..<position]
      position += bytes.count
      if needle.isBase64 {
        let run = Base64Run(bytes, endingAt: position, in: text)
        start += run.encoded(needle.replacement, as: text)
        position = run.range.upperBound
      } else {
        start += needle.replacement
      }
      result = start
      copied = position
    }
    return result.map { $0 + text[copied...] }
  }

  /// The longest needle at a position.
  private func needle(in text: [UInt8], at position: Int) -> (bytes: [UInt8], needle: Needle)? {
    for length in lengths[Self.start(text, position)] ?? [] {
      let end = position + length.bytes
      guard end <= text.count else { continue }
      let bytes = Array(text[position..<end])
      guard let needle = needles[bytes] else { continue }
      let isAlone =
        (position == 0 || !text[position - 1].isLetterOrDigit) && (end == text.count || !text[end].isLetterOrDigit)
      if isAlone || bytes.count >= 16 { return (bytes, needle) }
    }
    return nil
  }

  private static func start(_ bytes: [UInt8], _ position: Int) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<8 { word = word << 8 | UInt64(bytes[position + offset]) }
    return word
  }
}
