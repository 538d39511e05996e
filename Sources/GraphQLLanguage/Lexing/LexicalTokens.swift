/// A lexical token for tools (section 2.1.6 "Lexical Tokens").
package struct LexicalToken: Hashable, Sendable {
  /// graphql-js's name of the kind: `Name`, `Int`, `{`…
  package var kind: String
  /// The name, the digits or the value of the string; nil for a punctuator, and for a string without an end.
  package var value: String?
  /// The offsets of the first byte and after the last byte.
  package var start: Int
  package var end: Int
}

/// Returns the tokens of a text, without comments and the end of the file.
/// - Throws: the first lexical error. The text need not be a document.
package func lexicalTokens(of source: SourceText) throws(SyntaxError) -> [LexicalToken] {
  try lexing(source) { LexicalToken($1, of: $0) }
}

/// Returns the tokens of a text that is being written. A string without an end is one token, up to the end of its line
/// or, for a block string, of the text. Other characters that begin no token are skipped.
package func lexicalTokens(ofUnfinished source: SourceText) -> [LexicalToken] {
  source.utf8.withUnsafeBufferPointer { bytes in
    var lexer = Lexer(bytes)
    var tokens: [LexicalToken] = []
    while true {
      do throws(ParseFailure) {
        let token = try lexer.next()
        if token.kind == .endOfFile { return tokens }
        tokens.append(LexicalToken(token, of: lexer))
      } catch {
        // The lexer stands at the first byte of the token that it could not read.
        let start = lexer.position
        let quote = UInt8(ascii: "\"")
        guard lexer.byte(at: start) == quote else {
          lexer.position = start + 1
          continue
        }
        let isBlock = lexer.byte(at: start + 1) == quote && lexer.byte(at: start + 2) == quote
        var end = start + 1
        while end < bytes.count, isBlock || (bytes[end] != 0x0A && bytes[end] != 0x0D) { end += 1 }
        lexer.position = end
        tokens.append(LexicalToken(kind: isBlock ? "BlockString" : "String", value: nil, start: start, end: end))
      }
    }
  }
}

/// Returns the text without unneeded white space, commas and comments, and with block strings in their shortest form.
/// The tokens stay the same. The text need not be a document.
/// - Throws: the first lexical error.
package func strippedOfIgnored(_ source: SourceText) throws(SyntaxError) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(source.utf8.count)
  var endsInWord = false
  _ = try lexing(source) { lexer, token in
    let isWord = token.kind.isWord
    if endsInWord, isWord || token.kind == .spread { bytes.append(0x20) }
    endsInWord = isWord
    if token.kind == .blockString, let literal = BlockString.literal(of: lexer.value(ofString: token), isMinimal: true)
    {
      bytes += literal
    } else {
      bytes += lexer.bytes[token.start..<token.end]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

extension LexicalToken {
  fileprivate init(_ token: Token, of lexer: Lexer) {
    let value: String? =
      switch token.kind {
      case .name, .int, .float: lexer.text(token.start, token.end)
      case .string, .blockString: lexer.value(ofString: token)
      default: nil
      }
    let kind = token.kind.description
    self.init(
      kind: kind.hasPrefix("\"") ? String(kind.dropFirst().dropLast()) : kind, value: value, start: token.start,
      end: token.end)
  }
}

private func lexing<Element>(
  _ source: SourceText, _ body: (Lexer, Token) -> Element
) throws(SyntaxError) -> [Element] {
  do throws(ParseFailure) {
    return try source.utf8.withUnsafeBufferPointer { bytes throws(ParseFailure) in
      var lexer = Lexer(bytes)
      var elements: [Element] = []
      while true {
        let token = try lexer.next()
        if token.kind == .endOfFile { return elements }
        elements.append(body(lexer, token))
      }
    }
  } catch {
    let place = Place(start: Int32(truncatingIfNeeded: error.start), end: Int32(truncatingIfNeeded: error.end))
    throw SyntaxError(message: "Syntax Error: \(error.message)", place: place, source: source)
  }
}

extension Token.Kind {
  /// True if two adjacent tokens of such kinds need a space between them.
  fileprivate var isWord: Bool {
    switch self {
    case .name, .int, .float, .string, .blockString: true
    default: false
    }
  }
}
