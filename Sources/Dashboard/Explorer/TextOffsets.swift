import GraphQLLanguage

/// Converts between the byte offsets of a text, its lines and columns, and its UTF-16 offsets, which editors use.
struct TextOffsets {
  private let bytes: [UInt8]
  /// The UTF-16 offset of each byte and of the end; nil for ASCII, where both are equal.
  private let units: [Int32]?
  /// The byte offset of each line.
  private let lines: [Int]

  init(_ source: SourceText) {
    let bytes = source.utf8
    var lines = [0]
    var units: [Int32]?
    bytes.withUnsafeBufferPointer { bytes in
      if bytes.contains(where: { $0 >= 0x80 }) {
        var count: Int32 = 0
        var all: [Int32] = []
        all.reserveCapacity(bytes.count + 1)
        for byte in bytes {
          // A continuation byte has the offset of its character.
          let width: Int32 = byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
          all.append(width == 0 ? (all.last ?? 0) : count)
          count += width
        }
        all.append(count)
        units = all
      }
      for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
        // CR LF is one line end.
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        lines.append(index + 1)
      }
    }
    (self.bytes, self.units, self.lines) = (bytes, units, lines)
  }

  /// The UTF-16 offset of a byte offset. One inside a character is that of its start. Offsets outside the text are
  /// clamped.
  func utf16(ofByte offset: Int) -> Int {
    let offset = min(max(offset, 0), bytes.count)
    return units.map { Int($0[offset]) } ?? offset
  }

  /// The UTF-16 offset of the end of a range of bytes. One inside a character is that of its end.
  func utf16(ofEnd offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return utf16(ofByte: offset)
  }

  /// The byte offset of a UTF-16 offset. One inside a character is that of the character.
  func byte(ofUTF16 offset: Int) -> Int {
    guard let units else { return min(max(offset, 0), bytes.count) }
    var low = 0
    var high = units.count - 1
    // The last byte whose character begins at or before the offset.
    while low < high {
      let middle = (low + high + 1) / 2
      if Int(units[middle]) <= offset { low = middle } else { high = middle - 1 }
    }
    while low > 0, low < bytes.count, bytes[low] & 0xC0 == 0x80 { low -= 1 }
    return low
  }

  /// The byte offset of a line and column.
  func byte(of location: SourceLocation) -> Int {
    guard lines.indices.contains(location.line - 1) else { return bytes.count }
    let start = lines[location.line - 1]
    return byte(ofUTF16: utf16(ofByte: start) + location.column - 1)
  }
}
