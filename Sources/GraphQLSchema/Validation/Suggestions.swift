/// "Did you mean" as the reference implementation words and orders it.
enum Suggestions {
  /// ` Did you mean "a", "b", or "c"?` with a leading space, for at most five names; `""` for none.
  ///
  /// The subject says what the names are: ` Did you mean the enum value "RED"?`.
  static func didYouMean(_ names: [String], subject: String? = nil) -> String {
    guard !names.isEmpty else { return "" }
    let quoted = names.prefix(5).map { "\"\($0)\"" }
    let list: String
    switch quoted.count {
    case 1: list = quoted[0]
    case 2: list = "\(quoted[0]) or \(quoted[1])"
    default: list = quoted.dropLast().joined(separator: ", ") + ", or " + quoted[quoted.count - 1]
    }
    return " Did you mean \(subject.map { "\($0) " } ?? "")\(list)?"
  }

  /// The options that are near a misspelt name, the nearest first, those equally near in natural order.
  ///
  /// Near means: at most 40% of the input's length and one more in edits, where an edit is an insertion, a
  /// deletion, a substitution or an exchange of neighbours, and any difference in case alone is one edit.
  static func near(_ input: String, among options: [String]) -> [String] {
    let input = Array(input.utf16)
    let lowercase = input.map(lowered)
    let threshold = Int(Double(input.count) * 0.4) + 1
    var found: [(option: String, distance: Int)] = []
    for option in options {
      let units = Array(option.utf16)
      if let distance = distance(input, lowercase, units, threshold: threshold) { found.append((option, distance)) }
    }
    found.sort { left, right in
      left.distance != right.distance
        ? left.distance < right.distance : isNaturallyOrdered(left.option, right.option)
    }
    return found.map(\.option)
  }

  /// Whether one name comes before another when runs of digits are compared as numbers (`a2` before `a10`).
  static func isNaturallyOrdered(_ left: String, _ right: String) -> Bool {
    let left = Array(left.utf16)
    let right = Array(right.utf16)
    var leftIndex = 0
    var rightIndex = 0
    while leftIndex < left.count, rightIndex < right.count {
      let leftUnit = left[leftIndex]
      let rightUnit = right[rightIndex]
      if isDigit(leftUnit), isDigit(rightUnit) {
        let leftNumber = number(left, &leftIndex)
        let rightNumber = number(right, &rightIndex)
        if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
        if leftNumber != rightNumber { return leftNumber.lexicographicallyPrecedes(rightNumber) }
      } else {
        if leftUnit != rightUnit { return leftUnit < rightUnit }
        leftIndex += 1
        rightIndex += 1
      }
    }
    return left.count < right.count
  }

  /// The digits from an index on, without leading zeros; moves the index behind them.
  private static func number(_ units: [UInt16], _ index: inout Int) -> ArraySlice<UInt16> {
    let start = index
    while index < units.count, isDigit(units[index]) { index += 1 }
    return units[start..<index].drop { $0 == 0x30 }
  }

  private static func isDigit(_ unit: UInt16) -> Bool { unit >= 0x30 && unit <= 0x39 }

  private static func lowered(_ unit: UInt16) -> UInt16 { unit >= 0x41 && unit <= 0x5A ? unit | 0x20 : unit }

  /// The number of edits between two names; nil when there are more than the threshold.
  private static func distance(
    _ input: [UInt16], _ lowercaseInput: [UInt16], _ option: [UInt16], threshold: Int
  ) -> Int? {
    if input == option { return 0 }
    let lowercaseOption = option.map(lowered)
    if lowercaseInput == lowercaseOption { return 1 }
    // The longer one counts rows, so that a row is as short as can be.
    let (longer, shorter) =
      lowercaseInput.count < lowercaseOption.count
      ? (lowercaseOption, lowercaseInput) : (lowercaseInput, lowercaseOption)
    guard longer.count - shorter.count <= threshold else { return nil }
    var rowBeforeLast = [Int](repeating: 0, count: shorter.count + 1)
    var lastRow = Array(0...shorter.count)
    for row in stride(from: 1, through: longer.count, by: 1) {
      var currentRow = [row]
      currentRow.reserveCapacity(shorter.count + 1)
      var smallest = row
      for column in stride(from: 1, through: shorter.count, by: 1) {
        let cost = longer[row - 1] == shorter[column - 1] ? 0 : 1
        var cell = min(lastRow[column] + 1, currentRow[column - 1] + 1, lastRow[column - 1] + cost)
        if row > 1, column > 1, longer[row - 1] == shorter[column - 2], longer[row - 2] == shorter[column - 1] {
          cell = min(cell, rowBeforeLast[column - 2] + 1)
        }
        smallest = min(smallest, cell)
        currentRow.append(cell)
      }
      if smallest > threshold { return nil }
      rowBeforeLast = lastRow
      lastRow = currentRow
    }
    return lastRow[shorter.count] <= threshold ? lastRow[shorter.count] : nil
  }
}
