extension Parser {
  /// Parses a Document (section 2.2).
  mutating func document() throws(ParseFailure) -> Document {
    var definitions: [Definition] = []
    repeat { definitions.append(try definition()) } while token.kind != .endOfFile
    return Document(definitions: definitions, place: Place(start: 0, end: token.place.end))
  }

  /// Parses a Definition (section 2.2) with its optional description.
  private mutating func definition() throws(ParseFailure) -> Definition {
    let start = token.start
    if token.kind == .braceLeft { return .operation(try shorthandQuery()) }
    guard isDescription else {
      if isKeyword("extend") { return try typeSystemExtension() }
      return try definition(keyword: token, description: nil, start: start)
    }
    let keyword = try lookahead()
    if keyword.kind == .braceLeft {
      throw failure("Unexpected description, descriptions are not supported on shorthand queries.")
    }
    guard keyword.kind == .name else { throw unexpected(keyword) }
    guard isDefinitionKeyword(keyword) else {
      throw failure("Unexpected description, descriptions are supported only on type definitions.")
    }
    let description = try stringValue()
    return try definition(keyword: keyword, description: description, start: start)
  }

  private func isDefinitionKeyword(_ word: Token) -> Bool {
    isKeyword("query", word) || isKeyword("mutation", word) || isKeyword("subscription", word)
      || isKeyword("fragment", word) || isTypeSystemKeyword(word) || isKeyword("directive", word)
  }

  private mutating func definition(
    keyword: Token, description: StringValue?, start: Int
  ) throws(ParseFailure) -> Definition {
    if isKeyword("query", keyword) || isKeyword("mutation", keyword) || isKeyword("subscription", keyword) {
      return .operation(try operationDefinition(description: description, start: start))
    }
    if isKeyword("fragment", keyword) {
      return .fragment(try fragmentDefinition(description: description, start: start))
    }
    if isKeyword("schema", keyword) {
      return .schema(try schemaDefinition(isExtension: false, description: description, start: start))
    }
    if isKeyword("directive", keyword) {
      return .directive(try directiveDefinition(description: description, start: start))
    }
    guard isTypeSystemKeyword(keyword) else { throw unexpected(keyword) }
    return .type(try typeDefinition(isExtension: false, description: description, start: start))
  }
}
