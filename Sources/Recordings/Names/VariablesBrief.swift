import OrderedJSON

/// The variables of a recording in brief, for its file name: `code=CA`, `filter.continent.eq=EU`. It contains only
/// `[A-Za-z0-9._=,-]`, at most 60 bytes, and never starts with a dot, so that every file system accepts it. Two
/// recordings may have the same brief; their hashes distinguish them.
enum VariablesBrief {
  static let longest = 60
  static let empty = "no-variables"

  static func text(_ variables: JSONObject) -> String {
    guard !variables.members.isEmpty else { return empty }
    var writer = Writer()
    for member in variables.members where !writer.isFull {
      writer.startItem()
      writer.write(name: member.name)
      writer.write(member.value)
    }
    return writer.text
  }

  private struct Writer {
    private var bytes: [UInt8] = []

    /// One byte more than fits shows that the text was cut.
    var isFull: Bool { bytes.count > VariablesBrief.longest }

    var text: String {
      var end = min(bytes.count, VariablesBrief.longest)
      while end > 1, bytes[end - 1] != UInt8(ascii: "="), !Self.isWordByte(bytes[end - 1]) { end -= 1 }
      return String(decoding: bytes[..<end], as: UTF8.self)
    }

    mutating func startItem() {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
    }

    /// Writes a GraphQL name at the top level, or any text below it, after a dot.
    mutating func write(name: String) { write(word: PseudonymBrief.text(name)) }

    /// Writes the value after a name, `=CA`, or the path to a value inside an object, `.continent.eq=EU`.
    mutating func write(_ value: JSON) {
      // Each level takes a byte, so values that are too deep do not fit anyway.
      if isFull { return }
      switch value {
      case .object(let object) where !object.members.isEmpty:
        let prefix = bytes
        for (index, member) in object.members.enumerated() where !isFull {
          if index > 0 {
            startItem()
            bytes.append(contentsOf: lastPath(of: prefix))
          }
          bytes.append(UInt8(ascii: "."))
          write(name: member.name)
          write(member.value)
        }
      case .array(let elements):
        bytes.append(UInt8(ascii: "="))
        for (index, element) in elements.enumerated() where !isFull {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          writeElement(element)
        }
      default:
        bytes.append(UInt8(ascii: "="))
        writeElement(value)
      }
    }

    private mutating func writeElement(_ value: JSON) {
      switch value {
      case .null: write(word: "null")
      case .bool(let flag): write(word: flag ? "true" : "false")
      case .number(let number): write(word: number.text)
      case .string(let text): write(word: PseudonymBrief.text(text))
      case .array(let elements): write(word: elements.isEmpty ? "empty" : "list")
      case .object(let object): write(word: object.members.isEmpty ? "empty" : "object")
      }
    }

    /// The path after the last comma.
    private func lastPath(of bytes: [UInt8]) -> ArraySlice<UInt8> {
      let start = bytes.lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? 0
      return bytes[start...]
    }

    /// Writes a word, with one dash for each run of characters that names cannot contain.
    private mutating func write(word: String) {
      var isDash = false
      for byte in word.utf8 {
        if isFull { return }
        if Self.isWordByte(byte) || (byte == UInt8(ascii: ".") && bytes.last != UInt8(ascii: ".")) {
          bytes.append(byte)
          isDash = false
        } else if !isDash {
          bytes.append(UInt8(ascii: "-"))
          isDash = true
        }
      }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
      byte.isLetterOrDigit || byte == 0x5F
    }
  }
}
