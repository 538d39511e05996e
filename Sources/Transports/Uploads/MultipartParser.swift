/// Parses a multipart body in chunks (RFC 2046, section 5.1; RFC 7578).
///
/// Holds no more than the header of a part, or the possible beginning of a boundary.
struct MultipartParser: Sendable {
  /// A parsed element, in body order.
  enum Event {
    case part(FormHeader)
    /// More of the part's body.
    case bytes(UnsafeRawBufferPointer)
    case partEnd
  }

  /// The maximum size of a part's header in bytes.
  static let headerLimit = 16 << 10

  private let boundary: String
  private let delimiter: Delimiter
  private let isLenient: Bool
  private var state = State.preamble
  /// Bytes not yet parsed. A body may begin with its boundary, so a line end is put before it.
  private var pending: [UInt8] = [0x0D, 0x0A]
  private var parts = 0
  /// The bytes of the line end after a header that are not yet parsed.
  private var headerRest = 0

  /// Each state names its successors.
  private enum State {
    /// Before the first boundary; content is ignored. Next: `boundary`.
    case preamble
    /// After a boundary. Next: `header`, or `epilogue` after the last one.
    case boundary
    /// In the header of a part, including the line end before it. Next: `body`.
    case header
    /// Next: `boundary`.
    case body
    /// After the last boundary; content is ignored. Final.
    case epilogue
  }

  /// - Parameters:
  ///   - boundary: the parameter of the content type, without quotation marks.
  ///   - isLenient: also takes lines that end with LF alone, which a file may contain; a part's body then keeps the CR
  ///     before a delimiter. Whatever follows a delimiter on its line is ignored.
  init(boundary: String, isLenient: Bool = false) {
    self.boundary = boundary
    self.isLenient = isLenient
    delimiter = Delimiter((isLenient ? "\n--" : "\r\n--") + boundary)
  }

  mutating func feed(
    _ chunk: [UInt8], _ handle: (Event) throws(UploadProblem) -> Void
  ) throws(UploadProblem) {
    let bytes = pending.isEmpty ? chunk : pending + chunk
    var start = 0
    while let step = try take(bytes, from: start, handle) { start = step }
    // `take` sets `kept` to the first byte that it could not parse.
    pending = Array(bytes[kept...])
  }

  private var kept = 0

  /// Parses one step. Returns the position after it, or nil if more bytes are needed.
  private mutating func take(
    _ bytes: [UInt8], from start: Int, _ handle: (Event) throws(UploadProblem) -> Void
  ) throws(UploadProblem) -> Int? {
    kept = start
    switch state {
    case .preamble, .body:
      let isBody = if case .body = state { true } else { false }
      let found = delimiter.first(in: bytes, from: start)
      let end = found ?? max(start, bytes.count - delimiter.count + 1)
      if isBody { try hand(bytes, start..<end, handle) }
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
      if isLenient {
        guard let end = bytes[start...].firstIndex(of: 0x0A) else {
          guard bytes.count - start <= Self.headerLimit else { throw .headerTooLarge(limit: Self.headerLimit) }
          return nil
        }
        state = .header
        return end
      }
      // The line may be padded with spaces.
      guard let end = bytes[start...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), end + 1 < bytes.count else {
        guard bytes.count - start < 100 else { throw .badBoundaryLine }
        return nil
      }
      guard bytes[end] == 0x0D, bytes[end + 1] == 0x0A else { throw .badBoundaryLine }
      state = .header
      return end
    case .header:
      let found = isLenient ? lenientHeaderEnd(in: bytes, from: start) : headerEnd(in: bytes, from: start)
      guard let (end, bodyStart) = found, end - start <= Self.headerLimit else {
        guard bytes.count - start <= Self.headerLimit else { throw .headerTooLarge(limit: Self.headerLimit) }
        return nil
      }
      guard let bodyStart else {
        // Two delimiters without a part between them.
        state = .boundary
        return end + delimiter.count
      }
      parts += 1
      try handle(.part(FormHeader(bytes[start..<end], number: parts)))
      state = .body
      // Some servers end a part without a body here: then this line end belongs to the boundary.
      headerRest = isLenient ? 1 : 0
      return bodyStart - headerRest
    case .epilogue:
      kept = bytes.count
      return nil
    }
  }

  private typealias HeaderEnd = (end: Int, bodyStart: Int?)

  private func headerEnd(in bytes: [UInt8], from start: Int) -> HeaderEnd? {
    Self.emptyLine.first(in: bytes, from: start).map { ($0, $0 + Self.emptyLine.count) }
  }

  private static let emptyLine = Delimiter("\r\n\r\n")

  /// Reads lines until an empty one, or until a delimiter, which has no body. `start` is the LF before the first line.
  private func lenientHeaderEnd(in bytes: [UInt8], from start: Int) -> HeaderEnd? {
    var end = start
    while end - start <= Self.headerLimit {
      let line = bytes[(end + 1)...]
      if line.first == 0x0A { return (end, end + 2) }
      if line.starts(with: [0x0D, 0x0A]) { return (end, end + 3) }
      if delimiter.isAt(end, of: bytes) { return (end, nil) }
      guard let next = line.firstIndex(of: 0x0A) else { return nil }
      end = next
    }
    return nil
  }

  private mutating func hand(
    _ bytes: [UInt8], _ range: Range<Int>, _ handle: (Event) throws(UploadProblem) -> Void
  ) throws(UploadProblem) {
    let rest = range.dropFirst(headerRest)
    headerRest -= range.count - rest.count
    if rest.isEmpty { return }
    var problem: UploadProblem?
    bytes.withUnsafeBytes { buffer in
      do throws(UploadProblem) {
        try handle(.bytes(UnsafeRawBufferPointer(rebasing: buffer[rest])))
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }

  /// The bytes of a part's body that may be the beginning of a boundary; empty outside of one.
  var undecided: ArraySlice<UInt8> { if case .body = state { pending.dropFirst(headerRest) } else { [] } }

  /// True after the last boundary. Anything that follows is ignored.
  var isWhole: Bool { if case .epilogue = state { true } else { false } }

  /// Ends the body.
  func end() throws(UploadProblem) {
    if case .epilogue = state { return }
    if case .preamble = state { throw .noParts(boundary: boundary) }
    throw .cutOff
  }
}

/// A text to search for in bytes, with Horspool's algorithm, which skips most bytes.
struct Delimiter: Sendable {
  private let text: [UInt8]
  /// The distance to advance, by the last byte compared.
  private let skips: [Int]

  init(_ text: String) {
    self.text = Array(text.utf8)
    var skips = [Int](repeating: self.text.count, count: 256)
    for (index, byte) in self.text.dropLast().enumerated() { skips[Int(byte)] = self.text.count - 1 - index }
    self.skips = skips
  }

  var count: Int { text.count }

  func isAt(_ index: Int, of bytes: [UInt8]) -> Bool { bytes[index...].starts(with: text) }

  /// Returns the first position of the text at or after `start`; nil if there is none.
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
