package import OrderedJSON

/// One thing that is said of a type or a field of a schema whose data is generated. Not yet held against the schema.
package enum FakeClause: Hashable, Sendable {
  /// A fake type by its name, with its options.
  case fake(String, options: [JSONObject.Member])
  case examples([JSON])
  case listLength(min: Int, max: Int)
  /// The rate is in a hundred thousand.
  case error(message: String?, code: String?, rate: Int)
  /// In how many of a hundred.
  case nulls(Int)
  /// The field that leads back; nil for none.
  case inverse(String?)
  /// The list that it counts, nil for none; and the fields of the members that count, each with one value or several.
  case counts(String?, where: [JSONObject.Member] = [])
  /// The field that tells objects apart; nil for none.
  case key(String?)
  case population(Int)
  /// A kind of real thing, such as `country`; nil for none.
  case real(String?)
  /// The meaning of an argument: `first`, `none`, `User.email`. The names of input objects come before those of their
  /// members.
  case argument(path: [String], is: String)
  /// The largest length of a list that no argument limits.
  case pageSize(Int)
  /// The fields of a page; nil where the type is no page.
  case page([PageMember]?)
  /// Whether the field shows whoever asks.
  case viewer(Bool)
  /// The action of a mutation: `update Post`.
  case does(String)
  /// The fields that a mutation sets besides.
  case sets([SaidEffect])
  /// Whether a part's field shows the object that the part belongs to.
  case owner(Bool)
  /// The events of a subscription: `created Post`.
  case tells(String)
  /// The link or the list that a value follows from; nil for none.
  case follows(String?)

  /// One field of a page: its role, and its name or the way to it (`pageInfo.more`).
  package struct PageMember: Hashable, Sendable {
    package var role: String
    package var field: String

    package init(_ role: String, _ field: String) {
      self.role = role
      self.field = field
    }
  }

  /// The rate of an error that always comes.
  package static let always = 100_000
}

/// A field that a mutation sets: to a value, or by a word for what happens to it.
package struct SaidEffect: Hashable, Sendable {
  package var type: String
  package var field: String
  package var value: JSON

  package init(type: String, field: String, value: JSON) {
    self.type = type
    self.field = field
    self.value = value
  }
}
