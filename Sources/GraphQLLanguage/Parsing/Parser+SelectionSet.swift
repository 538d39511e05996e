extension Parser {
  /// SelectionSet (section 2.4), with all the sets in it. It calls itself as deep as `ParserLimits` lets documents nest.
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

  /// Field (section 2.5), onto the pile.
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
    let place = place(from: start)
    if let name = second {
      selections.pushField(first, name, arguments, directives, selectionSet, place)
    } else {
      selections.pushField(nil, first, arguments, directives, selectionSet, place)
    }
  }

  /// FragmentSpread or InlineFragment (section 2.8), onto the pile.
  private mutating func fragment() throws(ParseFailure) {
    let start = token.start
    try advance()
    let hasCondition = try skip(keyword: "on")
    if !hasCondition, token.kind == .name {
      let name = try name()
      let directives = try directives(isConstant: false)
      selections.push(
        .fragmentSpread(FragmentSpread(name: name, directives: directives, place: place(from: start))))
      return
    }
    let condition = hasCondition ? try namedType() : nil
    let directives = try directives(isConstant: false)
    let selectionSet = try selectionSet()
    selections.push(
      .inlineFragment(
        InlineFragment(
          typeCondition: condition, directives: directives, selectionSet: selectionSet, place: place(from: start))))
  }
}
