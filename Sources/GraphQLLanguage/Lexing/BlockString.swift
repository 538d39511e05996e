/// Conversions between block strings and their values.
enum BlockString {
  /// Returns the value of the text between the triple quotes: line ends become LF, common indentation and blank lines
  /// at both ends are removed, `\"""` becomes `"""` (`BlockStringValue` of section 2.9.4).
  static func value(ofContent content: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let shape = shape(of: content)
    guard let last = shape.lastLine else { return [] }
    var value: [UInt8] = []
    value.reserveCapacity(content.count)
    var index = 0
    for line in 0...last {
      let end = lineEnd(in: content, from: index)
      if line >= shape.firstLine {
        if line > shape.firstLine { value.append(0x0A) }
        let start = line == 0 ? index : min(index + shape.indentation, end)
        appendUnescaped(content, start, end, to: &value)
      }
      index = afterLineEnd(in: content, at: end)
    }
    return value
  }

  private struct Shape {
    /// The common indentation of all lines but the first, in bytes.
    var indentation = Int.max
    var firstLine = 0
    /// Nil if all lines are blank.
    var lastLine: Int?
  }

  private static func shape(of content: UnsafeBufferPointer<UInt8>) -> Shape {
    var shape = Shape()
    var index = 0
    var line = 0
    while true {
      let end = lineEnd(in: content, from: index)
      var text = index
      while text < end, content[text] == 0x20 || content[text] == 0x09 { text += 1 }
      if text < end {
        if shape.lastLine == nil { shape.firstLine = line }
        shape.lastLine = line
        if line > 0 { shape.indentation = min(shape.indentation, text - index) }
      }
      if end >= content.count {
        // Only the first line has text, so there is no indentation to remove; `Int.max` would overflow later.
        if shape.indentation == Int.max { shape.indentation = 0 }
        return shape
      }
      index = afterLineEnd(in: content, at: end)
      line += 1
    }
  }

  private static func lineEnd(in content: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < content.count, content[index] != 0x0A, content[index] != 0x0D { index += 1 }
    return index
  }

  private static func afterLineEnd(in content: UnsafeBufferPointer<UInt8>, at end: Int) -> Int {
    guard end < content.count else { return end }
    return content[end] == 0x0D && end + 1 < content.count && content[end + 1] == 0x0A ? end + 2 : end + 1
  }

  private static func appendUnescaped(
    _ content: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, to value: inout [UInt8]
  ) {
    var index = start
    while index < end {
      let byte = content[index]
      index += 1
      if byte == UInt8(ascii: "\\"), index + 3 <= end, content[index] == UInt8(ascii: "\""),
        content[index + 1] == UInt8(ascii: "\""), content[index + 2] == UInt8(ascii: "\"")
      {
        value.append(contentsOf: [0x22, 0x22, 0x22])
        index += 3
      } else {
        value.append(byte)
      }
    }
  }
}
