/// A user's regular expression, searched in time linear in the text.
///
/// The syntax is the common part of JavaScript, PCRE and Swift, by Unicode scalars: literals, `.`, classes, groups,
/// alternatives, repetitions (greedy or lazy, which differ in captures only), `^ $ \A \z \Z \b \B`, `\d \s \w \h`,
/// `\p{Lu}`, `(?i)`, `(?s)`, `(?m)`. Constructs that a linear search cannot support are refused with a reason:
/// back-references, look-around, atomic groups and possessive repetitions.
///
/// The automaton is Thompson's: it follows all possible states at once and never backtracks. A search takes at most the
/// length of the text times `sizeLimit` steps, whatever the pattern.
package struct RegularExpression: Sendable {
  /// The maximum number of instructions in a compiled pattern. Counted repetitions are written out.
  package static let sizeLimit = 1_000
  /// The maximum number of scalars in a pattern.
  package static let lengthLimit = 1_000
  /// The maximum nesting of groups.
  package static let depthLimit = 100

  private let program: PatternProgram

  /// - Parameters:
  ///   - pattern: the expression, without slashes around it.
  ///   - ignoresCase: true to match letters in either case, as after `(?i)`.
  /// - Throws: the reason why the pattern cannot be read, and the place.
  package init(_ pattern: String, ignoresCase: Bool = false) throws(RegularExpressionError) {
    var parser = PatternParser(pattern, options: PatternOptions(ignoresCase: ignoresCase))
    program = try PatternProgram(parser.parse())
  }

  /// Indicates whether the expression matches anywhere in the text, unless an anchor restricts it.
  package func occurs(in text: String) -> Bool { program.isFound(in: text.unicodeScalars) }
}

/// The reason why a text is not a regular expression, as part of a sentence: `the group is not closed (character 3)`.
package struct RegularExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
