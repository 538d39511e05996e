/// One lexical token as tools see it (specification section 2.1.6 "Lexical Tokens").
package struct LexicalToken: Hashable, Sendable {
  /// The reference's name of the kind: `Name`, `Int`, `{`, `<SOF>`…
  package var kind: String
  /// The name, the digits, or the value of a string; nil for a punctuator.
  package var value: String?
  /// Offsets of the first byte and of the byte behind the last one.
  package var start: Int
  package var end: Int
}

/// The tokens of a text, without what is ignored; comments are ignored here too. The end is no token.
/// - Throws: the first error, as parsing would, also for a text that is no document.
package func lexicalTokens(of source: SourceText) throws(SyntaxError) -> [LexicalToken] {
  try lexing(source) { lexer, token in
    let value: String? =
      switch token.kind {
      case .name, .int, .float: lexer.text(token.start, token.end)
      case .string, .blockString: lexer.value(ofString: token)
      default: nil
      }
    let kind = token.kind.description
    return LexicalToken(
      kind: kind.hasPrefix("\"") ? String(kind.dropFirst().dropLast()) : kind, value: value, start: token.start,
      end: token.end)
  }
}

/// The text without white space, commas and comments where no token needs them, and with block strings in their
/// shortest spelling. It means the same, token by token, though it may be no document.
/// - Throws: the first error, as parsing would.
package func strippedOfIgnored(_ source: SourceText) throws(SyntaxError) -> String {
  var bytes: [UInt8] = []
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
  /// Whether it would run into another of its sort without a space between them.
  fileprivate var isWord: Bool {
    switch self {
    case .name, .int, .float, .string, .blockString: true
    default: false
    }
  }
}
