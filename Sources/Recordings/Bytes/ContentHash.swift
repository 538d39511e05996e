import Crypto

/// A SHA-256 hash, the basis of keys, file names and response ids.
package struct ContentHash: Hashable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

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

  package var hex: String { hex(digits: 64) }

  /// The first `digits` hexadecimal digits, at most 64, in lowercase.
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

  /// The first `digits` hexadecimal digits, at most 8, as a number.
  package func prefix(digits: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: words.0 >> UInt64(64 - 4 * min(max(digits, 1), 8)))
  }

  package var prefix: UInt64 { words.0 }

  package func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(
      of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    ) { bytes.append(contentsOf: $0) }
  }

  package static func == (left: ContentHash, right: ContentHash) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension ContentHash {
  package init(ofParts parts: [String]) {
    var bytes: [UInt8] = []
    for part in parts { bytes.appendPart(part.utf8) }
    self.init(of: bytes)
  }
}

extension [UInt8] {
  /// Appends a part of a hashed text after its length, so that different lists of parts give different texts.
  package mutating func appendPart(_ part: some Collection<UInt8>) {
    Swift.withUnsafeBytes(of: UInt64(part.count).bigEndian) { append(contentsOf: $0) }
    append(contentsOf: part)
  }
}
