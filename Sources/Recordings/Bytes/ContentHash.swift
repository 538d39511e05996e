import Crypto

/// A SHA-256: what keys, names of files and ids of responses are made of.
package struct ContentHash: Hashable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The hash of a text of bytes.
  package init(of bytes: [UInt8]) {
    var hasher = SHA256()
    bytes.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    self.init(hasher.finalize())
  }

  init(_ digest: SHA256Digest) {
    words = digest.withUnsafeBytes { digest in
      func word(_ index: Int) -> UInt64 {
        UInt64(bigEndian: digest.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
      return (word(0), word(1), word(2), word(3))
    }
  }

  /// All 64 hexadecimal digits, lower case.
  package var hex: String { hex(digits: 64) }

  /// The first `digits` (at most 64) hexadecimal digits, lower case.
  package func hex(digits: Int) -> String {
    let all = [words.0, words.1, words.2, words.3]
    let alphabet: [UInt8] = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(digits)
    for position in 0..<min(max(digits, 0), 64) {
      let word = all[position / 16]
      text.append(alphabet[Int(truncatingIfNeeded: word >> UInt64(60 - 4 * (position % 16))) & 0xF])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The first `digits` (at most 8) hexadecimal digits as a number.
  package func prefix(digits: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: words.0 >> UInt64(64 - 4 * min(max(digits, 1), 8)))
  }

  /// The first 64 bits.
  package var prefix: UInt64 { words.0 }

  /// Appends the 32 bytes.
  package func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(
      of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    ) { bytes.append(contentsOf: $0) }
  }

  package static func == (left: ContentHash, right: ContentHash) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension ContentHash {
  /// The hash of a list of texts.
  package init(ofParts parts: [String]) {
    var bytes: [UInt8] = []
    for part in parts { bytes.appendPart(part.utf8) }
    self.init(of: bytes)
  }
}

extension [UInt8] {
  /// Appends a part of a hashed text behind its length, so that no two lists of parts give one text.
  package mutating func appendPart(_ part: some Collection<UInt8>) {
    Swift.withUnsafeBytes(of: UInt64(part.count).bigEndian) { append(contentsOf: $0) }
    append(contentsOf: part)
  }
}
