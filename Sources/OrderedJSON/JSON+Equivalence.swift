extension JSON {
  /// Whether both are the same JSON data: the order of members does not count, numbers count by value (`1.0`,
  /// `1.00` and `1e0` are one, `-0` and `0` are one, with all digits and any exponent), strings by their scalars.
  ///
  /// Where a name is repeated, the values under it have to be equivalent one by one in the order given.
  package func isEquivalent(to other: JSON) -> Bool {
    var pending = [(self, other)]
    while let (left, right) = pending.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        for index in left.indices {
          guard Self.equivalent(left[index], right[index], orLater: &pending) else { return false }
        }
      case (.object(let left), .object(let right)):
        guard Self.equivalent(left.members, right.members, orLater: &pending) else { return false }
      default:
        guard left.isEquivalentScalar(to: right) else { return false }
      }
    }
    return true
  }

  /// Whether neither is a container and both have the same value.
  func isEquivalentScalar(to other: JSON) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left.isEquivalent(to: right)
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    default: false
    }
  }

  private static func equivalent(
    _ left: [JSONObject.Member], _ right: [JSONObject.Member], orLater pending: inout [(JSON, JSON)]
  ) -> Bool {
    guard left.count == right.count else { return false }
    if MemberPairs.areAligned(left, right) {
      for index in left.indices where !equivalent(left[index].value, right[index].value, orLater: &pending) {
        return false
      }
      return true
    }
    for pair in MemberPairs(left, right).pairs {
      guard let leftIndex = pair.left, let rightIndex = pair.right,
        equivalent(left[leftIndex].value, right[rightIndex].value, orLater: &pending)
      else { return false }
    }
    return true
  }

  /// Compares scalars now; puts containers aside and says yes for now.
  private static func equivalent(_ left: JSON, _ right: JSON, orLater pending: inout [(JSON, JSON)]) -> Bool {
    switch (left, right) {
    case (.array, .array), (.object, .object):
      pending.append((left, right))
      return true
    default:
      return left.isEquivalentScalar(to: right)
    }
  }
}
