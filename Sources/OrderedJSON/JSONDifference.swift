/// A place where a value differs from the expected value.
package struct JSONDifference: Hashable, Sendable {
  /// The path to the difference: in the expected value if it is missing, in the actual one if it is unexpected, in both
  /// if it is changed.
  package let path: JSONPath

  package let kind: Kind

  /// The kind of difference, with the values.
  package enum Kind: Hashable, Sendable {
    case missing(expected: JSON)
    case unexpected(actual: JSON)
    /// A different value. Never two containers of one kind, because their contents are compared.
    case changed(expected: JSON, actual: JSON)
  }

  package init(path: JSONPath, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

extension JSONDifference: CustomStringConvertible {
  /// The difference in words, on one line: `data.country.name: expected "Canada", found "Kanada"`. Long values are cut.
  package var description: String {
    switch kind {
    case .missing(let expected): "\(path): missing, expected \(expected.brief())"
    case .unexpected(let actual): "\(path): unexpected, found \(actual.brief())"
    case .changed(let expected, let actual): "\(path): expected \(expected.brief()), found \(actual.brief())"
    }
  }
}

extension JSON {
  /// The compact text for messages, cut with `…` after `limit` characters.
  package func brief(limit: Int = 80) -> String {
    // A scalar has at most four bytes, and an escape six. The rest would be cut anyway.
    var printer = JSONPrinter(style: .compact)
    var bytes: [UInt8] = []
    printer.print(self, to: &bytes, stopAfter: limit * 6 + 4)
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.unicodeScalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
      end < text.endIndex
    else { return text }
    return String(text.unicodeScalars[..<end]) + "…"
  }
}
