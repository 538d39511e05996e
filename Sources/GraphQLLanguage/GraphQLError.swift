/// An error of parsing, validation or execution, with graphql-js's message (section 7.1.2 "Errors").
package struct GraphQLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, e.g. `Syntax Error: Expected Name, found "{".`
  package var message: String
  /// The places in the source; empty if there are none.
  package var locations: [SourceLocation]
  /// The path of the response field that failed, from the root; nil for an error before execution.
  package var path: [PathElement]?
  /// The value of `extensions.code`, for programs; nil for none.
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

/// A line and a column of a source text, both from 1. Columns count UTF-16 code units, as in graphql-js.
package struct SourceLocation: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
