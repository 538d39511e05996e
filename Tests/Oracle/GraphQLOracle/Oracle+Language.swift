import GraphQLLanguage
import OrderedJSON

extension Oracle {
  /// `parse`: the tree, in graphql-js's shape. Options: `maxTokens`.
  func parseDocument(_ request: JSON) throws -> JSON {
    ["ast": try document("source", of: request).shape]
  }

  /// `print`: the text of a `source`, or of a tree that is given as `ast`.
  func printDocument(_ request: JSON) throws -> JSON {
    if let tree = request["ast"] { return ["text": .string(ShapeReader(tree).printed)] }
    return ["text": .string(try document("source", of: request).printed())]
  }

  /// `lex`: `[kind, value, line, column, start, end]` of each token; offsets count bytes.
  func lex(_ request: JSON) throws -> JSON {
    let source = try text("source", of: request)
    let tokens = try lexicalTokens(of: source).map { token -> JSON in
      let location = source.location(at: token.start)
      return [
        .string(token.kind), token.value.map { .string($0) } ?? .null, .int(location.line), .int(location.column),
        .int(token.start), .int(token.end),
      ]
    }
    return ["tokens": .array(tokens)]
  }

  /// The document in a request; bounded as requests of clients are only where it says so.
  func document(_ key: String, of request: JSON) throws -> Document {
    try parse(text(key, of: request), limits: ParserLimits(maximumTokens: request["maxTokens"]?.intValue))
  }
}
