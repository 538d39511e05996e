package import GraphQLLanguage

/// One thing that is wrong or odd in a schema: a sentence and the places that it is about.
package struct SchemaProblem: Hashable, Sendable {
  /// The sentence, in the reference implementation's words where it has some.
  package var message: String
  /// The places, the most telling first; none if the schema came without a text.
  package var places: [SourcePlace]

  /// A place of a file that people can open.
  package struct SourcePlace: Hashable, Sendable {
    /// The text's name, usually the file's path.
    package var file: String
    package var location: SourceLocation
    /// The line with its neighbours and a caret, headed by file, line and column.
    package var excerpt: String

    package init(file: String, location: SourceLocation, excerpt: String) {
      self.file = file
      self.location = location
      self.excerpt = excerpt
    }
  }

  package init(_ message: String, places: [SourcePlace] = []) {
    self.message = message
    self.places = places
  }
}

extension SchemaProblem: CustomStringConvertible {
  /// `file:line:column: message`, or the message alone.
  package var description: String {
    guard let place = places.first else { return message }
    return "\(place.file):\(place.location.line):\(place.location.column): \(message)"
  }

  /// The problem as an entry of a response's `errors`.
  package var graphQLError: GraphQLError { GraphQLError(message, locations: places.map(\.location)) }
}

/// Why a schema cannot be used: all that is wrong with it.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in the order of the text as far as the kinds of check allow; at least one.
  package var problems: [SchemaProblem]

  package init(_ problems: [SchemaProblem]) { self.problems = problems }

  /// The problems, one a line.
  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
