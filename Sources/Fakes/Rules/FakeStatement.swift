package import FakeClauses
import FakeValues
package import GraphQLSchema

/// One thing that somebody said about a type or a field, wherever it was said: a directive in a schema, or a line of
/// `endpoint.yaml`. Not yet held against the schema.
package struct FakeStatement: Sendable {
  /// The type's name; `Query`, `Mutation` and `Subscription` also stand for the roots, however the schema calls them.
  package var type: String
  /// The field's name; nil for what is said of the type.
  package var field: String?
  package var clause: FakeClause
  /// How messages call it: `@listLength`, or `"listLength"`.
  package var name: String
  package var place: SchemaProblem.SourcePlace?
  /// Where type and field are named, if that is another place.
  package var subjectPlace: SchemaProblem.SourcePlace?

  package init(
    type: String, field: String? = nil, _ clause: FakeClause, called name: String, at place: SchemaProblem.SourcePlace?,
    subjectPlace: SchemaProblem.SourcePlace? = nil
  ) {
    self.subjectPlace = subjectPlace
    self.type = type
    self.field = field
    self.clause = clause
    self.name = name
    self.place = place
  }
}

/// What is said about a whole world, where it is said.
package struct FakeSettings: Sendable {
  /// A language's tag.
  package var locale: String?
  package var localePlace: SchemaProblem.SourcePlace?
  /// In how many of a hundred a field that may be null is null.
  package var nullPercent: Int?
  /// In how many of a hundred thousand a field that may be null fails.
  package var errorRate: Int?
  /// Later ones go before earlier ones, and all before directives.
  package var statements: [FakeStatement] = []

  package init() {}
}
