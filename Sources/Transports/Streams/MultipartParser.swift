import OrderedJSON

/// Reads a `multipart/mixed` body in chunks (RFC 2046, section 5.1).
///
/// A part is returned once the delimiter after it arrives, or earlier if it is complete by itself: some servers send
/// that delimiter only with the next part. Lines end with CRLF, or with LF from some servers.
struct MultipartParser: Sendable {
  struct Part: Hashable, Sendable {
    var headers: HeaderList
    var body: [UInt8]
  }

  /// True after the last delimiter.
  private(set) var isOver = false
  private let delimiter: [UInt8]
  private let limit: Int
  private let isWhole: @Sendable ([UInt8]) -> Bool
  /// The part of an unfinished line that has arrived.
  private var line: [UInt8] = []
  private var place = Place.preamble
  private var headers = HeaderList()
  private var body: [UInt8] = []
  /// The end of the body's last line, which belongs to a delimiter if one follows.
  private var lineEnd: [UInt8] = []

  private enum Place {
    case preamble
    case headers
    case body
    /// A part was returned early, and its delimiter follows.
    case told
  }

  /// - Parameters:
  ///   - boundary: the parameter of the content type, without quotation marks.
  ///   - limit: the maximum size of a part in bytes.
  ///   - isWhole: true if a body that ends with a brace is complete.
  init(boundary: String, limit: Int = 16 << 20, isWhole: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }) {
    delimiter = Array("--\(boundary)".utf8)
    self.limit = limit
    self.isWhole = isWhole
  }

  /// Adds bytes.
  /// - Returns: the parts completed by these bytes.
  /// - Throws: `unreadable` if a part exceeds the limit or a header is invalid.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(UpstreamError) -> [Part] {
    var parts: [Part] = []
    for byte in bytes where !isOver {
      line.append(byte)
      guard body.count + line.count <= limit else {
        throw UpstreamError(.unreadable, "a part is larger than \(limit) bytes")
      }
      if byte == 0x0A, let part = try endLine() { parts.append(part) }
    }
    if let part = endBytes() { parts.append(part) }
    return parts
  }

  /// Ends the body, and returns the last part if no delimiter follows it.
  mutating func finish() -> Part? {
    defer { isOver = true }
    guard !isOver, place == .body, !(body.isEmpty && line.isEmpty) else { return nil }
    body += lineEnd + line
    return endPart(.told)
  }

  // MARK: Lines

  private mutating func endLine() throws(UpstreamError) -> Part? {
    defer { line.removeAll(keepingCapacity: true) }
    if line.starts(with: delimiter) {
      let part = place == .body ? endPart(.headers) : nil
      place = .headers
      if isLast { isOver = true }
      return part
    }
    let end = line.suffix(2).elementsEqual([0x0D, 0x0A]) ? 2 : 1
    let text = line.dropLast(end)
    switch place {
    case .preamble, .told: break
    case .headers: if text.isEmpty { place = .body } else { try addHeader(text) }
    case .body:
      body += lineEnd
      body += text
      lineEnd = Array(line.suffix(end))
    }
    return nil
  }

  /// Checks an unfinished line: the end of a delimiter may arrive only with the next part.
  private mutating func endBytes() -> Part? {
    if line.starts(with: delimiter) {
      let part = place == .body ? endPart(.told) : nil
      if isLast { isOver = true }
      return part
    }
    guard place == .body, line.last(where: { $0 > 0x20 }) ?? body.last(where: { $0 > 0x20 }) == UInt8(ascii: "}"),
      isWhole(body + lineEnd + line)
    else { return nil }
    body += lineEnd + line
    line.removeAll(keepingCapacity: true)
    return endPart(.told)
  }

  /// True if the line is the last delimiter.
  private var isLast: Bool { line.dropFirst(delimiter.count).starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) }

  private mutating func endPart(_ next: Place) -> Part {
    defer {
      place = next
      headers = HeaderList()
      body.removeAll()
      lineEnd.removeAll()
    }
    return Part(headers: headers, body: body)
  }

  private mutating func addHeader(_ text: ArraySlice<UInt8>) throws(UpstreamError) {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), headers.fields.count < 100 else {
      throw UpstreamError(.unreadable, "a part of the answer has a malformed header")
    }
    headers.append(
      String(decoding: text[..<colon], as: UTF8.self).trimmingSpaces(),
      String(decoding: text[text.index(after: colon)...], as: UTF8.self).trimmingSpaces())
  }
}
