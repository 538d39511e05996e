/// A text that is not GraphQL: what is wrong and where, in the reference implementation's words.
package struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, e.g. `Syntax Error: Expected Name, found "{".`
  package let message: String
  /// The offending token or character, in bytes.
  package let place: Place
  /// The text that was read.
  package let source: SourceText

  package init(message: String, place: Place, source: SourceText) {
    self.message = message
    self.place = place
    self.source = source
  }

  /// The line and column where the offending token or character starts.
  package var location: SourceLocation { source.location(at: Int(place.start)) }

  /// The error as a response reports it: the sentence and the location.
  package var graphQLError: GraphQLError { GraphQLError(message, locations: [location]) }

  /// The sentence, an empty line, and the excerpt of the text with a caret under the place.
  package var description: String { "\(message)\n\n\(source.excerpt(at: location))" }
}

/// What the lexer and the parser throw: a `SyntaxError` that does not carry the text yet.
struct ParseFailure: Error {
  /// The sentence without `Syntax Error: `.
  var message: String
  var start: Int
  var end: Int
}
