/// One event of a `text/event-stream`.
struct ServerSentEvent: Hashable, Sendable {
  /// The event's name; empty for the default `message`.
  var name: String
  var data: [UInt8]
}

/// Reads a `text/event-stream` in chunks (WHATWG HTML, section 9.2.6). Lines end with LF, CR or CRLF.
///
/// Ignores `id` and `retry`, which are for clients that reconnect.
struct EventStreamParser: Sendable {
  /// The maximum size of an event in bytes.
  private let limit: Int
  private var line: [UInt8] = []
  private var name: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var endedWithCR = false
  private var hasBegun = false

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(limit: Int = 16 << 20) { self.limit = limit }

  /// Adds bytes.
  /// - Returns: the events completed by these bytes, without empty ones.
  /// - Throws: `unreadable` if an event exceeds the limit.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(UpstreamError) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      let followsCR = endedWithCR
      endedWithCR = byte == 0x0D
      if byte == 0x0A && followsCR { continue }
      if byte == 0x0A || byte == 0x0D {
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
        guard line.count + data.count <= limit else {
          throw UpstreamError(.unreadable, "an event is larger than \(limit) bytes")
        }
      }
    }
    return events
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    if !hasBegun {
      hasBegun = true
      if line.starts(with: Self.mark) { line.removeFirst(Self.mark.count) }
    }
    if line.isEmpty { return endEvent() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    // A comment is a field without a name.
    let field = line[..<colon]
    var value = line[colon...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    if field.elementsEqual("data".utf8) {
      if hasData { data.append(0x0A) }
      hasData = true
      data.append(contentsOf: value)
    } else if field.elementsEqual("event".utf8) {
      name = Array(value)
    }
    return nil
  }

  private mutating func endEvent() -> ServerSentEvent? {
    defer {
      name.removeAll()
      data.removeAll()
      hasData = false
    }
    // The standard drops an event without data, but some servers end with `event: complete` alone.
    guard hasData || !name.isEmpty else { return nil }
    return ServerSentEvent(name: String(decoding: name, as: UTF8.self), data: data)
  }
}
