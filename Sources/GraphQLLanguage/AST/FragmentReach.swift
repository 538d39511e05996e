/// Which fragments of a document a selection set reaches, through any number of spreads.
struct FragmentReach {
  /// The document's fragments that are reached, in the order in which they are met.
  private(set) var fragments: [FragmentDefinition] = []
  private let candidates: [FragmentDefinition]
  /// Positions in `candidates` by name, made only where a search would be slow.
  private let positions: [String: [Int]]?
  private var isReached: [Bool]

  private static let searchedUpTo = 8

  /// Nothing reached yet.
  init(of document: Document) {
    candidates = document.fragments
    isReached = Array(repeating: false, count: candidates.count)
    positions =
      candidates.count <= Self.searchedUpTo
      ? nil : Dictionary(grouping: candidates.indices, by: { [candidates] in candidates[$0].name.text })
  }

  /// What a selection set reaches.
  init(of document: Document, from selectionSet: SelectionSet) {
    self.init(of: document)
    if candidates.isEmpty { return }
    collect(selectionSet)
    // Each fragment's own spreads, one fragment after the other: depth here is the text's, never that of a chain.
    var next = 0
    while next < fragments.count {
      collect(fragments[next].selectionSet)
      next += 1
    }
  }

  /// Whether a fragment of this name was reached.
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

  /// A spread of this name has been met.
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
