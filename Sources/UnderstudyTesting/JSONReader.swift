/// Reads JSON. JSONSerialization would do, but it does not tell 1 from 1.0 or true.
struct JSONReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  /// The value of a text; nil if it is not JSON.
  static func value(_ bytes: ArraySlice<UInt8>) -> Understudy.JSONValue? {
    var reader = JSONReader(bytes: bytes, place: bytes.startIndex)
    guard let value = reader.value() else { return nil }
    reader.skipSpace()
    // In `a ? value : nil`, nil is the JSON value null.
    guard reader.place == bytes.endIndex else { return nil }
    return value
  }

  private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func value() -> Understudy.JSONValue? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func word(_ word: String, _ value: Understudy.JSONValue) -> Understudy.JSONValue? {
    guard bytes[place...].starts(with: word.utf8) else { return nil }
    place += word.utf8.count
    return value
  }

  private mutating func number() -> Understudy.JSONValue? {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    return Int(text).map { .int($0) } ?? Double(text).map { .double($0) }
  }

  private mutating func array() -> Understudy.JSONValue? {
    place += 1
    var items: [Understudy.JSONValue] = []
    if skip(UInt8(ascii: "]")) { return .array(items) }
    repeat {
      guard let item = value() else { return nil }
      items.append(item)
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { return nil }
    return .array(items)
  }

  private mutating func object() -> Understudy.JSONValue? {
    place += 1
    var members: [String: Understudy.JSONValue] = [:]
    if skip(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string(), skip(UInt8(ascii: ":")), let member = value() else {
        return nil
      }
      members[name] = member
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { return nil }
    return .object(members)
  }

  private mutating func string() -> String? {
    place += 1
    var text = ""
    while true {
      let start = place
      while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { place += 1 }
      text += String(decoding: bytes[start..<place], as: UTF8.self)
      guard let end = next else { return nil }
      place += 1
      if end == UInt8(ascii: "\"") { return text }
      guard let scalar = escape() else { return nil }
      text.unicodeScalars.append(scalar)
    }
  }

  private static let escapes: [UInt8: UnicodeScalar] = [
    UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{C}",
  ]

  private mutating func escape() -> UnicodeScalar? {
    guard let letter = next else { return nil }
    place += 1
    guard letter == UInt8(ascii: "u") else { return Self.escapes[letter] ?? UnicodeScalar(letter) }
    guard let first = unit() else { return nil }
    guard (0xD800..<0xDC00).contains(first), bytes[place...].starts(with: "\\u".utf8) else {
      return UnicodeScalar(first) ?? "\u{FFFD}"
    }
    place += 2
    guard let second = unit() else { return nil }
    return UnicodeScalar(0x10000 + ((first - 0xD800) << 10) + (second & 0x3FF)) ?? "\u{FFFD}"
  }

  private mutating func unit() -> UInt32? {
    guard bytes.endIndex - place >= 4 else { return nil }
    defer { place += 4 }
    return UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
  }
}
