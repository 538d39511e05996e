/// Bounds on what a text may ask of the parser, so that a small request cannot burn much time, memory or stack.
package struct ParserLimits: Hashable, Sendable {
  /// The most lexical tokens a text may have; nil for no bound.
  package var maximumTokens: Int?
  /// The most levels that selection sets, lists, input objects and list types may nest, together.
  ///
  /// The parser, and all that walks its trees, calls itself once or a few times a level. 200 levels fit a stack of
  /// 512 kB in an unoptimised build.
  package var maximumDepth: Int

  package init(maximumTokens: Int?, maximumDepth: Int = 200) {
    self.maximumTokens = maximumTokens
    self.maximumDepth = maximumDepth
  }

  /// For requests: 200,000 tokens, 200 levels.
  package static let standard = ParserLimits(maximumTokens: 200_000)
  /// For schemas, which are large and come from the user's own disk: any number of tokens, 200 levels.
  package static let schema = ParserLimits(maximumTokens: nil)
}
