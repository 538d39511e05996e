/// The end of a message that suggests alternatives: ` Did you mean "a", "b", or "c"?`, with a leading space.
/// - Parameters:
///   - kind: the alternatives' kind, e.g. `the enum value`, if the message does not show it.
///   - suggestions: the alternatives, best first. At most five are named.
/// - Returns: an empty string for no suggestions.
package func didYouMean(_ kind: String?, _ suggestions: [String]) -> String {
  let quoted = suggestions.prefix(5).map { "\"\($0)\"" }
  guard let last = quoted.last else { return "" }
  let opening = kind.map { " Did you mean \($0) " } ?? " Did you mean "
  switch quoted.count {
  case 1: return "\(opening)\(last)?"
  case 2: return "\(opening)\(quoted[0]) or \(last)?"
  default: return "\(opening)\(quoted.dropLast().joined(separator: ", ")), or \(last)?"
  }
}

/// The end of a message that suggests alternatives whose kind is clear.
package func didYouMean(_ suggestions: [String]) -> String { didYouMean(nil, suggestions) }

/// Returns the options that the input may misspell, nearest first, then in natural order.
///
/// An option matches within `0.4 × length + 1` edits, as in graphql-js.
package func suggestionList(_ input: String, _ options: some Sequence<String>) -> [String] {
  let distance = LexicalDistance(to: input)
  let threshold = input.utf16.count * 2 / 5 + 1
  var seen: Set<String> = []
  var found: [(option: String, distance: Int)] = []
  for option in options {
    guard let measured = distance.measure(option, threshold: threshold), seen.insert(option).inserted else { continue }
    found.append((option, measured))
  }
  return found.sorted { first, second in
    first.distance == second.distance
      ? naturallyPrecedes(first.option, second.option) : first.distance < second.distance
  }.map(\.option)
}

/// Indicates whether a name precedes another in natural order: `item2` before `item10`, else by UTF-16 code units.
package func naturallyPrecedes(_ first: String, _ second: String) -> Bool {
  let (left, right) = (Array(first.utf16), Array(second.utf16))
  var (leftIndex, rightIndex) = (0, 0)
  while leftIndex < left.count, rightIndex < right.count {
    if isDigit(left[leftIndex]), isDigit(right[rightIndex]) {
      let leftNumber = number(in: left, from: &leftIndex)
      let rightNumber = number(in: right, from: &rightIndex)
      if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
      if leftNumber != rightNumber { return leftNumber.lexicographicallyPrecedes(rightNumber) }
    } else {
      if left[leftIndex] != right[rightIndex] { return left[leftIndex] < right[rightIndex] }
      leftIndex += 1
      rightIndex += 1
    }
  }
  return left.count < right.count
}

private func isDigit(_ unit: UInt16) -> Bool { 0x30...0x39 ~= unit }

/// Reads the digits of a number. A leading zero is a number of its own, as in graphql-js.
private func number(in text: [UInt16], from index: inout Int) -> ArraySlice<UInt16> {
  let start = index
  index += 1
  if text[start] == 0x30 { return text[start..<index].dropFirst() }
  while index < text.count, isDigit(text[index]) { index += 1 }
  return text[start..<index]
}
