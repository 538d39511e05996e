import OrderedJSON
import Recordings

/// A text in Base64 inside of another text, its padding included.
struct Base64Run {
  let range: Range<Int>
  /// Whether it ends in `=`.
  private let isPadded: Bool
  /// Whether it would end in `=` if it was padded.
  private let isOpen: Bool

  private init(_ start: Int, _ end: Int, in text: [UInt8]) {
    var last = end
    while last < text.count, last < end + 2, text[last] == UInt8(ascii: "=") { last += 1 }
    range = start..<last
    isPadded = last > end
    isOpen = (end - start) % 4 != 0
  }

  /// The run that a text in Base64 without padding makes which ends at a place.
  init(_ bytes: [UInt8], endingAt end: Int, in text: [UInt8]) { self.init(end - bytes.count, end, in: text) }

  /// All runs of eleven characters or more: shorter ones stand for nothing that is told from words.
  static func all(in text: [UInt8]) -> [Base64Run] {
    var runs: [Base64Run] = []
    var index = 0
    while index < text.count {
      let start = index
      while index < text.count, text[index].isBase64 { index += 1 }
      if index - start >= 11 { runs.append(Base64Run(start, index, in: text)) }
      index += 1
    }
    return runs
  }

  /// Other bytes in Base64, padded as this one, and in the alphabet for URLs if only that has what this one is made of.
  func encoded(_ bytes: [UInt8], as text: [UInt8]) -> [UInt8] {
    let isForURL = text[range].contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    if isForURL { return Base64.encodeForURL(bytes) + (isPadded ? padding(bytes.count) : []) }
    let encoded = Array(Base64.encode(bytes).utf8)
    return isPadded || !isOpen ? encoded : encoded.filter { $0 != UInt8(ascii: "=") }
  }

  private func padding(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "="), count: (3 - count % 3) % 3) }
}
