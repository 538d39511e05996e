/// Goes through a set again and again, some elements at a time. What is added comes in the next round.
struct Rounds<Element: Sendable>: Sendable {
  private var rest: [Element] = []

  /// The next elements of the round; all where there are no more than `most`.
  ///
  /// - Parameters:
  ///   - most: how many.
  ///   - count: how many elements there are.
  ///   - all: the elements.
  /// - Returns: the next elements.
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
