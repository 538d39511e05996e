/// The identity of an object with a population: its type's position among the plans, and its key as text.
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

/// The recorded members of each type.
struct RecordedMembers: Sendable {
  let members: [Int: [String]]
  /// Types whose members were all recorded.
  let whole: Set<Int>
  /// The recorded number of a type's members.
  let totals: [Int: Int]
  /// Objects that are known not to exist, and their types.
  let missing: Set<ObjectID>
  let missingTypes: Set<Int>
  /// The number of members that come first in the lists of the root. The others keep their place, if they have one.
  let leading: [Int: Int]
  /// Indicates whether all are of fixtures, which do not move generated objects to other places.
  let isFixed: Bool

  /// Indicates whether recordings change the population of a type.
  func knows(_ type: TypePlan) -> Bool {
    members[type.index] != nil || totals[type.index] != nil || whole.contains(type.index)
      || missingTypes.contains(type.index)
  }
}
