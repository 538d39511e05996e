/// The fragments of a document that a selection set reaches, directly or through other fragments.
struct FragmentReach {
  /// The fragments reached, in the order in which they are met.
  private(set) var fragments: [FragmentDefinition] = []
  private let candidates: [FragmentDefinition]
  /// Positions in `candidates` by name; nil where there are few enough to search.
  private let positions: [String: [Int]]?
  private var isReached: [Bool]

  private static let searchedUpTo = 8

  init(of document: Document) {
    candidates = document.fragments
    isReached = Array(repeating: false, count: candidates.count)
    positions =
      candidates.count <= Self.searchedUpTo
      ? nil : Dictionary(grouping: candidates.indices, by: { [candidates] in candidates[$0].name.text })
  }

  init(of document: Document, from selectionSet: SelectionSet) {
    self.init(of: document)
    if candidates.isEmpty { return }
    collect(selectionSet)
    // Goes through the fragments in a loop, so that a chain of fragments costs no stack.
    var next = 0
    while next < fragments.count {
      collect(fragments[next].selectionSet)
      next += 1
    }
  }

  func contains(_ name: String) -> Bool {
    if let positions { return positions[name].map { $0.contains { isReached[$0] } } ?? false }
    return candidates.indices.contains { isReached[$0] && candidates[$0].name.text == name }
  }

  private mutating func collect(_ selectionSet: SelectionSet) {
    for selection in selectionSet.selections {
      switch selection {
      case .field(let field):
        if let selectionSet = field.selectionSet { collect(selectionSet) }
      case .inlineFragment(let fragment):
        collect(fragment.selectionSet)
      case .fragmentSpread(let spread):
        reach(spread.name.text)
      }
    }
  }

  mutating func reach(_ name: String) {
    if let positions {
      for position in positions[name] ?? [] { add(position) }
      return
    }
    for position in candidates.indices where candidates[position].name.text == name { add(position) }
  }

  private mutating func add(_ position: Int) {
    if isReached[position] { return }
    isReached[position] = true
    fragments.append(candidates[position])
  }
}
