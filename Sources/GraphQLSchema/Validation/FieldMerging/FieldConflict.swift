import GraphQLLanguage

/// Two fields, or two fields with something in them, that cannot be one field of the response.
struct FieldConflict {
  /// The response key that both have.
  var key: String
  /// Why, as the end of a sentence; of conflicts further down it names those.
  var reason: String
  /// The places of the one field and of what conflicts in it, then those of the other.
  var left: [Place]
  var right: [Place]

  /// The conflict of two fields that follows from conflicts in their selection sets; nil if there are none.
  static func joining(_ conflicts: [FieldConflict], key: String, _ left: Field, _ right: Field) -> FieldConflict? {
    guard !conflicts.isEmpty else { return nil }
    return FieldConflict(
      key: key,
      reason: conflicts.map { "subfields \"\($0.key)\" conflict because \($0.reason)" }.joined(separator: " and "),
      left: [left.place] + conflicts.flatMap(\.left), right: [right.place] + conflicts.flatMap(\.right))
  }
}

/// What has been compared already. A pair that was compared as if both could be in one object need not be
/// compared as mutually exclusive, which asks for less; the other way round it must.
struct PairMemory<Left: Hashable, Right: Hashable> {
  private struct Pair: Hashable {
    let left: Left
    let right: Right
  }

  private var compared: [Pair: Bool] = [:]

  /// Remembers the pair and says whether it is new.
  mutating func insert(_ left: Left, _ right: Right, exclusive: Bool) -> Bool {
    let pair = Pair(left: left, right: right)
    if let known = compared[pair], exclusive || !known { return false }
    compared[pair] = exclusive
    return true
  }
}
