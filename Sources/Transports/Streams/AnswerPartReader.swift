/// Reads the bodies of the parts of a `multipart/mixed` answer in chunks (RFC 2046, section 5.1).
///
/// A part is returned once the delimiter after it arrives, or earlier if it is complete by itself: some servers send
/// that delimiter only with the next part. Lines end with CRLF, or with LF from some servers.
struct AnswerPartReader: Sendable {
  private var parser: MultipartParser
  private let limit: Int
  private let isWhole: @Sendable ([UInt8]) -> Bool
  /// The body that is being read; nil outside of a part, and after it was returned early.
  private var body: [UInt8]?

  /// - Parameters:
  ///   - boundary: the parameter of the content type, without quotation marks.
  ///   - limit: the maximum size of a part in bytes.
  ///   - isWhole: true if a body that ends with a brace is complete.
  init(boundary: String, limit: Int = 16 << 20, isWhole: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }) {
    parser = MultipartParser(boundary: boundary, isLenient: true)
    self.limit = limit
    self.isWhole = isWhole
  }

  /// True after the last delimiter.
  var isOver: Bool { parser.isWhole }

  /// Adds bytes.
  /// - Returns: the bodies of the parts completed by these bytes.
  /// - Throws: `unreadable` if a part exceeds the limit or a header is invalid.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(UpstreamError) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    // Moved out, so that what has arrived is not copied.
    var current: [UInt8]?
    swap(&current, &body)
    var isMalformed = false
    do throws(UploadProblem) {
      try parser.feed(Array(bytes)) { event throws(UploadProblem) in
        switch event {
        case .part(let header):
          isMalformed = isMalformed || !header.hasOnlyFields
          current = []
        case .bytes(let bytes): current?.append(contentsOf: bytes)
        case .partEnd:
          // The delimiter begins with LF.
          if current?.last == 0x0D { current?.removeLast() }
          if let current { bodies.append(current) }
          current = nil
        }
      }
    } catch {
      throw UpstreamError(.unreadable, "a part's header is larger than \(MultipartParser.headerLimit) bytes")
    }
    if isMalformed { throw UpstreamError(.unreadable, "a part of the answer has a malformed header") }
    swap(&current, &body)
    guard bodies.allSatisfy({ $0.count <= limit }), (body?.count ?? 0) <= limit else {
      throw UpstreamError(.unreadable, "a part is larger than \(limit) bytes")
    }
    if endsWithBrace, let unfinished, isWhole(unfinished) {
      body = nil
      bodies.append(unfinished)
    }
    return bodies
  }

  /// Ends the answer, and returns the body of the last part if no delimiter follows it.
  mutating func finish() -> [UInt8]? {
    defer { body = nil }
    return unfinished.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The current body as far as it has arrived; nil outside of a part.
  private var unfinished: [UInt8]? { body.map { $0 + parser.undecided } }

  /// Indicates whether the current part may end here, without a copy of it.
  private var endsWithBrace: Bool {
    guard let body else { return false }
    let last = parser.undecided.last { $0 > 0x20 } ?? body.last { $0 > 0x20 }
    return last == UInt8(ascii: "}")
  }
}

extension FormHeader {
  /// Indicates whether each of its lines is a field.
  fileprivate var hasOnlyFields: Bool {
    bytes.split(separator: 0x0A).allSatisfy { $0.contains(UInt8(ascii: ":")) || $0.allSatisfy { $0 <= 0x20 } }
  }
}
