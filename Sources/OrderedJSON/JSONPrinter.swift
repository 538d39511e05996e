/// Writes values as JSON text: minimal escapes, numbers as they came, UTF-8 raw.
///
/// Open containers lie on a stack of its own, so depth costs nothing of the thread's.
struct JSONPrinter {
  enum Style {
    case compact
    case pretty
  }

  let style: Style
  /// How many levels the surrounding text is indented already.
  let level: Int
  private var open: [Container] = []

  /// A container whose end is not yet written, and its next element or member.
  private enum Container {
    case array([JSON], next: Int)
    case object([JSONObject.Member], next: Int)
  }

  init(style: Style, level: Int = 0) {
    self.style = style
    self.level = level
  }

  /// Appends the text of `root`, or, for messages, only its start: about `limit` bytes.
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

  /// Writes a scalar or an empty container whole, the opening bracket of any other.
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
