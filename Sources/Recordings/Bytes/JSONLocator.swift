import OrderedJSON

/// Finds the place of a value in a JSON text, for errors about its meaning. The tree has no places, so this reads the
/// text again, only after an error.
package struct JSONLocator {
  /// One step of the path from the root to a value.
  package enum Step: Hashable, Sendable {
    /// The member with this name. `occurrence` counts the earlier members of the same name.
    case member(String, occurrence: Int = 0)
    /// The name of that member itself instead of its value. Only as the last step.
    case name(String, occurrence: Int = 0)
    case element(Int)
  }

  private let bytes: [UInt8]
  private var position = 0

  /// The line and column, from 1, of the start of a value, or of the deepest existing value on its path. Columns count
  /// Unicode scalars.
  package static func place(of path: [Step], in bytes: [UInt8]) -> RecordingError.Place {
    var locator = JSONLocator(bytes: bytes)
    locator.skipWhitespace()
    for step in path {
      let before = locator.position
      guard locator.enter(step) else {
        locator.position = before
        break
      }
    }
    return place(ofOffset: locator.position, in: bytes)
  }

  /// The line and column of an offset. A line ends with LF, CR LF or CR, as in `JSONError`.
  private static func place(ofOffset offset: Int, in bytes: [UInt8]) -> RecordingError.Place {
    var line = 1
    var column = 1
    for (index, byte) in bytes.prefix(offset).enumerated() {
      let endsLine = byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
      if endsLine {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return RecordingError.Place(line: line, column: column)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Moves from the start of a container to the step's target.
  private mutating func enter(_ step: Step) -> Bool {
    switch step {
    case .element(let index): enter(UInt8(ascii: "[")) && toElement(index)
    case .member(let name, let occurrence): enter(UInt8(ascii: "{")) && toMember(name, occurrence, value: true)
    case .name(let name, let occurrence): enter(UInt8(ascii: "{")) && toMember(name, occurrence, value: false)
    }
  }

  private mutating func enter(_ bracket: UInt8) -> Bool {
    guard byte() == bracket else { return false }
    position += 1
    skipWhitespace()
    return byte() != UInt8(ascii: "]") && byte() != UInt8(ascii: "}")
  }

  private mutating func toElement(_ index: Int) -> Bool {
    for _ in 0..<index where !skipValueAndComma() { return false }
    return true
  }

  private mutating func toMember(_ name: String, _ occurrence: Int, value: Bool) -> Bool {
    var remaining = occurrence
    while true {
      let start = position
      skipValue()
      let isIt = (try? JSON.parse(bytes[start..<position])).map { found in
        if case .string(let text) = found { text.hasSameScalars(as: name) } else { false }
      }
      if isIt == true, remaining == 0, !value {
        position = start
        return true
      }
      skipWhitespace()
      position += 1  // the colon
      skipWhitespace()
      if isIt == true {
        if remaining == 0 { return true }
        remaining -= 1
      }
      guard skipValueAndComma() else { return false }
    }
  }

  private mutating func skipValueAndComma() -> Bool {
    skipValue()
    skipWhitespace()
    guard byte() == UInt8(ascii: ",") else { return false }
    position += 1
    skipWhitespace()
    return true
  }

  /// Skips one value: a scalar, or a container to its closing bracket.
  private mutating func skipValue() {
    var depth = 0
    repeat {
      switch byte() {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
      case UInt8(ascii: "\""): skipString()
      case nil: return
      default:
        // A number or a word ends where something else starts; between values are only signs and space.
        position += 1
        while depth == 0, let next = byte(), !Self.ends(next) { position += 1 }
      }
    } while depth > 0
  }

  private mutating func skipString() {
    position += 1
    while let next = byte(), next != UInt8(ascii: "\"") { position += next == UInt8(ascii: "\\") ? 2 : 1 }
    position += 1
  }

  private static func ends(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte <= 0x20
  }

  private mutating func skipWhitespace() {
    while let next = byte(), next <= 0x20 { position += 1 }
  }

  private func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }
}
