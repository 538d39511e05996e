import FakeValues

/// One of the values by which a list is ordered.
struct SortKey: Sendable {
  var path: FieldPath
  var isDescending = false
  /// Indicates whether nulls come first; by default, they are last in ascending and first in descending order.
  var nullsFirst: Bool?

  /// Returns the members in order; equal ones keep their order.
  static func sorted<World: ReadableWorld>(
    _ members: [World.Member], by keys: [SortKey], in world: World
  ) -> [World.Member] {
    guard !keys.isEmpty, members.count > 1 else { return members }
    // Each value is read once, not at each comparison.
    let values = members.map { member in keys.map { $0.value(of: member, in: world) } }
    let order = members.indices.sorted { left, right in
      for (index, key) in keys.enumerated() {
        switch key.compare(values[left][index], values[right][index]) {
        case .before: return true
        case .after: return false
        case .same: continue
        }
      }
      return left < right
    }
    return order.map { members[$0] }
  }

  private enum Place { case before, same, after }

  private func compare(_ left: LeafValue?, _ right: LeafValue?) -> Place {
    switch (left, right) {
    case (nil, nil): return .same
    case (nil, _): return nullsFirst ?? isDescending ? .before : .after
    case (_, nil): return nullsFirst ?? isDescending ? .after : .before
    case (let left?, let right?):
      if left.precedes(right) { return isDescending ? .after : .before }
      if right.precedes(left) { return isDescending ? .before : .after }
      return .same
    }
  }

  /// Returns the value that orders a member: of a list of leaves the first, of related objects their number.
  func value<World: ReadableWorld>(of member: World.Member, in world: World) -> LeafValue? {
    switch path.value(of: member, in: world) {
    case .null: return nil
    case .one(let value): return ranked(value)
    case .many(let values):
      if case .related = path.end { return .integer(values.count) }
      return values.first.map(ranked)
    }
  }

  /// Returns the rank of an enum's value, in the order of definition: LOW, MEDIUM, HIGH.
  private func ranked(_ value: LeafValue) -> LeafValue {
    guard case .leaf(let field, _) = path.end, !field.ranks.isEmpty, case .text(let name) = value,
      let rank = field.ranks[name]
    else { return value }
    return .integer(rank)
  }
}
