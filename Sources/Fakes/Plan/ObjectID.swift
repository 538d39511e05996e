/// Who an object with a population is: its type's place among the plans, and its key as text.
struct ObjectID: Hashable, Sendable {
  let type: Int
  let key: String
}

/// A field of one object.
struct FieldOf: Hashable, Sendable {
  let object: ObjectID
  let field: Int
}

/// The leading object of a pair and the other one.
struct ObjectPair: Hashable, Sendable {
  let lead: ObjectID
  let other: ObjectID
}

/// Who the recorded members of each type are.
struct RecordedMembers: Sendable {
  /// The keys of a type's members, in order.
  let members: [Int: [String]]
  /// Types of which all members were recorded.
  let whole: Set<Int>
  /// How many members a type has, where a response said so.
  let totals: [Int: Int]
  /// Objects that are known not to exist.
  let missing: Set<ObjectID>

  /// Whether the population of a type is another one for what was recorded.
  func knows(_ type: TypePlan) -> Bool {
    members[type.index] != nil || totals[type.index] != nil || whole.contains(type.index)
  }
}
