package import GraphQLLanguage
package import OrderedJSON

/// A query with the exact answer that the generated data must give.
package struct Fixture: Sendable {
  /// The path of the file with the answer, for messages.
  package let path: String
  /// The query. It has one operation, without variables.
  package let document: Document
  package let source: SourceText
  /// The whole response, with `data`.
  package let response: JSON

  package init(path: String, document: Document, source: SourceText, response: JSON) {
    self.path = path
    self.document = document
    self.source = source
    self.response = response
  }
}

/// The reason why the generated data cannot give the answer of a fixture.
package struct FixtureProblem: Error, Hashable, Sendable {
  /// The path of the fixture, and that of the value in its response.
  package let fixture: String
  package let place: JSONPath
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    /// The generated data has another value.
    case differs(expected: JSON, generated: JSON)
    /// The generated data has another number of items, usually because of the arguments of the list.
    case hasOtherLength(expected: Int, generated: Int)
    /// Another fixture has another value of the same field of the same object.
    case contradicts(expected: JSON, other: String, otherPlace: JSONPath, otherValue: JSON)
  }
}
