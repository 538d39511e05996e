extension Parser {
  /// A selection set that is being read, with the field or inline fragment that it belongs to.
  private struct OpenSelectionSet {
    /// Nil for the outermost.
    var owner: Selection?
    var start: Int
    var selections: [Selection] = []
  }

  /// SelectionSet (section 2.4), with all the sets in it.
  ///
  /// A loop with its own stack: the calls of a recursion would take the most stack of all in the parser.
  mutating func selectionSet() throws(ParseFailure) -> SelectionSet {
    var outer: [OpenSelectionSet] = []
    var current = try open(ownedBy: nil)
    while true {
      if token.kind == .braceRight, !current.selections.isEmpty {
        try advance()
        leave()
        let selectionSet = SelectionSet(current.selections, place: place(from: current.start))
        guard let owner = current.owner, let enclosing = outer.popLast() else { return selectionSet }
        current = enclosing
        current.selections.append(complete(owner, with: selectionSet))
        continue
      }
      let selection = token.kind == .spread ? try fragmentHead() : try fieldHead()
      if token.kind == .braceLeft, selection.takesSelectionSet {
        outer.append(current)
        current = try open(ownedBy: selection)
      } else if case .inlineFragment = selection {
        throw expectedSelectionSet()
      } else {
        current.selections.append(selection)
      }
    }
  }

  private mutating func open(ownedBy owner: Selection?) throws(ParseFailure) -> OpenSelectionSet {
    guard token.kind == .braceLeft else { throw expectedSelectionSet() }
    let start = token.start
    try enter()
    try advance()
    return OpenSelectionSet(owner: owner, start: start)
  }

  private func expectedSelectionSet() -> ParseFailure {
    failure("Expected \(Token.Kind.braceLeft.description), found \(description(of: token)).")
  }

  /// The owner of a selection set, now that the set has been read; the owner ends where the set does.
  private func complete(_ owner: Selection, with selectionSet: SelectionSet) -> Selection {
    switch owner {
    case .field(var field):
      field.selectionSet = selectionSet
      field.place.end = selectionSet.place.end
      return .field(field)
    case .inlineFragment(var fragment):
      fragment.selectionSet = selectionSet
      fragment.place.end = selectionSet.place.end
      return .inlineFragment(fragment)
    case .fragmentSpread:
      return owner
    }
  }

  /// Field (section 2.5) without its selection set.
  private mutating func fieldHead() throws(ParseFailure) -> Selection {
    let start = token.start
    var field = Field(name: try name())
    if token.kind == .colon {
      try advance()
      field.alias = field.name
      field.name = try name()
    }
    if token.kind == .parenLeft { field.arguments = try arguments(isConstant: false) }
    if token.kind == .at { field.directives = try directives(isConstant: false) }
    field.place = place(from: start)
    return .field(field)
  }

  /// FragmentSpread, or InlineFragment without its selection set (section 2.8).
  private mutating func fragmentHead() throws(ParseFailure) -> Selection {
    let start = token.start
    try advance()
    let hasCondition = try skip(keyword: "on")
    if !hasCondition, token.kind == .name {
      let name = try name()
      let directives = try directives(isConstant: false)
      return .fragmentSpread(FragmentSpread(name: name, directives: directives, place: place(from: start)))
    }
    let condition = hasCondition ? try namedType() : nil
    let directives = try directives(isConstant: false)
    return .inlineFragment(
      InlineFragment(
        typeCondition: condition, directives: directives, selectionSet: SelectionSet([]), place: place(from: start)))
  }
}

extension Selection {
  fileprivate var takesSelectionSet: Bool {
    if case .fragmentSpread = self { false } else { true }
  }
}
