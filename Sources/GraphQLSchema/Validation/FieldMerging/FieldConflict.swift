import GraphQLLanguage

/// Two fields, or fields nested in them, that cannot be merged.
struct FieldConflict {
  var key: String
  /// The reason as the end of a sentence, including those of nested conflicts.
  var reason: String
  /// The places of one field and its nested conflicts, then those of the other.
  var left: [Place]
  var right: [Place]

  /// Returns the conflict of two fields that follows from conflicts in their selection sets; nil if there are none.
  static func joining(_ conflicts: [FieldConflict], key: String, _ left: Field, _ right: Field) -> FieldConflict? {
    guard !conflicts.isEmpty else { return nil }
    return FieldConflict(
      key: key,
      reason: conflicts.map { "subfields \"\($0.key)\" conflict because \($0.reason)" }.joined(separator: " and "),
      left: [left.place] + conflicts.flatMap(\.left), right: [right.place] + conflicts.flatMap(\.right))
  }
}

/// The pairs already compared. A pair compared as fields of one object need not be compared as mutually exclusive,
/// which is a weaker check. The reverse does not hold.
struct PairMemory<Left: Hashable, Right: Hashable> {
  private struct Pair: Hashable {
    let left: Left
    let right: Right
  }

  private var compared: [Pair: Bool] = [:]

  /// Adds a pair. Returns whether it is new.
  mutating func insert(_ left: Left, _ right: Right, exclusive: Bool) -> Bool {
    let pair = Pair(left: left, right: right)
    if let known = compared[pair], exclusive || !known { return false }
    compared[pair] = exclusive
    return true
  }
}
