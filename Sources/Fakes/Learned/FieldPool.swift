import FakeValues
import OrderedJSON

/// The recorded values of a type's field, over all its objects, from which generated objects draw.
struct FieldPool: Sendable {
  /// The distinct values, in the order of their occurrence.
  private(set) var values: [JSON] = []
  private var known: Set<JSON> = []
  /// The length of each of its lists.
  private(set) var lengths: [Int] = []
  private(set) var seen = 0
  private(set) var nulls = 0

  /// The most values, and the most lengths, that are kept.
  static let limit = 200
  /// The number of occurrences from which the share of nulls is used.
  static let enough = 5

  mutating func note(_ value: JSON, isList: Bool) {
    seen += 1
    if value == .null { nulls += 1 }
    guard isList else { return keep(value) }
    guard case .array(let items) = value else { return }
    note(length: items.count)
    for item in items { keep(item) }
  }

  mutating func noteList(_ length: Int?) {
    seen += 1
    if let length { note(length: length) } else { nulls += 1 }
  }

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

  /// Returns a recorded value for another object; nil if there are too few to choose from.
  func value(_ hash: StableHash) -> JSON? {
    guard values.count >= 2 else { return nil }
    var draw = Draw(hash.with("recorded value"))
    return draw.pick(values)
  }

  /// Returns the length of a list; nil if there are too few.
  func length(_ hash: StableHash) -> Int? {
    guard lengths.count >= 2 else { return nil }
    var draw = Draw(hash.with("recorded length"))
    return draw.pick(lengths)
  }

  /// Indicates whether a field is null; nil if it occurred too seldom.
  func isNull(_ hash: StableHash) -> Bool? {
    guard seen >= Self.enough else { return nil }
    var draw = Draw(hash.with("recorded null"))
    return draw.below(seen) < nulls
  }
}
