/// Parses a document: executable, type-system or mixed (section 2.2 "Document").
///
/// ```swift
/// let document = try parse(SourceText("{ country(code: \"CA\") { name } }"))
/// ```
/// - Throws: the first error, with the message and place of graphql-js 16.
package func parse(_ source: SourceText, limits: ParserLimits = .standard) throws(SyntaxError) -> Document {
  try parsing(source, limits) { parser throws(ParseFailure) in try parser.document() }
}

/// Parses a value literal, which may contain variables (section 2.9 "Input Values").
/// - Throws: the first error, including text after the value.
package func parseValue(_ source: SourceText, limits: ParserLimits = .standard) throws(SyntaxError) -> Value {
  try parsing(source, limits) { parser throws(ParseFailure) in
    let value = try parser.value(isConstant: false)
    try parser.expect(.endOfFile)
    return value
  }
}

/// Parses a value literal without variables, such as a default value.
/// - Throws: the first error, including text after the value.
package func parseConstValue(_ source: SourceText, limits: ParserLimits = .standard) throws(SyntaxError) -> Value {
  try parsing(source, limits) { parser throws(ParseFailure) in
    let value = try parser.value(isConstant: true)
    try parser.expect(.endOfFile)
    return value
  }
}

/// Parses a type reference such as `[String!]!` (section 2.11 "Type References").
/// - Throws: the first error, including text after the type.
package func parseType(_ source: SourceText, limits: ParserLimits = .standard) throws(SyntaxError) -> TypeReference {
  try parsing(source, limits) { parser throws(ParseFailure) in
    let type = try parser.typeReference()
    try parser.expect(.endOfFile)
    return type
  }
}

/// Runs a parser over a text and adds the text to the error it throws.
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

/// Limits that keep a small request from using much time, memory or stack.
package struct ParserLimits: Hashable, Sendable {
  /// The maximum number of lexical tokens; nil for no limit.
  package var maximumTokens: Int?
  /// The maximum nesting of selection sets, lists, input objects and list types, together.
  ///
  /// The parser and the code that walks its trees recurse a few times a level. 200 levels fit 512 kB in a debug build.
  package var maximumDepth: Int

  package init(maximumTokens: Int?, maximumDepth: Int = 200) {
    self.maximumTokens = maximumTokens
    self.maximumDepth = maximumDepth
  }

  /// The limits for requests: 200,000 tokens, 200 levels.
  package static let standard = ParserLimits(maximumTokens: 200_000)
  /// The limits for schemas, which are large and come from the user's disk: any number of tokens, 200 levels.
  package static let schema = ParserLimits(maximumTokens: nil)
}
