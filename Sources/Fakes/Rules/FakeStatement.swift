import FakeValues
package import GraphQLSchema
package import OrderedJSON

/// One thing that somebody said about a type or a field, wherever it was said: a directive in a schema, or a line of
/// `endpoint.yaml`. Not yet held against the schema.
package struct FakeStatement: Sendable {
  /// The type's name; `Query`, `Mutation` and `Subscription` also stand for the roots, however the schema calls them.
  package var type: String
  /// The field's name; nil for what is said of the type.
  package var field: String?
  package var clause: Clause
  /// How messages call it: `@listLength`, or `"listLength"`.
  package var name: String
  package var place: SchemaProblem.SourcePlace?
  /// Where type and field are named, if that is another place.
  package var subjectPlace: SchemaProblem.SourcePlace?

  package init(
    type: String, field: String? = nil, _ clause: Clause, called name: String, at place: SchemaProblem.SourcePlace?,
    subjectPlace: SchemaProblem.SourcePlace? = nil
  ) {
    self.subjectPlace = subjectPlace
    self.type = type
    self.field = field
    self.clause = clause
    self.name = name
    self.place = place
  }

  /// What is said.
  package enum Clause: Sendable {
    /// `@fake(type:options:)`, the type by its name.
    case fake(type: String, options: [JSONObject.Member])
    case examples([JSON])
    case listLength(min: Int, max: Int)
    case error(FakeError)
    /// In how many of a hundred.
    case nulls(Int)
    /// The field that leads back; nil for none.
    case inverse(String?)
    /// The list that it counts, nil for none; and what the fields of those are that it counts, one value or several.
    case counts(String?, where: [JSONObject.Member] = [])
    /// The field that tells objects apart; nil for none.
    case key(String?)
    case population(Int)
    /// What real thing an object is: `country`; nil for none.
    case real(String?)
    /// What an argument is: `first`, `none`, `User.email`. The names of input objects come before those of their members.
    case argument(path: [String], is: String)
    /// How many items a list has at most where nobody says how many.
    case pageSize(Int)
    /// What the fields of a page are: `(items, "results")`; nil where it is no page.
    case page([PageMember]?)
    /// Whether it shows whoever asks.
    case viewer(Bool)
    /// What a mutation does: `update Post`.
    case does(String)
    /// The fields that a mutation sets besides.
    case sets([SaidEffect])
    /// Whether a part's field shows the object that the part belongs to.
    case owner(Bool)
    /// What a subscription tells of: `created Post`.
    case tells(String)
    /// The link or the list that a value follows from; nil for none.
    case follows(String?)
  }

  /// One field of a page: what it is, and its name or the way to it (`pageInfo.more`).
  package struct PageMember: Hashable, Sendable {
    package var role: String
    package var field: String

    package init(_ role: String, _ field: String) {
      self.role = role
      self.field = field
    }
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
