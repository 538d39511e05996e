package import OrderedJSON

/// One clause about the generated data of a type or a field, not yet checked against the schema.
package enum FakeClause: Hashable, Sendable {
  /// A fake type by its name, with its options.
  case fake(String, options: [JSONObject.Member])
  case examples([JSON])
  case listLength(min: Int, max: Int)
  /// The rate in hundred-thousandths.
  case error(message: String?, code: String?, rate: Int)
  /// The percentage of nulls.
  case nulls(Int)
  /// The field that leads back; nil for none.
  case inverse(String?)
  /// The list that it counts, nil for none, and the fields that filter the members, each with one value or several.
  case counts(String?, where: [JSONObject.Member] = [])
  /// The field that identifies objects; nil for none.
  case key(String?)
  case population(Int)
  /// A kind of real thing, such as `country`; nil for none.
  case real(String?)
  /// The meaning of an argument: `first`, `none`, `User.email`. In `path`, input objects come before their members.
  case argument(path: [String], is: String)
  /// The largest length of a list that no argument limits.
  case pageSize(Int)
  /// The fields of a page; nil if the type is not a page.
  case page([PageMember]?)
  /// Indicates whether the field shows the caller.
  case viewer(Bool)
  /// The action of a mutation: `update Post`.
  case does(String)
  /// Further fields that a mutation sets.
  case sets([SaidEffect])
  /// Indicates whether a part's field shows the object that the part belongs to.
  case owner(Bool)
  /// The events of a subscription: `created Post`.
  case tells(String)
  /// The link or the list from which a value is derived; nil for none.
  case follows(String?)

  /// One field of a page: its role, and its name or path (`pageInfo.more`).
  package struct PageMember: Hashable, Sendable {
    package var role: String
    package var field: String

    package init(_ role: String, _ field: String) {
      self.role = role
      self.field = field
    }
  }

  /// The rate of an error that always occurs.
  package static let always = 100_000
}

/// A field that a mutation sets: to a value, or to the result of a word such as `now`.
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

/// The number of objects of each type in generated data.
package enum PopulationPreset: String, CaseIterable, Sendable {
  /// The current user alone, and objects that must exist.
  case empty
  /// A thousand of each.
  case huge
}
