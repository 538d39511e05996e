import GraphQLLanguage

/// What a text gives, for comparisons: the tree's printed text, or the first error with its place.
struct Outcome: Equatable, CustomStringConvertible {
  var message: String?
  var line = 0
  var column = 0
  var printed = ""

  var description: String { message.map { "\($0) at \(line):\(column)" } ?? printed }
}

extension Document {
  /// Parses without a bound on tokens.
  init(_ text: String) throws {
    self = try parse(SourceText(text), limits: .schema)
  }
}

/// The outcome of parsing a whole document.
func outcome(of text: String, limits: ParserLimits = .standard) -> Outcome {
  outcome { () throws(SyntaxError) in try parse(SourceText(text), limits: limits).printed() }
}

/// The outcome of any of the parsing functions.
func outcome(_ body: () throws(SyntaxError) -> String) -> Outcome {
  do throws(SyntaxError) {
    return Outcome(printed: try body())
  } catch {
    return Outcome(message: error.message, line: error.location.line, column: error.location.column)
  }
}

/// The canonical text of a document's operation.
func canonical(_ text: String, operation: String? = nil) throws -> String {
  let document = try parse(SourceText(text))
  return String(decoding: try CanonicalOperation(of: document, operationName: operation).text, as: UTF8.self)
}
