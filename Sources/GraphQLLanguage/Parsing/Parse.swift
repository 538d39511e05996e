/// Parses a whole document, executable, type-system or mixed (section 2.2 "Document").
///
/// ```swift
/// let document = try parse(SourceText("{ country(code: \"CA\") { name } }"))
/// ```
/// - Throws: the first error, worded and placed as the reference implementation (graphql-js 16) has it.
package func parse(_ source: SourceText, limits: ParserLimits = .standard) throws(SyntaxError) -> Document {
  try parsing(source, limits) { parser throws(ParseFailure) in try parser.document() }
}

/// Parses a value literal, in which variables may occur (section 2.9 "Input Values").
/// - Throws: the first error, also if something stands after the value.
package func parseValue(_ source: SourceText, limits: ParserLimits = .standard) throws(SyntaxError) -> Value {
  try parsing(source, limits) { parser throws(ParseFailure) in
    let value = try parser.value(isConstant: false)
    try parser.expect(.endOfFile)
    return value
  }
}

/// Parses a value literal without variables, as default values are.
/// - Throws: the first error, also if something stands after the value.
package func parseConstValue(_ source: SourceText, limits: ParserLimits = .standard) throws(SyntaxError) -> Value {
  try parsing(source, limits) { parser throws(ParseFailure) in
    let value = try parser.value(isConstant: true)
    try parser.expect(.endOfFile)
    return value
  }
}

/// Parses a type reference such as `[String!]!` (section 2.11 "Type References").
/// - Throws: the first error, also if something stands after the type.
package func parseType(_ source: SourceText, limits: ParserLimits = .standard) throws(SyntaxError) -> TypeReference {
  try parsing(source, limits) { parser throws(ParseFailure) in
    let type = try parser.typeReference()
    try parser.expect(.endOfFile)
    return type
  }
}

/// Runs a parser over a text's bytes and turns what it throws into an error that carries the text.
private func parsing<Tree>(
  _ source: SourceText, _ limits: ParserLimits, _ body: (inout Parser) throws(ParseFailure) -> Tree
) throws(SyntaxError) -> Tree {
  do throws(ParseFailure) {
    // Places are 32 bits wide.
    guard source.utf8.count <= Int32.max else {
      throw ParseFailure(message: "Document is larger than 2 GiB. Parsing aborted.", start: 0, end: 0)
    }
    return try source.utf8.withUnsafeBufferPointer { bytes throws(ParseFailure) in
      var parser = try Parser(bytes, limits: limits)
      return try body(&parser)
    }
  } catch {
    let place = Place(start: Int32(truncatingIfNeeded: error.start), end: Int32(truncatingIfNeeded: error.end))
    throw SyntaxError(message: "Syntax Error: \(error.message)", place: place, source: source)
  }
}

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
