extension Parser {
  /// Parses a SelectionSet (section 2.4) with everything nested in it.
  ///
  /// Recurses up to `ParserLimits`. Calls that make nodes return before the next level begins, to save stack.
  mutating func selectionSet() throws(ParseFailure) -> SelectionSet {
    guard token.kind == .braceLeft else { throw expectedSelectionSet() }
    let start = token.start
    try enter()
    try advance()
    let base = selections.height
    repeat {
      if token.kind == .spread { try fragment() } else { try field() }
    } while token.kind != .braceRight
    try advance()
    leave()
    return SelectionSet(selections.take(above: base), place: place(from: start))
  }

  private func expectedSelectionSet() -> ParseFailure {
    failure("Expected \(Token.Kind.braceLeft.description), found \(description(of: token)).")
  }

  /// Parses a Field (section 2.5) and pushes it.
  private mutating func field() throws(ParseFailure) {
    let start = token.start
    let first = try name()
    var second: Name?
    if token.kind == .colon {
      try advance()
      second = try name()
    }
    let arguments = token.kind == .parenLeft ? try arguments(isConstant: false) : []
    let directives = token.kind == .at ? try directives(isConstant: false) : []
    let selectionSet = token.kind == .braceLeft ? try selectionSet() : nil
    selections.pushField(first, second, arguments, directives, selectionSet, place(from: start))
  }

  /// Parses a FragmentSpread or InlineFragment (section 2.8) and pushes it.
  private mutating func fragment() throws(ParseFailure) {
    let start = token.start
    try advance()
    let hasCondition = try skip(keyword: "on")
    if !hasCondition, token.kind == .name {
      try fragmentSpread(from: start)
    } else {
      try inlineFragment(hasCondition: hasCondition, from: start)
    }
  }

  private mutating func fragmentSpread(from start: Int) throws(ParseFailure) {
    let name = try name()
    let directives = try directives(isConstant: false)
    selections.push(.fragmentSpread(FragmentSpread(name: name, directives: directives, place: place(from: start))))
  }

  private mutating func inlineFragment(hasCondition: Bool, from start: Int) throws(ParseFailure) {
    let condition = hasCondition ? try namedType() : nil
    let directives = try directives(isConstant: false)
    let selectionSet = try selectionSet()
    selections.pushInlineFragment(condition, directives, selectionSet, place(from: start))
  }
}
