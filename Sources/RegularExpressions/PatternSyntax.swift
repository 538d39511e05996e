/// The syntax tree of a regular expression.
indirect enum PatternNode: Sendable {
  case empty
  case scalar(ScalarSet)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// `most` is nil if the repetition has no upper bound.
  case repetition(PatternNode, least: Int, most: Int?)
}

/// A condition on a place between two scalars.
enum PatternAssertion: Sendable {
  case start
  case end
  /// At the end, or before a final line feed.
  case endOrLastLine
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary

  /// - Parameters:
  ///   - before: the scalar before the place; nil at the start.
  ///   - after: the scalar after it; nil at the end.
  ///   - isLast: true if `after` is the text's last scalar.
  /// - Returns: true if the condition holds there.
  func holds(before: Unicode.Scalar?, after: Unicode.Scalar?, isLast: Bool) -> Bool {
    switch self {
    case .start: before == nil
    case .end: after == nil
    case .endOrLastLine: after == nil || (isLast && after == "\n")
    case .lineStart: before == nil || before == "\n"
    case .lineEnd: after == nil || after == "\n"
    case .wordBoundary: (before?.isWord ?? false) != (after?.isWord ?? false)
    case .noWordBoundary: (before?.isWord ?? false) == (after?.isWord ?? false)
    }
  }
}

/// The options that `(?ism)` switches on and off.
struct PatternOptions: Sendable {
  /// i: letters match in either case.
  var ignoresCase = false
  /// s: the dot matches line ends, too.
  var dotMatchesAll = false
  /// m: `^` and `$` match at each line.
  var matchesLines = false

  mutating func set(_ letter: Unicode.Scalar, to value: Bool) -> Bool {
    switch letter {
    case "i": ignoresCase = value
    case "s": dotMatchesAll = value
    case "m": matchesLines = value
    default: return false
    }
    return true
  }
}
