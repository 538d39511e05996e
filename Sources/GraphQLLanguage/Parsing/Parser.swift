/// A recursive-descent parser with one token of lookahead; two where a description may precede a definition.
///
/// The methods are named after the productions of the specification's appendix "Grammar Summary". Those that are
/// `mutating` consume tokens. Errors come in the reference's order, so each token is read as soon as the one before
/// it is accepted.
struct Parser: ~Copyable {
  var lexer: Lexer
  /// The token that is looked at and not accepted yet.
  var token = Token(kind: .endOfFile, start: 0, end: 0)
  /// Where the last accepted token ends.
  var previousEnd = 0
  /// Selections of selection sets that are being read. The first ones fit what allocators hand out fastest, about a kB.
  var selections = SelectionPile(capacity: 10)

  private let limits: ParserLimits
  private let maximumTokens: Int
  private var tokenCount = 0
  private var depth = 0

  /// Reads the first token.
  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ParserLimits) throws(ParseFailure) {
    lexer = Lexer(bytes)
    self.limits = limits
    maximumTokens = limits.maximumTokens ?? .max
    try advance()
  }

  /// Accepts the token and reads the next one.
  mutating func advance() throws(ParseFailure) {
    previousEnd = token.end
    token = try lexer.next()
    if token.kind == .endOfFile { return }
    tokenCount += 1
    if tokenCount > maximumTokens {
      // The reference's wording, with its slip.
      throw failure("Document contains more that \(maximumTokens) tokens. Parsing aborted.")
    }
  }

  /// The token after the one that is looked at.
  func lookahead() throws(ParseFailure) -> Token {
    var ahead = lexer
    return try ahead.next()
  }

  /// Counts one level of nesting; `leave()` ends it. After an error nobody counts any more.
  mutating func enter() throws(ParseFailure) {
    depth += 1
    if depth > limits.maximumDepth {
      throw failure("Document nests more than \(limits.maximumDepth) levels deep. Parsing aborted.")
    }
  }

  mutating func leave() {
    depth -= 1
  }

  /// Accepts a token of this kind or fails.
  mutating func expect(_ kind: Token.Kind) throws(ParseFailure) {
    guard token.kind == kind else {
      throw failure("Expected \(kind.description), found \(description(of: token)).")
    }
    if kind != .endOfFile { try advance() }
  }

  /// Accepts a token of this kind if it stands here.
  mutating func skip(_ kind: Token.Kind) throws(ParseFailure) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  /// Accepts this keyword or fails.
  mutating func expect(keyword: StaticString) throws(ParseFailure) {
    guard isKeyword(keyword) else {
      throw failure("Expected \"\(keyword)\", found \(description(of: token)).")
    }
    try advance()
  }

  /// Accepts this keyword if it stands here.
  mutating func skip(keyword: StaticString) throws(ParseFailure) -> Bool {
    guard isKeyword(keyword) else { return false }
    try advance()
    return true
  }

  func isKeyword(_ keyword: StaticString) -> Bool { isKeyword(keyword, token) }

  /// Whether a token is this name. Compares bytes, so that no string is made.
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

  /// Name (section 2.1.9).
  mutating func name() throws(ParseFailure) -> Name {
    guard token.kind == .name else { throw failure("Expected Name, found \(description(of: token)).") }
    let name = Name(lexer.text(token.start, token.end), place: token.place)
    try advance()
    return name
  }

  /// From a start up to the last accepted token.
  func place(from start: Int) -> Place {
    Place(start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: previousEnd))
  }

  /// An error at the token that is looked at.
  func failure(_ message: String) -> ParseFailure {
    ParseFailure(message: message, start: token.start, end: token.end)
  }

  /// The error for a token that fits no production here.
  func unexpected(_ token: Token) -> ParseFailure {
    ParseFailure(message: "Unexpected \(description(of: token)).", start: token.start, end: token.end)
  }

  /// A token as messages name it: its kind, and its value in quotes if it has one.
  func description(of token: Token) -> String {
    switch token.kind {
    case .name, .int, .float: "\(token.kind.description) \"\(lexer.text(token.start, token.end))\""
    case .string, .blockString: "\(token.kind.description) \"\(lexer.value(ofString: token))\""
    default: token.kind.description
    }
  }
}
