/// Prints values as JSON: minimal escapes, numbers as written, UTF-8 unescaped. Open containers are on a stack of its
/// own, so depth needs no stack of the thread.
struct JSONPrinter {
  enum Style {
    case compact
    case pretty
  }

  let style: Style
  /// The indentation level of the surrounding text.
  let level: Int
  private var open: [Container] = []

  /// A container whose end has not been written, and its next element or member.
  private enum Container {
    case array([JSON], next: Int)
    case object([JSONObject.Member], next: Int)
  }

  init(style: Style, level: Int = 0) {
    self.style = style
    self.level = level
  }

  /// Appends the text of `root`, or only about the first `limit` bytes, for messages.
  mutating func print(_ root: JSON, to bytes: inout [UInt8], stopAfter limit: Int = .max) {
    begin(root, &bytes)
    while bytes.count < limit, let container = open.popLast() {
      switch container {
      case .array(let elements, let next):
        guard next < elements.count else {
          end(UInt8(ascii: "]"), &bytes)
          continue
        }
        open.append(.array(elements, next: next + 1))
        separate(isFirst: next == 0, &bytes)
        begin(elements[next], &bytes)
      case .object(let members, let next):
        guard next < members.count else {
          end(UInt8(ascii: "}"), &bytes)
          continue
        }
        open.append(.object(members, next: next + 1))
        separate(isFirst: next == 0, &bytes)
        Self.appendString(members[next].name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if style == .pretty { bytes.append(0x20) }
        begin(members[next].value, &bytes)
      }
    }
  }

  /// Writes a whole scalar or empty container; of other containers, the opening bracket.
  private mutating func begin(_ value: JSON, _ bytes: inout [UInt8]) {
    switch value {
    case .null: Self.append("null", to: &bytes)
    case .bool(true): Self.append("true", to: &bytes)
    case .bool(false): Self.append("false", to: &bytes)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): Self.appendString(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      if elements.isEmpty { bytes.append(UInt8(ascii: "]")) } else { open.append(.array(elements, next: 0)) }
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      if object.members.isEmpty {
        bytes.append(UInt8(ascii: "}"))
      } else {
        open.append(.object(object.members, next: 0))
      }
    }
  }

  private func separate(isFirst: Bool, _ bytes: inout [UInt8]) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if style == .pretty { newLine(&bytes) }
  }

  private func end(_ bracket: UInt8, _ bytes: inout [UInt8]) {
    if style == .pretty { newLine(&bytes) }
    bytes.append(bracket)
  }

  private func newLine(_ bytes: inout [UInt8]) {
    bytes.append(0x0A)
    for _ in 0..<(2 * (level + open.count)) { bytes.append(0x20) }
  }

  private static func append(_ word: StaticString, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }
}
