/// An error about a GraphQL document, worded as the reference implementation words it, with its places.
///
/// This is what parsing, validation and execution report, and what a response's `errors` are made of
/// (section 7.1.2 "Errors").
package struct GraphQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, e.g. `Syntax Error: Expected Name, found "{".`
  package var message: String
  /// Where in the source, by line and column, both counted from 1; empty where there is no place.
  package var locations: [SourceLocation]
  /// The path of the response field that failed, from the root; nil for an error before execution.
  package var path: [PathElement]?
  /// What the response tells programs as `extensions.code`; nil for nothing.
  package var code: String?

  /// One step of a response path: a response key, or an index in a list.
  package enum PathElement: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  package init(_ message: String, locations: [SourceLocation] = [], path: [PathElement]? = nil, code: String? = nil) {
    self.message = message
    self.locations = locations
    self.path = path
    self.code = code
  }

  package var description: String { message }
}

/// A line and a column of a source text, both counted from 1; columns count as the reference does, in
/// UTF-16 code units.
package struct SourceLocation: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
