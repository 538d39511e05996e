/// A regular expression of a user, looked for in time linear in the text.
///
/// The syntax is what JavaScript, PCRE and Swift have in common, by Unicode scalars: literals, `.`, classes, groups,
/// alternatives, repetitions (greedy or lazy, which only captures could tell apart), `^ $ \A \z \Z \b \B`, `\d \s \w \h`,
/// `\p{Lu}`, `(?i)`, `(?s)`, `(?m)`. What a search in linear time cannot do is refused with a reason: back-references,
/// look-around, atomic groups and possessive repetitions.
///
/// The automaton is Thompson's: all states that a text may be in are followed at once, so that a search takes at most
/// length of the text times `sizeLimit` steps, whatever the pattern. Nothing is ever tried again.
package struct RegularExpression: Sendable {
  /// The most instructions that a pattern may become; repetitions with a count are written out.
  package static let sizeLimit = 1_000
  /// The most scalars that a pattern may have.
  package static let lengthLimit = 1_000
  /// The deepest nesting of groups.
  package static let depthLimit = 100

  private let program: PatternProgram

  /// - Parameters:
  ///   - pattern: the expression, without slashes around it.
  ///   - ignoresCase: whether letters match both their cases, as after `(?i)`.
  /// - Throws: what in the pattern cannot be read, and where.
  package init(_ pattern: String, ignoresCase: Bool = false) throws(RegularExpressionError) {
    var parser = PatternParser(pattern, options: PatternOptions(ignoresCase: ignoresCase))
    program = try PatternProgram(parser.parse())
  }

  /// Whether the expression matches a part of the text, unless it is anchored.
  package func occurs(in text: String) -> Bool { program.isFound(in: text.unicodeScalars) }
}

/// A part of a sentence that says why a text is no regular expression, such as `")" is missing`.
package struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
