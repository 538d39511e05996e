/// The number of distinct items, and how many of them a log lists.
package struct Tally: Hashable, Sendable {
  package var count: Int
  /// The number of listed items, which are the first ones.
  package var listed: Int
  /// True if there were too many to distinguish, so that `count` is too low.
  package var isAtLeast = false

  package init(count: Int, listed: Int) {
    self.count = count
    self.listed = listed
  }

  /// The sentence for every report that lists the items: `1,500 misses; the first 1,000 are listed`. Without a period;
  /// nil if all are listed. `many` is the plural of the items' name.
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

  /// Formats a number with commas between thousands.
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
