package import GraphQLLanguage

/// The name of an operation's folder: `query.CountryDetail-1f3a9c2e`, or `query-1f3a9c2e` without an operation name.
package struct FolderName: Hashable, Sendable {
  package let kind: OperationKind
  /// As far as it fits into a name of a folder; nil for an operation without one.
  package let operationName: String?
  /// At least the shortest count of the scheme, at most 64 digits of the hash of endpoint and document.
  package let digits: String

  /// Longer names of operations are cut: file systems allow 255 bytes, tools and eyes less.
  private static let longestName = 80

  package init(_ key: DocumentKey, digits count: Int) {
    kind = key.kind
    operationName = key.name.map { Self.shortened($0) }
    digits = key.hash.hex(digits: count)
  }

  /// An operation's name as far as it fits into a name of a folder.
  package static func shortened(_ operationName: String) -> String { String(operationName.prefix(longestName)) }

  /// Reads a name; nil if it is not made like one.
  init?(_ text: String, scheme: NameScheme) {
    guard let dash = text.lastIndex(of: "-") else { return nil }
    let head = text[..<dash]
    let digits = text[text.index(after: dash)...]
    guard (scheme.shortest...64).contains(digits.utf8.count), digits.utf8.allSatisfy(Self.isHexDigit) else {
      return nil
    }
    let dot = head.firstIndex(of: ".")
    guard let kind = OperationKind(rawValue: String(head[..<(dot ?? head.endIndex)])) else { return nil }
    self.kind = kind
    self.digits = String(digits)
    guard let dot else {
      operationName = nil
      return
    }
    let name = head[head.index(after: dot)...]
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
    operationName = String(name)
  }

  package var text: String {
    operationName.map { "\(kind.rawValue).\($0)-\(digits)" } ?? "\(kind.rawValue)-\(digits)"
  }

  /// A folder's name without its words, which are free; the name itself if it is none of an operation's folder.
  package static func identity(_ text: String) -> String {
    FolderName(text, scheme: .standard).map { "\($0.kind.rawValue)-\($0.digits)" } ?? text
  }

  /// The number that the first `count` digits make.
  func prefix(digits count: Int) -> UInt32 {
    UInt32(digits.prefix(count), radix: 16) ?? 0
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
