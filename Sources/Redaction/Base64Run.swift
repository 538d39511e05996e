import OrderedJSON
import Recordings

/// A Base64 text inside another text, including its padding.
struct Base64Run {
  let range: Range<Int>
  private let isPadded: Bool
  /// True if it would end in `=` with padding.
  private let isOpen: Bool

  private init(_ start: Int, _ end: Int, in text: [UInt8]) {
    var last = end
    while last < text.count, last < end + 2, text[last] == UInt8(ascii: "=") { last += 1 }
    range = start..<last
    isPadded = last > end
    isOpen = (end - start) % 4 != 0
  }

  /// The run that ends at a place, for a text in Base64 without padding.
  init(_ bytes: [UInt8], endingAt end: Int, in text: [UInt8]) { self.init(end - bytes.count, end, in: text) }

  /// All runs of at least eleven characters. Shorter ones cannot encode anything distinct from words.
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

  /// Encodes other bytes with the same padding, in the URL-safe alphabet if only that contains this run's characters.
  func encoded(_ bytes: [UInt8], as text: [UInt8]) -> [UInt8] {
    let isForURL = text[range].contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    if isForURL { return Base64.encodeForURL(bytes) + (isPadded ? padding(bytes.count) : []) }
    let encoded = Array(Base64.encode(bytes).utf8)
    return isPadded || !isOpen ? encoded : encoded.filter { $0 != UInt8(ascii: "=") }
  }

  private func padding(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "="), count: (3 - count % 3) % 3) }
}
