/// How the members of two objects belong together by name, whatever their order: the first of a name with the
/// other's first of that name, the second with the second. Some have no partner.
struct MemberPairs {
  /// Indices into the two lists of members; one of them may be nil, not both.
  struct Pair {
    let left: Int?
    let right: Int?
    /// Which of the members of this name, from 0.
    let occurrence: Int
    /// Whether either object has the name more than once.
    let isRepeated: Bool
  }

  /// In the left object's order; after these, in the right one's order, what only the right one has.
  let pairs: [Pair]

  init(_ left: [JSONObject.Member], _ right: [JSONObject.Member]) {
    let leftOrder = Self.byName(left)
    let rightOrder = Self.byName(right)
    var matched = [Pair?](repeating: nil, count: left.count)
    var unmatched = [Pair?](repeating: nil, count: right.count)
    var leftStart = 0
    var rightStart = 0
    while leftStart < left.count || rightStart < right.count {
      // One round for each name that either has: where it starts in both orders, and how often it is there.
      let order = Self.order(left, leftOrder, leftStart, right, rightOrder, rightStart)
      let leftEnd = order <= 0 ? Self.endOfName(left, leftOrder, leftStart) : leftStart
      let rightEnd = order >= 0 ? Self.endOfName(right, rightOrder, rightStart) : rightStart
      let leftCount = leftEnd - leftStart
      let rightCount = rightEnd - rightStart
      let count = max(leftCount, rightCount)
      for occurrence in 0..<count {
        let inLeft = occurrence < leftCount ? leftOrder[leftStart + occurrence] : nil
        let inRight = occurrence < rightCount ? rightOrder[rightStart + occurrence] : nil
        let pair = Pair(left: inLeft, right: inRight, occurrence: occurrence, isRepeated: count > 1)
        if let inLeft { matched[inLeft] = pair } else if let inRight { unmatched[inRight] = pair }
      }
      leftStart = leftEnd
      rightStart = rightEnd
    }
    pairs = matched.compactMap { $0 } + unmatched.compactMap { $0 }
  }

  /// The indices of the members, sorted by name; members of one name keep their order.
  static func byName(_ members: [JSONObject.Member]) -> [Int] {
    members.indices.sorted { first, second in
      let order = members[first].name.compareScalars(with: members[second].name)
      return order < 0 || (order == 0 && first < second)
    }
  }

  private static func endOfName(_ members: [JSONObject.Member], _ order: [Int], _ start: Int) -> Int {
    var end = start + 1
    while end < order.count, members[order[end]].name.hasSameScalars(as: members[order[start]].name) { end += 1 }
    return end
  }

  /// Which name comes first of those at the two starts; behind an end comes nothing.
  private static func order(
    _ left: [JSONObject.Member], _ leftOrder: [Int], _ leftStart: Int,
    _ right: [JSONObject.Member], _ rightOrder: [Int], _ rightStart: Int
  ) -> Int {
    guard leftStart < left.count else { return 1 }
    guard rightStart < right.count else { return -1 }
    return left[leftOrder[leftStart]].name.compareScalars(with: right[rightOrder[rightStart]].name)
  }
}
