package import FakeClauses
import FakeValues
package import GraphQLSchema
package import OrderedJSON

/// One rule for a type or a field, from a directive or a line of `endpoint.yaml`, not yet checked against the schema.
package struct FakeStatement: Sendable {
  /// The type's name; `Query`, `Mutation` and `Subscription` also name the roots, whatever their names in the schema.
  package var type: String
  /// The field's name; nil for a rule for the type.
  package var field: String?
  package var clause: FakeClause
  /// The name in messages: `@listLength`, or `"listLength"`.
  package var name: String
  package var place: SchemaProblem.SourcePlace?
  /// The place of the names of type and field, if it is another place.
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

/// The rules for a whole world, with their places.
package struct FakeSettings: Sendable {
  /// A language's tag.
  package var locale: String?
  package var localePlace: SchemaProblem.SourcePlace?
  /// The percentage of nulls in nullable fields.
  package var nullPercent: Int?
  /// The rate at which a nullable field fails, in hundred-thousandths.
  package var errorRate: Int?
  package var preset: PopulationPreset?
  /// The current user's email, name or key.
  package var viewer: String?
  /// The date of today; nil for the default.
  package var now: CivilTime?
  /// The rules; later ones override earlier ones, and all of them override directives.
  package var statements: [FakeStatement] = []

  package init() {}
}
