/// A recursive-descent parser with one token of lookahead, or two after a description.
///
/// Methods are named after the productions of the specification's appendix "Grammar Summary"; `mutating` ones consume
/// tokens. Each token is read as soon as the one before it is accepted, so errors come in graphql-js's order.
struct Parser: ~Copyable {
  var lexer: Lexer
  /// The current token, not accepted yet.
  var token = Token(kind: .endOfFile, start: 0, end: 0)
  /// The end of the last accepted token.
  var previousEnd = 0
  /// The selections being read. The initial capacity takes about 1 kB, which allocators serve fastest.
  var selections = SelectionPile(capacity: 10)

  private let limits: ParserLimits
  private let maximumTokens: Int
  private var tokenCount = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ParserLimits) throws(ParseFailure) {
    lexer = Lexer(bytes)
    self.limits = limits
    maximumTokens = limits.maximumTokens ?? .max
    try advance()
  }

  /// Accepts the current token and reads the next one.
  mutating func advance() throws(ParseFailure) {
    previousEnd = token.end
    token = try lexer.next()
    if token.kind == .endOfFile { return }
    tokenCount += 1
    if tokenCount > maximumTokens {
      // graphql-js's wording, including its typo.
      throw failure("Document contains more that \(maximumTokens) tokens. Parsing aborted.")
    }
  }

  func lookahead() throws(ParseFailure) -> Token {
    var ahead = lexer
    return try ahead.next()
  }

  /// Enters a level of nesting, which `leave()` ends. After an error the count no longer matters.
  mutating func enter() throws(ParseFailure) {
    depth += 1
    if depth > limits.maximumDepth {
      throw failure("Document nests more than \(limits.maximumDepth) levels deep. Parsing aborted.")
    }
  }

  mutating func leave() {
    depth -= 1
  }

  mutating func expect(_ kind: Token.Kind) throws(ParseFailure) {
    guard token.kind == kind else {
      throw failure("Expected \(kind.description), found \(description(of: token)).")
    }
    if kind != .endOfFile { try advance() }
  }

  /// Accepts a token of this kind if it is the current one.
  mutating func skip(_ kind: Token.Kind) throws(ParseFailure) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  mutating func expect(keyword: StaticString) throws(ParseFailure) {
    guard isKeyword(keyword) else {
      throw failure("Expected \"\(keyword)\", found \(description(of: token)).")
    }
    try advance()
  }

  /// Accepts this keyword if it is the current token.
  mutating func skip(keyword: StaticString) throws(ParseFailure) -> Bool {
    guard isKeyword(keyword) else { return false }
    try advance()
    return true
  }

  func isKeyword(_ keyword: StaticString) -> Bool { isKeyword(keyword, token) }

  /// True if a token is this keyword. Compares bytes, to avoid making a string.
  func isKeyword(_ keyword: StaticString, _ token: Token) -> Bool {
    guard token.kind == .name, token.end - token.start == keyword.utf8CodeUnitCount else { return false }
    let start = keyword.utf8Start
    var index = 0
    while index < keyword.utf8CodeUnitCount {
      if lexer.bytes[token.start + index] != start[index] { return false }
      index += 1
    }
    return true
  }

  /// Parses a Name (section 2.1.9).
  mutating func name() throws(ParseFailure) -> Name {
    guard token.kind == .name else { throw failure("Expected Name, found \(description(of: token)).") }
    let name = Name(lexer.text(token.start, token.end), place: token.place)
    try advance()
    return name
  }

  func place(from start: Int) -> Place {
    Place(start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: previousEnd))
  }

  func failure(_ message: String) -> ParseFailure {
    ParseFailure(message: message, start: token.start, end: token.end)
  }

  /// Returns the error for a token that fits no production here.
  func unexpected(_ token: Token) -> ParseFailure {
    ParseFailure(message: "Unexpected \(description(of: token)).", start: token.start, end: token.end)
  }

  /// Describes a token in messages: its kind, and its value in quotes if it has one.
  func description(of token: Token) -> String {
    switch token.kind {
    case .name, .int, .float: "\(token.kind.description) \"\(lexer.text(token.start, token.end))\""
    case .string, .blockString: "\(token.kind.description) \"\(lexer.value(ofString: token))\""
    default: token.kind.description
    }
  }
}
