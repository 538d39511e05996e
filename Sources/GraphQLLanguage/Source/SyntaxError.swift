/// A syntax error in a GraphQL text, with graphql-js's message.
package struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, e.g. `Syntax Error: Expected Name, found "{".`
  package let message: String
  /// The offending token or character, in bytes.
  package let place: Place
  package let source: SourceText

  package init(message: String, place: Place, source: SourceText) {
    self.message = message
    self.place = place
    self.source = source
  }

  /// The line and column where the offending token or character starts.
  package var location: SourceLocation { source.location(at: Int(place.start)) }

  /// The error for a response: the message and the location.
  package var graphQLError: GraphQLError { GraphQLError(message, locations: [location]) }

  /// The message, an empty line, and the excerpt with a caret.
  package var description: String { "\(message)\n\n\(source.excerpt(at: location))" }
}

/// An error of the lexer or parser, not yet joined with its text into a `SyntaxError`.
struct ParseFailure: Error {
  /// The message without `Syntax Error: `.
  var message: String
  var start: Int
  var end: Int
}
