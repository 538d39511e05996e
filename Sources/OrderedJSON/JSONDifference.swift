/// One place where a value is not what was expected.
package struct JSONDifference: Hashable, Sendable {
  /// Where: for something missing the path leads into the expected value, otherwise into the actual one; for
  /// something changed into both.
  package let path: JSONPath

  package let kind: Kind

  /// What is wrong there, with the values.
  package enum Kind: Hashable, Sendable {
    /// Expected, and not there.
    case missing(expected: JSON)
    /// There, and not expected.
    case unexpected(actual: JSON)
    /// Another value than expected; no two containers of one kind, for these are compared inside.
    case changed(expected: JSON, actual: JSON)
  }

  package init(path: JSONPath, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

extension JSONDifference: CustomStringConvertible {
  /// In words, on one line: `data.country.name: expected "Canada", found "Kanada"`. Long values are cut.
  package var description: String {
    switch kind {
    case .missing(let expected): "\(path): missing, expected \(expected.brief())"
    case .unexpected(let actual): "\(path): unexpected, found \(actual.brief())"
    case .changed(let expected, let actual): "\(path): expected \(expected.brief()), found \(actual.brief())"
    }
  }
}

extension JSON {
  /// The compact text for messages, cut with `…` where it has more than `limit` characters (80 unless said
  /// otherwise).
  package func brief(limit: Int = 80) -> String {
    // A scalar has at most four bytes, and an escape six; there is no need to print what will be cut anyway.
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
