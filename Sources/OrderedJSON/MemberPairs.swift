/// The members of two objects, paired by name in any order: the first of a name with the other object's first of that
/// name, the second with the second. Some have no partner.
struct MemberPairs {
  /// Indices into the two lists of members; at most one of them is nil.
  struct Pair {
    let left: Int?
    let right: Int?
    /// The position among the members of this name, from 0.
    let occurrence: Int
    /// True if either object has the name more than once.
    let isRepeated: Bool
  }

  /// The pairs in the left object's order, then the members that only the right one has, in its order.
  let pairs: [Pair]

  init(_ left: [JSONObject.Member], _ right: [JSONObject.Member]) {
    let leftOrder = Self.byName(left)
    let rightOrder = Self.byName(right)
    var matched = [Pair?](repeating: nil, count: left.count)
    var unmatched = [Pair?](repeating: nil, count: right.count)
    var leftStart = 0
    var rightStart = 0
    while leftStart < left.count || rightStart < right.count {
      // One round for each name in either object: its start in both orders, and its number of members.
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

  /// The indices of the members, sorted by name; members with the same name keep their order.
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

  /// Compares the names at the two starts. The end of a list sorts last.
  private static func order(
    _ left: [JSONObject.Member], _ leftOrder: [Int], _ leftStart: Int,
    _ right: [JSONObject.Member], _ rightOrder: [Int], _ rightStart: Int
  ) -> Int {
    guard leftStart < left.count else { return 1 }
    guard rightStart < right.count else { return -1 }
    return left[leftOrder[leftStart]].name.compareScalars(with: right[rightOrder[rightStart]].name)
  }
}
