/// Parses one JSON text. Open containers are on a stack of its own, not on the thread's, so depth costs no more than
/// `JSONLimits.depth` allows.
struct JSONParser: ~Copyable {
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var position = 0
  /// A buffer for strings with escapes, reused for its capacity.
  var scratch: [UInt8] = []

  private var open: [Container] = []
  private var elements = MoveStack<JSON>()
  private var members = MoveStack<JSONObject.Member>()

  /// An array or object whose end has not been read, and the start of its contents on their stack.
  private struct Container {
    let isObject: Bool
    let start: Int
  }

  init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func parse() throws(JSONError) -> JSON {
    guard bytes.count <= limits.bytes else { throw tooLarge() }
    try rejectByteOrderMark()
    var place = Place.start
    while true {
      skipWhitespace()
      var value: JSON
      switch byte() {
      case UInt8(ascii: "{"):
        guard try beginObject() else { place = .member; continue }
        value = .object(JSONObject())
      case UInt8(ascii: "["):
        guard try beginArray() else { place = .element; continue }
        value = .array([])
      default:
        value = try scalar(place)
      }
      // The value is complete, and so may be the containers that end right after it.
      while let container = open.last {
        let next = try separator(after: value, in: container)
        guard let closed = next else { break }
        value = closed
      }
      guard let container = open.last else {
        skipWhitespace()
        guard position == bytes.count else { throw unexpected(.expectedEnd, "Expected nothing after the value") }
        return value
      }
      place = container.isObject ? .member : .laterElement
    }
  }
}

// MARK: - Containers

extension JSONParser {
  /// The expected value at a place, for the error.
  enum Place {
    case start
    case member
    case element
    case laterElement
  }

  /// Steps over `{`. Returns true if the object is empty; otherwise reads the first name, and its value is next.
  private mutating func beginObject() throws(JSONError) -> Bool {
    try enter()
    skipWhitespace()
    if byte() == UInt8(ascii: "}") {
      position += 1
      return true
    }
    open.append(Container(isObject: true, start: members.count))
    try name(orElse: #"a name in double quotes or "}""#)
    return false
  }

  /// Steps over `[`. Returns true if the array is empty; otherwise its first element is next.
  private mutating func beginArray() throws(JSONError) -> Bool {
    try enter()
    skipWhitespace()
    if byte() == UInt8(ascii: "]") {
      position += 1
      return true
    }
    open.append(Container(isObject: false, start: elements.count))
    return false
  }

  private mutating func enter() throws(JSONError) {
    guard open.count < limits.depth else { throw tooDeep() }
    position += 1
  }

  /// Adds `value` to the container and reads the separator. Returns nil after a comma, the whole container after its
  /// end.
  private mutating func separator(after value: consuming JSON, in container: Container) throws(JSONError) -> JSON? {
    if container.isObject { members.top.value = value } else { elements.push(value) }
    skipWhitespace()
    let next = byte()
    if next == UInt8(ascii: ",") {
      position += 1
      guard container.isObject else { return nil }
      skipWhitespace()
      try name(orElse: "a name in double quotes")
      return nil
    }
    guard next == (container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw unexpected(.expectedComma, container.isObject ? #"Expected "," or "}""# : #"Expected "," or "]""#)
    }
    position += 1
    open.removeLast()
    return container.isObject
      ? .object(JSONObject(members.popAll(from: container.start)))
      : .array(elements.popAll(from: container.start))
  }

  /// Reads a member's name and its colon. The member waits for its value on the stack.
  private mutating func name(orElse expectation: String) throws(JSONError) {
    guard byte() == UInt8(ascii: #"""#) else { throw unexpected(.expectedName, "Expected \(expectation)") }
    let name = try string()
    skipWhitespace()
    guard byte() == UInt8(ascii: ":") else {
      throw unexpected(.expectedColon, #"Expected ":" after the name"#)
    }
    position += 1
    members.push(JSONObject.Member(name, .null))
  }
}

// MARK: - Scalars

extension JSONParser {
  private mutating func scalar(_ place: Place) throws(JSONError) -> JSON {
    switch byte() {
    case UInt8(ascii: #"""#):
      return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try number())
    case UInt8(ascii: "t"):
      if word("true") { return .bool(true) }
    case UInt8(ascii: "f"):
      if word("false") { return .bool(false) }
    case UInt8(ascii: "n"):
      if word("null") { return .null }
    default:
      break
    }
    throw unexpected(.expectedValue, place == .element ? #"Expected a value or "]""# : "Expected a value")
  }

  /// Steps over the word if it is next. The caller's next step checks what follows.
  private mutating func word(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
    position += count
    return true
  }

  /// The current byte; at the end of the text 0, which the grammar never allows.
  func byte() -> UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }
}
