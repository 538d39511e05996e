extension JSON {
  /// Returns the places where `actual` differs from `expected` as JSON data, in the order of `expected`.
  ///
  /// The order of members does not matter. Numbers compare by value, with all digits and any exponent (`1.0`, `1.00`
  /// and `1e0` are equal, and so are `-0` and `0`). Strings compare by their scalars, elements of arrays by index,
  /// members by name. If either object repeats a name, the first member of that name is compared with the first, and so
  /// on; the path then includes the occurrence. The comparison stops after `limit` differences.
  package static func differences(
    from expected: JSON, to actual: JSON, limit: Int = 100
  ) -> [JSONDifference] {
    var search = DifferenceSearch(limit: limit)
    search.run(expected, actual)
    return search.found
  }
}

extension JSON {
  /// Indicates whether neither is a container and both have the same value.
  fileprivate func isEquivalentScalar(to other: JSON) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left.isEquivalent(to: right)
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    default: false
    }
  }
}

/// Compares two values side by side, with a stack of its own.
private struct DifferenceSearch {
  let limit: Int
  var found: [JSONDifference] = []

  /// The containers that are being compared, outermost first.
  private var open: [Comparison] = []

  /// The items of two containers of one kind, and the index of the next one to compare.
  private struct Comparison {
    var items: [Item]
    var next = 0
  }

  /// An element or a member; at most one of the values is nil.
  private struct Item {
    let step: JSONPath.Step
    let expected: JSON?
    let actual: JSON?
  }

  init(limit: Int) {
    self.limit = limit
  }

  mutating func run(_ expected: JSON, _ actual: JSON) {
    guard limit > 0 else { return }
    compare(expected, actual)
    while found.count < limit, let comparison = open.last {
      guard comparison.next < comparison.items.count else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let item = comparison.items[comparison.next]
      switch (item.expected, item.actual) {
      case (let expected?, let actual?): compare(expected, actual)
      case (let expected?, nil): report(.missing(expected: expected))
      case (nil, let actual?): report(.unexpected(actual: actual))
      case (nil, nil): break
      }
    }
  }

  private mutating func compare(_ expected: JSON, _ actual: JSON) {
    switch (expected, actual) {
    case (.array(let expected), .array(let actual)):
      open.append(Comparison(items: Self.items(expected, actual)))
    case (.object(let expected), .object(let actual)):
      open.append(Comparison(items: Self.items(expected.members, actual.members)))
    default:
      if !expected.isEquivalentScalar(to: actual) { report(.changed(expected: expected, actual: actual)) }
    }
  }

  private mutating func report(_ kind: JSONDifference.Kind) {
    // `next` is one ahead of the item that is being compared.
    let path = JSONPath(open.map { $0.items[$0.next - 1].step })
    found.append(JSONDifference(path: path, kind: kind))
  }

  private static func items(_ expected: [JSON], _ actual: [JSON]) -> [Item] {
    (0..<max(expected.count, actual.count)).map { index in
      Item(
        step: .index(index),
        expected: index < expected.count ? expected[index] : nil,
        actual: index < actual.count ? actual[index] : nil)
    }
  }

  private static func items(_ expected: [JSONObject.Member], _ actual: [JSONObject.Member]) -> [Item] {
    MemberPairs(expected, actual).pairs.compactMap { pair in
      let left = pair.left.map { expected[$0] }
      let right = pair.right.map { actual[$0] }
      guard let name = left?.name ?? right?.name else { return nil }
      let step: JSONPath.Step = pair.isRepeated ? .repeatedName(name, occurrence: pair.occurrence) : .name(name)
      return Item(step: step, expected: left?.value, actual: right?.value)
    }
  }
}
