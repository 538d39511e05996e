/// A set of Unicode scalars: the scalars that one place of a pattern accepts.
struct ScalarSet: Sendable {
  enum Part: Sendable {
    case range(ClosedRange<Unicode.Scalar>)
    case kind(Kind, isNegated: Bool)
    case category(Set<Unicode.GeneralCategory>, isNegated: Bool)
  }

  /// The classes of the letter escapes, for all of Unicode and not only ASCII (UTS 18, annex C).
  enum Kind: Sendable {
    case digit
    case space
    case horizontalSpace
    case word
    /// Everything except line ends.
    case inLine
    case any

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: scalar.properties.generalCategory == .decimalNumber
      case .space: scalar.properties.isWhitespace
      case .horizontalSpace: scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
      case .word: scalar.isWord
      case .inLine: !scalar.endsLine
      case .any: true
      }
    }
  }

  private let parts: [Part]
  private let isNegated: Bool
  private let ignoresCase: Bool
  /// The members below U+0080, one bit each. Nearly all texts are ASCII, and Unicode properties are slow to look up.
  private let ascii: (low: UInt64, high: UInt64)

  init(_ parts: [Part], isNegated: Bool = false, ignoresCase: Bool = false) {
    self.parts = parts
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
    var ascii: (low: UInt64, high: UInt64) = (0, 0)
    for value in UInt8(0)..<128
    where Self.contains(Unicode.Scalar(value), parts, isNegated: isNegated, ignoresCase: ignoresCase) {
      if value < 64 { ascii.low |= 1 << UInt64(value) } else { ascii.high |= 1 << UInt64(value - 64) }
    }
    self.ascii = ascii
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<64: ascii.low >> UInt64(scalar.value) & 1 == 1
    case 64..<128: ascii.high >> UInt64(scalar.value - 64) & 1 == 1
    default: Self.contains(scalar, parts, isNegated: isNegated, ignoresCase: ignoresCase)
    }
  }

  private static func contains(
    _ scalar: Unicode.Scalar, _ parts: [Part], isNegated: Bool, ignoresCase: Bool
  ) -> Bool {
    if parts.contains(where: { $0.contains(scalar) }) { return !isNegated }
    guard ignoresCase else { return isNegated }
    return scalar.cases.contains { other in parts.contains { $0.contains(other) } } != isNegated
  }
}

extension ScalarSet.Part {
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar)
    case .kind(let kind, let isNegated): kind.contains(scalar) != isNegated
    case .category(let categories, let isNegated): categories.contains(scalar.properties.generalCategory) != isNegated
    }
  }
}

extension Unicode.Scalar {
  /// Indicates whether the scalar is a word character (UTS 18, annex C).
  var isWord: Bool {
    switch properties.generalCategory {
    case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: true
    default: properties.isAlphabetic || properties.isJoinControl
    }
  }

  /// Indicates whether the scalar ends a line: LF, VT, FF, CR, NEL, LS or PS (UTS 18, section 1.6).
  var endsLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// The other cases of the same letter, where each is one scalar.
  fileprivate var cases: [Unicode.Scalar] {
    [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { text in
      text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
  }
}
