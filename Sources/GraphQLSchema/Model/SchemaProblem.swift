package import GraphQLLanguage

/// A problem in a schema: a message and its places.
package struct SchemaProblem: Hashable, Sendable {
  /// The message, which is graphql-js's if it has one.
  package var message: String
  /// The places, most relevant first; none for a schema without a text.
  package var places: [SourcePlace]

  /// A place in a file.
  package struct SourcePlace: Hashable, Sendable {
    package var file: String
    package var location: SourceLocation
    /// The file, line and column, then the line with its neighbors and a caret.
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
  /// `file:line:column: message`, or only the message.
  package var description: String {
    guard let place = places.first else { return message }
    return "\(place.file):\(place.location.line):\(place.location.column): \(message)"
  }

  /// The problem as an error of a response.
  package var graphQLError: GraphQLError { GraphQLError(message, locations: places.map(\.location)) }
}

/// The problems of a schema that cannot be used.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems in source order, within each kind of check; at least one.
  package var problems: [SchemaProblem]

  package init(_ problems: [SchemaProblem]) { self.problems = problems }

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
