import OrderedJSON
package import Recordings

/// The content of another tool's file: requests and answers, in order.
package struct CaptureFile: Sendable {
  package let path: String
  package let format: Format
  package let entries: [CapturedEntry]
  /// The session's name for messages, distinct from those of other files.
  package let name: String
  private let places: Places

  /// The supported formats.
  package enum Format: String, Sendable {
    case har = "HAR"
    case proxay = "Proxay tape"
  }

  enum Places: Sendable {
    /// Located on demand.
    case har([UInt8])
    case listed([RecordingError.Place?])
  }

  init(path: String, format: Format, entries: [CapturedEntry], name: String, places: Places) {
    self.path = path
    self.format = format
    self.entries = entries
    self.name = name
    self.places = places
  }

  /// Reads a file of any supported format, and bodies that a HAR keeps in files beside it.
  ///
  /// - Throws: `InterchangeError` if it has no supported format, is truncated, or cannot be read.
  package init(path: String) throws(InterchangeError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(of: path)
    } catch {
      throw InterchangeError(nil, nil, "\(error)")
    }
    try self.init(bytes, path: path) { name in
      // Bodies are only read from beside the HAR, never from elsewhere.
      guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      return try? FileReading.bytes(of: "\(folder)\(name)")
    }
  }

  /// Reads a file. `path` is its name in messages; `sibling` returns the bytes of a file beside it.
  ///
  /// - Throws: as `init(path:)`.
  package init(
    _ bytes: [UInt8], path: String, sibling: @escaping (String) -> [UInt8]? = { _ in nil }
  ) throws(InterchangeError) {
    let bytes = ByteOrderMark.removed(from: bytes)
    if let problem = Self.foreign(bytes) { throw InterchangeError(path, nil, problem) }
    switch bytes.first(where: { !Self.isSpace($0) }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): self = try HARFile(path: path, sibling: sibling).read(bytes)
    default: self = try ProxayTape(path: path).read(bytes)
    }
  }

  package func place(of entry: CapturedEntry) -> RecordingError.Place? {
    switch places {
    case .har(let bytes):
      JSONLocator.place(of: [.member("log"), .member("entries"), .element(entry.number - 1)], in: bytes)
    case .listed(let places): entry.number <= places.count ? places[entry.number - 1] : nil
    }
  }

  /// Returns the message for a file of another common format; nil for one that may be read.
  private static func foreign(_ bytes: [UInt8]) -> String? {
    if bytes.allSatisfy(isSpace) { return "is empty. Save the HAR again, or import another file." }
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      return
        "is a ZIP archive. Unpack it (Playwright's .har.zip contains har.har and its bodies), and import har.har."
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      return "is compressed. Unpack it with gunzip -k FILE, and import the result."
    }
    let digits = bytes.prefix(while: \.isDigit)
    if !digits.isEmpty, digits.count < 12, bytes.dropFirst(digits.count).first == UInt8(ascii: ":") {
      return
        "looks like a flow file of mitmproxy. Convert it to a HAR: mitmdump -nr FILE --set hardump=flows.har, then import flows.har."
    }
    if bytes.first(where: { !isSpace($0) }) == UInt8(ascii: "<") {
      return "is HTML or XML. Export a HAR (with content) instead."
    }
    return nil
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
