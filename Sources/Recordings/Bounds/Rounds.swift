/// Visits a set again and again, some elements at a time. Added elements are visited in the next round.
struct Rounds<Element: Sendable>: Sendable {
  private var rest: [Element] = []

  /// True if the last elements were the end of a round.
  var isOver: Bool { rest.isEmpty }

  /// Returns the next elements of the round, at most `most`; all of them if `count` is not larger.
  mutating func next(_ most: Int, of count: Int, _ all: () -> [Element]) -> [Element] {
    guard count > most else {
      rest = []
      return all()
    }
    if rest.isEmpty { rest = all() }
    defer { rest.removeLast(min(most, rest.count)) }
    return rest.suffix(most)
  }
}
