/// The lines of a text, found once for looking up many places.
package struct SourceLines {
  private let source: SourceText
  /// The byte offsets of each line's start and of its end before the line terminator.
  private var starts = [0]
  private var ends: [Int] = []

  package init(_ source: SourceText) {
    self.source = source
    source.utf8.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        guard byte == 0x0A || byte == 0x0D else { continue }
        ends.append(index - 1)
        if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
        starts.append(index)
      }
      ends.append(bytes.count)
    }
  }

  /// Returns the line and column of a byte offset, as `SourceText.location(at:)` does.
  package func location(at offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), source.utf8.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    var column = 1
    source.utf8.withUnsafeBufferPointer { bytes in
      for byte in bytes[starts[low]..<max(offset, starts[low])] { column += UTF8Scan.utf16Width(ofLeadByte: byte) }
    }
    return SourceLocation(line: low + 1, column: column)
  }

  /// Returns the bytes of a line, counted from 1, without its terminator; nil if there is no such line.
  func line(_ number: Int) -> ArraySlice<UInt8>? {
    guard starts.indices.contains(number - 1) else { return nil }
    return source.utf8[starts[number - 1]..<ends[number - 1]]
  }
}
