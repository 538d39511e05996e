/// One event of a `text/event-stream`.
struct ServerSentEvent: Hashable, Sendable {
  /// Its kind; empty where the stream names none, which means `message`.
  var name: String
  /// Its lines of data, joined by line feeds.
  var data: [UInt8]
}

/// Reads a `text/event-stream` as it comes (WHATWG HTML, section 9.2.6): lines end with LF, CR or CRLF, wherever the
/// stream is cut.
///
/// `id` and `retry` are for a client that connects again by itself, which nobody does here: they are passed over.
struct EventStreamParser: Sendable {
  /// The most bytes of one event.
  private let limit: Int
  private var line: [UInt8] = []
  private var name: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var endedWithCR = false
  private var hasBegun = false

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(limit: Int = 16 << 20) { self.limit = limit }

  /// Takes the next bytes.
  ///
  /// - Returns: the events that they complete; an event without data is none.
  /// - Throws: `unreadable` where an event is over the limit.
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
    // A comment begins with a colon: its field has no name.
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
    // Without data nothing is dispatched, but `event: complete` alone is what some servers end with.
    guard hasData || !name.isEmpty else { return nil }
    return ServerSentEvent(name: String(decoding: name, as: UTF8.self), data: data)
  }
}
