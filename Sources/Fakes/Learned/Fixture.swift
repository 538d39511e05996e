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
  /// Indicates whether others override it: it is in no set, and sets or another current user are selected.
  package var isOverridable = false

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
    /// The generated data has another value. `counted` is the list that it counts; `needsTypeName` is true in an
    /// interface or a union, whose objects have a type only if `__typename` is selected.
    case differs(expected: JSON, generated: JSON, counted: String?, needsTypeName: Bool)
    /// The value does not agree with other fields of its object: with these, another one follows.
    case disagrees(value: JSON, follows: JSON, fields: [String])
    /// The value is no date or time.
    case isNoTime(JSON)
    /// The generated data has another number of items, usually because of the arguments of the list.
    case hasOtherLength(expected: Int, generated: Int)
    /// Another fixture has another value of the same field of the same object.
    case contradicts(expected: JSON, other: String, otherPlace: JSONPath, otherValue: JSON)
  }
}
