// Swift compares strings by canonical equivalence: "é" equals "e" with a combining accent. In JSON these are different
// strings and member names. Everything here compares bytes, which for UTF-8 is the order of scalars.

extension String {
  package func hasSameScalars(as other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    let same = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        sameBytes(left, right)
      }
    }
    return (same ?? nil) ?? left.elementsEqual(right)
  }

  package func precedesByScalars(_ other: String) -> Bool {
    compareScalars(with: other) < 0
  }

  /// Negative, zero or positive if this string is before, equal to or after the other by scalars.
  func compareScalars(with other: String) -> Int {
    var left = self
    var right = other
    return left.withUTF8 { left in
      right.withUTF8 { right in
        compareBytes(left, right)
      }
    }
  }
}

extension [UInt8] {
  /// Indicates whether both have the same bytes, compared eight at a time.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { left in other.withUnsafeBufferPointer { right in sameBytes(left, right) } }
  }
}

private func sameBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
  commonPrefix(left, right) == left.count
}

private func compareBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
  let common = commonPrefix(left, right)
  guard common < left.count, common < right.count else { return left.count - right.count }
  return Int(left[common]) - Int(right[common])
}

/// The number of equal bytes from the start; eight at a time, so that debug builds are fast, too.
private func commonPrefix(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
  let count = min(left.count, right.count)
  let leftRaw = UnsafeRawBufferPointer(left)
  let rightRaw = UnsafeRawBufferPointer(right)
  var index = 0
  while index + 8 <= count {
    let leftWord = leftRaw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let rightWord = rightRaw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    if leftWord != rightWord { break }
    index += 8
  }
  while index < count, left[index] == right[index] { index += 1 }
  return index
}

/// The index, from `start` on, of the first byte that needs a closer look in a JSON string: `"`, `\`, a control
/// character, or 0xEF, which may begin U+FDD0 (see LoneSurrogates.swift). `bytes.count` if there is none.
func firstSpecialByte(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  scanString(in: bytes, from: start).end
}

/// The same, and whether all bytes up to there are known to be ASCII.
func scanString(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (end: Int, isASCII: Bool) {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let highs: UInt64 = 0x8080_8080_8080_8080
  let raw = UnsafeRawBufferPointer(bytes)
  let count = bytes.count
  var index = start
  var seen: UInt64 = 0
  while index + 8 <= count {
    let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    // The high bit is set in the lowest byte that is zero after ^, or below 0x20. Bits above it may be wrong.
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let introducer = word ^ (ones &* 0xEF)
    var hits = (quote &- ones) & ~quote
    hits |= (backslash &- ones) & ~backslash
    hits |= (introducer &- ones) & ~introducer
    hits |= (word &- (ones &* 0x20)) & ~word
    hits &= highs
    seen |= word
    if hits != 0 { return (index + hits.trailingZeroBitCount / 8, seen & highs == 0) }
    index += 8
  }
  while index < count {
    let byte = bytes[index]
    if byte == 0x22 || byte == 0x5C || byte == 0xEF || byte < 0x20 { break }
    seen |= UInt64(byte)
    index += 1
  }
  return (index, seen & highs == 0)
}

// Inlinable: every request compares header names, and in other modules these would run unspecialized.
extension StringProtocol {
  /// Indicates whether two strings are equal if A to Z equal a to z; no other letters are folded.
  @inlinable
  package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isEqual = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        left.indices.allSatisfy { left[$0] == right[$0] || left[$0].asciiLowercased == right[$0].asciiLowercased }
      }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// The first range whose bytes equal the text's; nil if there is none.
  @inlinable
  package func firstRange(ofText text: String) -> Range<Index>? {
    var start = utf8.startIndex
    while start < utf8.endIndex {
      var end = start
      var rest = text.utf8.makeIterator()
      while let byte = rest.next() {
        guard end < utf8.endIndex, utf8[end] == byte else {
          end = start
          break
        }
        end = utf8.index(after: end)
      }
      if end > start { return start..<end }
      start = utf8.index(after: start)
    }
    return nil
  }

  /// The text without spaces and tabs at both ends.
  @inlinable
  package func trimmingSpaces() -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var text = Substring(self).utf8
    while let first = text.first, isSpace(first) { text.removeFirst() }
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(Substring(text))
  }
}
