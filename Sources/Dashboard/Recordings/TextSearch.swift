import OrderedJSON

/// A text to search for, ignoring case.
struct TextSearch {
  private let scalars: [Unicode.Scalar]
  /// The bytes in lowercase if the text is ASCII, which is found without decoding.
  private let ascii: [UInt8]?

  /// A text with its first match.
  struct Match: Hashable {
    let snippet: String
    /// The range of the match in the snippet, in UTF-16 units.
    let start: Int
    let end: Int
  }

  private static let before = 40
  private static let after = 100

  init(_ text: String) {
    scalars = text.unicodeScalars.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
    ascii = text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.map(\.asciiLowercased) : nil
  }

  /// Indicates whether a file of JSON may have a match, without parsing it.
  func mayMatch(json bytes: [UInt8]) -> Bool {
    guard let ascii, !ascii.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x2F }) else {
      return true
    }
    return bytes.withUnsafeBufferPointer { Self.place(of: ascii, in: $0) != nil }
  }

  /// Returns the first match in a text.
  func match(in text: String) -> Match? {
    var text = text
    if let ascii {
      guard let start = text.withUTF8({ Self.place(of: ascii, in: $0) }) else { return nil }
      let first = text.utf8.index(text.startIndex, offsetBy: start)
      return Self.match(text, first, text.utf8.index(first, offsetBy: ascii.count))
    }
    // Lowercase texts may be longer than the original.
    var folded: [Unicode.Scalar] = []
    var places: [String.Index] = []
    for place in text.unicodeScalars.indices {
      for scalar in text.unicodeScalars[place].properties.lowercaseMapping.unicodeScalars {
        folded.append(scalar)
        places.append(place)
      }
    }
    guard folded.count >= scalars.count else { return nil }
    for start in 0...(folded.count - scalars.count)
    where folded[start] == scalars[0] && folded[start..<start + scalars.count].elementsEqual(scalars) {
      return Self.match(text, places[start], text.unicodeScalars.index(after: places[start + scalars.count - 1]))
    }
    return nil
  }

  private static func match(_ text: String, _ first: String.Index, _ last: String.Index) -> Match {
    let scalars = text.unicodeScalars
    let start = scalars.index(first, offsetBy: -before, limitedBy: scalars.startIndex) ?? scalars.startIndex
    let end = scalars.index(last, offsetBy: after, limitedBy: scalars.endIndex) ?? scalars.endIndex
    let head = line(scalars[start..<first], isCutBefore: start > scalars.startIndex)
    let tail = line(scalars[last..<end], isCutAfter: end < scalars.endIndex)
    let found = line(scalars[first..<last])
    return Match(
      snippet: head + found + tail, start: head.utf16.count, end: head.utf16.count + found.utf16.count)
  }

  /// Returns a part of a text on one line.
  private static func line(
    _ part: Substring.UnicodeScalarView, isCutBefore: Bool = false, isCutAfter: Bool = false
  ) -> String {
    var line = String.UnicodeScalarView()
    for scalar in part { line.append(scalar.properties.generalCategory == .control ? " " : scalar) }
    return (isCutBefore ? "…" : "") + String(line) + (isCutAfter ? "…" : "")
  }

  private static func place(of pattern: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
    for start in 0...(bytes.count - pattern.count) where bytes[start].asciiLowercased == first {
      if pattern.indices.allSatisfy({ bytes[start + $0].asciiLowercased == pattern[$0] }) { return start }
    }
    return nil
  }
}

extension TextSearch {
  /// Returns the strings and numbers in a value that match, at most `limit`, in order.
  func matches(in json: JSON, limit: Int) -> [(path: JSONPath, match: Match)] {
    var found: [(path: JSONPath, match: Match)] = []
    for (value, trail) in json.walk(at: Trail?.none, inside: { slot, trail in Trail(slot.step, trail) }) {
      guard found.count < limit else { break }
      if let text = value.stringValue ?? value.numberValue?.text, let match = match(in: text) {
        found.append((path(trail), match))
      }
    }
    return found
  }

  /// A path from its end, which its children share.
  private final class Trail {
    let step: JSONPath.Step
    let parent: Trail?

    init(_ step: JSONPath.Step, _ parent: Trail?) {
      self.step = step
      self.parent = parent
    }
  }

  private func path(_ trail: Trail?) -> JSONPath {
    var steps: [JSONPath.Step] = []
    var trail = trail
    while let here = trail {
      steps.append(here.step)
      trail = here.parent
    }
    return JSONPath(steps.reversed())
  }
}
