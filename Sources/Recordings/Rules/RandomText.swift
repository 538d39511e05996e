import OrderedJSON

/// Finds differences between two texts that look generated at every run: UUIDs, ULIDs, hexadecimal digits, time stamps,
/// long numbers, random suffixes.
package enum RandomText {
  /// A part of the recorded text and the part of another text in its place.
  package struct Pair: Hashable, Sendable {
    package let recorded: String
    package let sent: String

    package init(recorded: String, sent: String) {
      self.recorded = recorded
      self.sent = sent
    }

    /// A regular expression, without quotation marks and backslashes, that occurs in every text of the same generator; nil
    /// if the form is not certain: a random word may have no digit by chance, and a random number may be shorter.
    package var pattern: String? {
      let both = [Array(recorded.utf8), Array(sent.utf8)]
      let count = both[0].count
      if both.allSatisfy({ uuid($0[...]) != nil }) { return "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}" }
      if both.allSatisfy({ time($0[...]) != nil }) { return RandomText.timePattern }
      guard count == both[1].count else { return nil }
      if both.joined().allSatisfy(\.isDigit) {
        // Seconds, milliseconds, microseconds or nanoseconds since 1970.
        return [10, 13, 16, 19].contains(count) ? "[0-9]{\(count)}" : nil
      }
      return count >= 8 && both.joined().allSatisfy(\.isHexDigit) ? "[0-9A-Fa-f]{\(count)}" : nil
    }
  }

  /// Returns a regular expression, without quotation marks and backslashes, for the texts that differ from a recorded one
  /// in generated parts alone; nil if the form of a part is not certain.
  package static func pattern(of recorded: String, _ pairs: [Pair]) -> String? {
    var parts: [(text: String, pattern: String)] = []
    for pair in pairs {
      guard let pattern = pair.pattern else { return nil }
      parts.append((pair.recorded, pattern))
    }
    var (result, rest) = ("^", recorded[...])
    while let scalar = rest.unicodeScalars.first {
      if let part = parts.first(where: { rest.utf8.starts(with: $0.text.utf8) }) {
        result += part.pattern
        rest = Substring(rest.utf8.dropFirst(part.text.utf8.count))
      } else {
        result += literal(scalar)
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    return result + "$"
  }

  /// A scalar in a regular expression. One that needs a backslash matches any.
  private static func literal(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case ".", "+", "*", "?", "(", ")", "{", "}", "|", "$": "[\(scalar)]"
    case "[", "]", "^", "\\", "\"": "."
    default: scalar.value < 0x20 ? "." : String(scalar)
    }
  }

  /// Returns the parts of two runs' texts that differ. Empty for equal texts; nil unless all differences look random.
  package static func pairs(_ recorded: String, _ sent: String) -> [Pair]? {
    guard !Placeholder.isOne(recorded), !Placeholder.isOne(sent) else { return nil }
    let (left, right) = (tokens(recorded), tokens(sent))
    guard left.count == right.count else { return nil }
    var pairs: [Pair] = []
    for (old, new) in zip(left, right) where old != new {
      guard let pair = pair(old, new) else { return nil }
      if !pairs.contains(pair) { pairs.append(pair) }
    }
    return pairs
  }

  // MARK: Tokens

  private struct Token: Hashable {
    enum Kind { case uuid, time, word, other }
    let kind: Kind
    let bytes: [UInt8]
  }

  private static let uuidShape = Array("00000000-0000-0000-0000-000000000000".utf8)
  private static let timePattern =
    "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?Z?"
  private static let timeShape = Array("0000-00-00T00:00:00".utf8)

  /// UUIDs and times as one token each, words of letters and digits, and every other byte as one token.
  private static func tokens(_ text: String) -> [Token] {
    let bytes = Array(text.utf8)
    var tokens: [Token] = []
    var start = 0
    while start < bytes.count {
      var end = start + 1
      var kind = Token.Kind.other
      if isWord(bytes[start]) {
        if let length = uuid(bytes[start...]) {
          (kind, end) = (.uuid, start + length)
        } else if let length = time(bytes[start...]) {
          (kind, end) = (.time, start + length)
        } else {
          kind = .word
          while end < bytes.count, isWord(bytes[end]) { end += 1 }
        }
      }
      tokens.append(Token(kind: kind, bytes: Array(bytes[start..<end])))
      start = end
    }
    return tokens
  }

  private static func uuid(_ bytes: ArraySlice<UInt8>) -> Int? {
    let (found, rest) = (bytes.prefix(uuidShape.count), bytes.dropFirst(uuidShape.count))
    guard found.count == uuidShape.count, !(rest.first.map(isWord) ?? false),
      zip(found, uuidShape).allSatisfy({ $1 == 0x2D ? $0 == $1 : $0.isHexDigit })
    else { return nil }
    return found.count
  }

  /// Matches `2026-03-01T12:00:00.123Z`, also with a space instead of the T, with or without fraction and offset.
  private static func time(_ bytes: ArraySlice<UInt8>) -> Int? {
    let found = bytes.prefix(timeShape.count)
    guard found.count == timeShape.count,
      zip(found, timeShape).allSatisfy({ byte, shape in
        switch shape {
        case UInt8(ascii: "0"): byte.isDigit
        case UInt8(ascii: "T"): byte == shape || byte == 0x20
        default: byte == shape
        }
      })
    else { return nil }
    var rest = bytes.dropFirst(found.count)
    if rest.first == UInt8(ascii: "."), rest.dropFirst().first?.isDigit == true {
      rest = rest.dropFirst().drop(while: \.isDigit)
    }
    if rest.first == UInt8(ascii: "Z") { rest = rest.dropFirst() }
    return rest.first.map(isWord) == true ? nil : bytes.count - rest.count
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte.isDigit || isLetter(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  // MARK: Looks

  private static func pair(_ old: Token, _ new: Token) -> Pair? {
    guard old.kind == new.kind, old.kind != .other else { return nil }
    var (left, right) = (old.bytes[...], new.bytes[...])
    if old.kind == .word, !(looksRandom(left) && looksRandom(right)) || isPrefixed(left, right) {
      // `user1712345678901`: the common letters at the start are not part of it.
      let stem = zip(left, right).prefix { $0 == $1 && isLetter($0) }.count
      (left, right) = (left.dropFirst(stem), right.dropFirst(stem))
      guard looksRandom(left), looksRandom(right), isSimilar(left, right) else { return nil }
    } else if old.kind == .word, !isSimilar(left, right) {
      return nil
    }
    return Pair(recorded: String(decoding: left, as: UTF8.self), sent: String(decoding: right, as: UTF8.self))
  }

  /// Indicates whether both are the same letters followed by a long number.
  private static func isPrefixed(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    let (old, new) = (left.drop(while: isLetter), right.drop(while: isLetter))
    return old.count < left.count && looksRandom(old) && looksRandom(new)
      && left.prefix(left.count - old.count).elementsEqual(right.prefix(right.count - new.count))
  }

  private static func isSimilar(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    if left.allSatisfy(\.isDigit) || right.allSatisfy(\.isDigit) {
      return left.count == right.count && left.allSatisfy(\.isDigit) == right.allSatisfy(\.isDigit)
    }
    return abs(left.count - right.count) <= 4
  }

  /// Indicates whether letters and digits look random. When in doubt, they do not, such as `alice1`, `20260301` and
  /// `item42`.
  private static func looksRandom(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.count(where: \.isDigit)
    if digits == word.count { return word.count >= 10 }
    guard digits > 0 else { return false }
    let changes = zip(word, word.dropFirst()).count { $0.isDigit != $1.isDigit }
    return word.count >= 6 && changes >= 2 || word.count >= 8 && word.allSatisfy(\.isHexDigit)
  }
}
