extension SelectionSet {
  /// Compares the selections in order. Uses a stack of its own, so that nesting costs no calls.
  package static func == (left: SelectionSet, right: SelectionSet) -> Bool {
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      guard left.selections.count == right.selections.count else { return false }
      for index in left.selections.indices {
        guard let inner = innerSets(left.selections[index], right.selections[index]) else { return false }
        if let left = inner.left, let right = inner.right { pending.append((left, right)) }
      }
    }
    return true
  }

  /// Returns the selection sets of two selections that are equal in everything else; nil if they are not.
  private static func innerSets(
    _ left: Selection, _ right: Selection
  ) -> (left: SelectionSet?, right: SelectionSet?)? {
    switch (left, right) {
    case (.field(let left), .field(let right)):
      guard left.alias == right.alias, left.name == right.name, left.arguments == right.arguments,
        left.directives == right.directives, (left.selectionSet == nil) == (right.selectionSet == nil)
      else { return nil }
      return (left.selectionSet, right.selectionSet)
    case (.inlineFragment(let left), .inlineFragment(let right)):
      guard left.typeCondition == right.typeCondition, left.directives == right.directives else { return nil }
      return (left.selectionSet, right.selectionSet)
    case (.fragmentSpread(let left), .fragmentSpread(let right)):
      return left == right ? (nil, nil) : nil
    default:
      return nil
    }
  }

  package func hash(into hasher: inout Hasher) {
    var pending = [self]
    while let set = pending.popLast() {
      hasher.combine(set.selections.count)
      for selection in set.selections {
        switch selection {
        case .field(let field):
          hasher.combine(field.alias)
          hasher.combine(field.name)
          hasher.combine(field.arguments)
          hasher.combine(field.directives)
          hasher.combine(field.selectionSet == nil)
          if let inner = field.selectionSet { pending.append(inner) }
        case .inlineFragment(let fragment):
          hasher.combine(fragment.typeCondition)
          hasher.combine(fragment.directives)
          pending.append(fragment.selectionSet)
        case .fragmentSpread(let spread):
          hasher.combine(spread)
        }
      }
    }
  }
}
