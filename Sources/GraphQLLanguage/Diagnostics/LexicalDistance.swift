/// The edit distance between two names. Edits are insertions, deletions, replacements and swaps of neighbors; a
/// difference in letter case alone counts as one edit.
struct LexicalDistance {
  private let input: String
  private let lowercased: [UInt16]

  init(to input: String) {
    self.input = input
    lowercased = Array(input.lowercased().utf16)
  }

  /// Returns the number of edits; nil if it exceeds the threshold.
  func measure(_ option: String, threshold: Int) -> Int? {
    if option == input { return 0 }
    var long = Array(option.lowercased().utf16)
    if long == lowercased { return 1 }
    var short = lowercased
    if long.count < short.count { swap(&long, &short) }
    if long.count - short.count > threshold { return nil }

    var beforePrevious = [Int](repeating: 0, count: short.count + 1)
    var previous = Array(0...short.count)
    var current = beforePrevious
    for row in 1..<(long.count + 1) {
      current[0] = row
      var smallest = row
      for column in 1..<(short.count + 1) {
        let cost = long[row - 1] == short[column - 1] ? 0 : 1
        var cell = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
        if row > 1, column > 1, long[row - 1] == short[column - 2], long[row - 2] == short[column - 1] {
          cell = min(cell, beforePrevious[column - 2] + 1)
        }
        current[column] = cell
        smallest = min(smallest, cell)
      }
      // No later cell can be smaller than the smallest of a row.
      if smallest > threshold { return nil }
      (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return previous[short.count] <= threshold ? previous[short.count] : nil
  }
}
