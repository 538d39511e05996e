package import GraphQLLanguage
import OrderedJSON

/// The name of an operation's folder: `query.CountryDetail-1f3a9c2e`, or `query-1f3a9c2e` without an operation name.
package struct FolderName: Hashable, Sendable {
  package let kind: OperationKind
  /// The operation's name, cut to fit into a folder name; nil if it has none.
  package let operationName: String?
  /// The hash of endpoint and document: at least the scheme's shortest number of digits, at most 64.
  package let digits: String

  /// Longer operation names are cut. File systems allow 255 bytes; tools and people need shorter names.
  private static let longestName = 80

  package init(_ key: DocumentKey, digits count: Int) {
    kind = key.kind
    operationName = key.name.map { Self.shortened($0) }
    digits = key.hash.hex(digits: count)
  }

  package static func shortened(_ operationName: String) -> String { String(operationName.prefix(longestName)) }

  /// Parses a folder's name; nil if it does not have this form.
  init?(_ text: String, scheme: NameScheme) {
    guard let dash = text.lastIndex(of: "-") else { return nil }
    let head = text[..<dash]
    let digits = text[text.index(after: dash)...]
    guard (scheme.shortest...64).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isLowerHexDigit) else {
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

  /// A folder's name without the operation's name, which may change; the whole name for other folders.
  package static func identity(_ text: String) -> String {
    FolderName(text, scheme: .standard).map { "\($0.kind.rawValue)-\($0.digits)" } ?? text
  }

  func prefix(digits count: Int) -> UInt32 {
    UInt32(digits.prefix(count), radix: 16) ?? 0
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == 0x5F
  }
}
