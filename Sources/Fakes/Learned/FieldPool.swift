import FakeValues
import OrderedJSON

/// What was recorded of a field of a type, of all its objects together: what made-up objects are drawn from.
struct FieldPool: Sendable {
  /// Each value once, in the order in which they were met.
  private(set) var values: [JSON] = []
  private var known: Set<JSON> = []
  /// The lengths of its lists, of each list.
  private(set) var lengths: [Int] = []
  private(set) var seen = 0
  private(set) var nulls = 0

  /// So many values, and lengths, are kept.
  static let limit = 200
  /// So often a field must have been seen before its nulls count.
  static let enough = 5

  mutating func note(_ value: JSON, isList: Bool) {
    seen += 1
    if value == .null { nulls += 1 }
    guard isList else { return keep(value) }
    guard case .array(let items) = value else { return }
    note(length: items.count)
    for item in items { keep(item) }
  }

  /// A list of objects.
  mutating func noteList(_ length: Int?) {
    seen += 1
    if let length { note(length: length) } else { nulls += 1 }
  }

  /// A field with an object, or with none.
  mutating func noteObject(isNull: Bool) {
    seen += 1
    if isNull { nulls += 1 }
  }

  private mutating func note(length: Int) { if lengths.count < Self.limit { lengths.append(length) } }

  private mutating func keep(_ value: JSON) {
    guard value != .null, values.count < Self.limit, known.insert(value).inserted else { return }
    values.append(value)
  }

  // MARK: Drawing

  /// A recorded value for an object that was not; nil where too few were seen to choose from.
  func value(_ hash: StableHash) -> JSON? {
    guard values.count >= 2 else { return nil }
    var draw = Draw(hash.with("recorded value"))
    return draw.pick(values)
  }

  /// How long a list is; nil where too few were seen.
  func length(_ hash: StableHash) -> Int? {
    guard lengths.count >= 2 else { return nil }
    var draw = Draw(hash.with("recorded length"))
    return draw.pick(lengths)
  }

  /// Whether a field is null; nil where it was seen too seldom.
  func isNull(_ hash: StableHash) -> Bool? {
    guard seen >= Self.enough else { return nil }
    var draw = Draw(hash.with("recorded null"))
    return draw.below(seen) < nulls
  }
}
