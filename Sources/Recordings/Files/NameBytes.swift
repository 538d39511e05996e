import OrderedJSON

/// Functions on the bytes of a name. They create no String, because a folder may have a hundred thousand entries.
enum NameBytes {
  static func hexDigits(atEndOf name: UnsafeBufferPointer<UInt8>) -> Int {
    var index = name.count
    while index > 0, name[index - 1].isLowerHexDigit { index -= 1 }
    return name.count - index
  }

  /// The number that `count` digits from `start` on represent, at most 8.
  static func number(in name: UnsafeBufferPointer<UInt8>, from start: Int, count: Int) -> UInt32 {
    var number: UInt32 = 0
    for index in start..<(start + count) { number = number << 4 | UInt32(name[index].hexDigit ?? 0) }
    return number
  }

  static func ends(_ name: UnsafeBufferPointer<UInt8>, in suffix: StaticString) -> Bool {
    let count = suffix.utf8CodeUnitCount
    guard name.count >= count else { return false }
    for index in 0..<count where name[name.count - count + index] != suffix.utf8Start[index] { return false }
    return true
  }

  static func starts(_ name: UnsafeBufferPointer<UInt8>, with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    return name.count >= count && (0..<count).allSatisfy { name[$0] == prefix.utf8Start[$0] }
  }

  static func equals(_ name: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
    name.count == text.utf8.count && zip(name, text.utf8).allSatisfy { $0 == $1 }
  }
}
