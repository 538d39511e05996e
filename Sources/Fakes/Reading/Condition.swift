import FakeValues
import OrderedJSON
import RegularExpressions

/// A filter's condition on an object, two-valued: an object is always in a filter or in its negation, even for null.
indirect enum Condition: Sendable {
  case all([Condition])
  case any([Condition])
  case not(Condition)
  case value(FieldPath, Comparison)
  /// A condition on the objects that a field leads to.
  case related(via: [ItemField], ItemField, Quantifier, Condition)
  /// Any of the texts contains the searched one.
  case search(Search)

  static let always = Condition.all([])

  /// Indicates whether it matches everything.
  var isTrivial: Bool { if case .all(let parts) = self { parts.isEmpty } else { false } }

  /// Returns the opposite, if negated. One that matches everything stays, so that ignored parts stay ignored.
  func negated(if isNegated: Bool) -> Condition { isNegated && !isTrivial ? .not(self) : self }

  /// Combines conditions, without those that match everything.
  static func joined(_ parts: [Condition]) -> Condition {
    let parts = parts.filter { !$0.isTrivial }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  func holds<World: ReadableWorld>(for member: World.Member, in world: World) -> Bool {
    switch self {
    case .all(let parts):
      for part in parts where !part.holds(for: member, in: world) { return false }
      return true
    case .any(let parts):
      for part in parts where part.holds(for: member, in: world) { return true }
      return false
    case .not(let part): return !part.holds(for: member, in: world)
    case .value(let path, let comparison): return comparison.holds(for: path.value(of: member, in: world))
    case .search(let search): return search.finds(member, in: world)
    case .related(let via, let field, let quantifier, let condition):
      var members = [member]
      for field in via + [field] {
        members = members.flatMap { member in
          field.definition(for: member, in: world).map { world.related($0, of: member) } ?? []
        }
      }
      switch quantifier {
      case .some: return members.contains { condition.holds(for: $0, in: world) }
      case .every: return members.allSatisfy { condition.holds(for: $0, in: world) }
      case .none: return !members.contains { condition.holds(for: $0, in: world) }
      }
    }
  }
}

/// The comparison with one value. A list matches if one of its items does, unless compared as a whole; null matches
/// null.
struct Comparison: Sendable {
  var test: Test
  /// Indicates whether case is ignored; the test's texts are then in lower case.
  var ignoresCase = false

  enum Test: Sendable {
    case equal(LeafValue)
    case oneOf([LeafValue])
    case less(LeafValue, orEqual: Bool)
    case greater(LeafValue, orEqual: Bool)
    case contains(String)
    case startsWith(String)
    case endsWith(String)
    case wildcard(WildcardPattern)
    case pattern(RegularExpression)
    case null, notNull
    /// Null, an empty text, an empty list.
    case empty, notEmpty
    /// For a list: exactly these items, or at least these items.
    case list([LeafValue])
    case hasAll([LeafValue])
  }

  func holds(for value: FieldPath.Value) -> Bool {
    switch (test, value) {
    case (.null, .null), (.empty, .null): return true
    case (.notNull, _):
      guard case .null = value else { return true }
      return false
    case (.notEmpty, _): return !Comparison(test: .empty).holds(for: value)
    case (.empty, .many(let values)): return values.isEmpty
    case (.empty, .one(.text(let text))): return text.isEmpty
    case (.null, _), (.empty, _), (_, .null): return false
    case (.list(let wanted), .many(let values)):
      return wanted.count == values.count && zip(wanted, values).allSatisfy { $0.isSame(as: folded($1)) }
    case (.hasAll(let wanted), _):
      let values = Self.values(value).map(folded)
      return wanted.allSatisfy { wanted in values.contains { $0.isSame(as: wanted) } }
    case (.contains(let text), .many(let values)): return values.contains { folded($0).text.hasSameScalars(as: text) }
    case (_, .one(let value)): return holds(for: value)
    case (_, .many(let values)): return values.contains(where: holds)
    }
  }

  private func holds(for value: LeafValue) -> Bool {
    let value = folded(value)
    switch test {
    case .equal(let wanted): return value.isSame(as: wanted)
    case .oneOf(let wanted): return wanted.contains { $0.isSame(as: value) }
    case .less(let bound, let orEqual): return value.precedes(bound) || orEqual && !bound.precedes(value)
    case .greater(let bound, let orEqual): return bound.precedes(value) || orEqual && !value.precedes(bound)
    case .contains(let text): return value.text.unicodeScalars.contains(text.unicodeScalars)
    case .startsWith(let text): return value.text.unicodeScalars.starts(with: text.unicodeScalars)
    case .endsWith(let text): return value.text.unicodeScalars.reversed().starts(with: text.unicodeScalars.reversed())
    case .wildcard(let pattern): return pattern.matches(value.text)
    case .pattern(let pattern): return pattern.occurs(in: value.text)
    case .null, .notNull, .empty, .notEmpty, .list, .hasAll: return false
    }
  }

  private func folded(_ value: LeafValue) -> LeafValue { ignoresCase ? value.folded : value }

  private static func values(_ value: FieldPath.Value) -> [LeafValue] {
    switch value {
    case .null: []
    case .one(let value): [value]
    case .many(let values): values
    }
  }
}
