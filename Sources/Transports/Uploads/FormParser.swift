/// Takes a multipart body apart as it comes, however it is cut (RFC 2046, section 5.1; RFC 7578).
///
/// It keeps no more than the header of a part, or what may be the beginning of a boundary.
struct FormParser: Sendable {
  /// What was found, in order.
  enum Event {
    case part(FormHeader)
    /// More of the part's body.
    case bytes(UnsafeRawBufferPointer)
    case partEnd
  }

  /// The header of a part may have so many bytes.
  static let headerLimit = 16 << 10

  private let boundary: String
  private let delimiter: Delimiter
  private var state = State.preamble
  /// What came and is not understood yet. A body may begin with its boundary, as if a line had ended before.
  private var pending: [UInt8] = [0x0D, 0x0A]
  private var parts = 0

  /// The legal successors are named with each state.
  private enum State {
    /// Before the first boundary; what stands here means nothing. Next: `boundary`.
    case preamble
    /// Behind a boundary. Next: `header`, or `epilogue` after the last one.
    case boundary
    /// In the header of a part, from the line's end before it. Next: `body`.
    case header
    /// Next: `boundary`.
    case body
    /// Behind the last boundary; what stands here means nothing. Final.
    case epilogue
  }

  init(boundary: String) {
    self.boundary = boundary
    delimiter = Delimiter("\r\n--" + boundary)
  }

  /// Takes the next bytes.
  mutating func feed(
    _ chunk: [UInt8], _ handle: (Event) throws(UploadProblem) -> Void
  ) throws(UploadProblem) {
    let bytes = pending.isEmpty ? chunk : pending + chunk
    var start = 0
    while let step = try take(bytes, from: start, handle) { start = step }
    // `take` has left in `kept` where what it could not use begins.
    pending = Array(bytes[kept...])
  }

  private var kept = 0

  /// Takes what can be understood from a place on; the place behind it, or nil where more bytes are needed.
  private mutating func take(
    _ bytes: [UInt8], from start: Int, _ handle: (Event) throws(UploadProblem) -> Void
  ) throws(UploadProblem) -> Int? {
    kept = start
    switch state {
    case .preamble, .body:
      let isBody = if case .body = state { true } else { false }
      let found = delimiter.first(in: bytes, from: start)
      let end = found ?? max(start, bytes.count - delimiter.count + 1)
      if isBody, end > start { try Self.hand(bytes, start..<end, handle) }
      kept = end
      guard found != nil else { return nil }
      if isBody { try handle(.partEnd) }
      state = .boundary
      kept = end + delimiter.count
      return kept
    case .boundary:
      guard bytes.count - start >= 2 else { return nil }
      if bytes[start] == UInt8(ascii: "-"), bytes[start + 1] == UInt8(ascii: "-") {
        state = .epilogue
        return start + 2
      }
      // Spaces may pad the line.
      guard let end = bytes[start...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), end + 1 < bytes.count else {
        guard bytes.count - start < 100 else { throw .badBoundaryLine }
        return nil
      }
      guard bytes[end] == 0x0D, bytes[end + 1] == 0x0A else { throw .badBoundaryLine }
      state = .header
      return end
    case .header:
      guard let end = Self.headerEnd.first(in: bytes, from: start), end - start <= Self.headerLimit else {
        guard bytes.count - start <= Self.headerLimit else { throw .headerTooLarge(limit: Self.headerLimit) }
        return nil
      }
      parts += 1
      try handle(.part(FormHeader(bytes[start..<end], number: parts)))
      state = .body
      return end + 4
    case .epilogue:
      kept = bytes.count
      return nil
    }
  }

  private static let headerEnd = Delimiter("\r\n\r\n")

  private static func hand(
    _ bytes: [UInt8], _ range: Range<Int>, _ handle: (Event) throws(UploadProblem) -> Void
  ) throws(UploadProblem) {
    var problem: UploadProblem?
    bytes.withUnsafeBytes { buffer in
      do throws(UploadProblem) {
        try handle(.bytes(UnsafeRawBufferPointer(rebasing: buffer[range])))
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }

  /// Whether the last boundary has come: whatever follows means nothing.
  var isWhole: Bool { if case .epilogue = state { true } else { false } }

  /// No more bytes come.
  func end() throws(UploadProblem) {
    if case .epilogue = state { return }
    if case .preamble = state { throw .noParts(boundary: boundary) }
    throw .cutOff
  }
}

/// A text that is looked for in bytes, by Horspool's algorithm: most bytes are never looked at.
struct Delimiter: Sendable {
  private let text: [UInt8]
  /// How far to go on where a byte stands at the end of the place that is compared.
  private let skips: [Int]

  init(_ text: String) {
    self.text = Array(text.utf8)
    var skips = [Int](repeating: self.text.count, count: 256)
    for (index, byte) in self.text.dropLast().enumerated() { skips[Int(byte)] = self.text.count - 1 - index }
    self.skips = skips
  }

  var count: Int { text.count }

  /// Where it first stands, from a place on; nil where it does not.
  func first(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      text.withUnsafeBufferPointer { text in
        skips.withUnsafeBufferPointer { skips in
          let last = text.count - 1
          var end = start + last
          while end < bytes.count {
            var index = last
            while bytes[end - last + index] == text[index] {
              if index == 0 { return end - last }
              index -= 1
            }
            end += skips[Int(bytes[end])]
          }
          return nil
        }
      }
    }
  }
}
