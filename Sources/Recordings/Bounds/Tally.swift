/// How many different things there were, and how many of them a log lists.
package struct Tally: Hashable, Sendable {
  /// The number of different ones.
  package var count: Int
  /// The number of those that are listed: the first ones.
  package var listed: Int
  /// Whether there were more than could be told apart. Then `count` is too low.
  package var isAtLeast = false

  package init(count: Int, listed: Int) {
    self.count = count
    self.listed = listed
  }

  /// The sentence for every report that lists them: `1,500 misses; the first 1,000 are listed`.
  ///
  /// - Parameter many: the word for them.
  /// - Returns: the sentence without its full stop; nil if all are listed.
  package func remark(_ many: String) -> String? {
    guard listed < count || isAtLeast else { return nil }
    let first =
      switch listed {
      case 0: "none is listed"
      case 1: "the first one is listed"
      default: "the first \(Self.grouped(listed)) are listed"
      }
    return "\(isAtLeast ? "more than " : "")\(Self.grouped(count)) \(many); \(first)"
  }

  /// The number with a comma between thousands.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
