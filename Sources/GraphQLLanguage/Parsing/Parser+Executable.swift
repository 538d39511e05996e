extension Parser {
  /// Parses an OperationDefinition (section 2.3) after its description.
  mutating func operationDefinition(description: StringValue?, start: Int) throws(ParseFailure) -> OperationDefinition {
    let kind = try operationKind()
    let name = token.kind == .name ? try name() : nil
    let variables = try variableDefinitions()
    let directives = try directives(isConstant: false)
    let selectionSet = try selectionSet()
    return OperationDefinition(
      description: description, kind: kind, name: name, variables: variables, directives: directives,
      selectionSet: selectionSet, place: place(from: start))
  }

  /// Parses an OperationDefinition in its short form, a selection set.
  mutating func shorthandQuery() throws(ParseFailure) -> OperationDefinition {
    let selectionSet = try selectionSet()
    return OperationDefinition(selectionSet: selectionSet, place: selectionSet.place)
  }

  /// Parses an OperationType: `query`, `mutation` or `subscription`.
  mutating func operationKind() throws(ParseFailure) -> OperationKind {
    guard token.kind == .name else { throw failure("Expected Name, found \(description(of: token)).") }
    let word = token
    let kind: OperationKind? =
      if isKeyword("query") {
        .query
      } else if isKeyword("mutation") {
        .mutation
      } else if isKeyword("subscription") {
        .subscription
      } else {
        nil
      }
    try advance()
    guard let kind else { throw unexpected(word) }
    return kind
  }

  /// Parses an optional VariablesDefinition (section 2.10).
  private mutating func variableDefinitions() throws(ParseFailure) -> [VariableDefinition] {
    guard token.kind == .parenLeft else { return [] }
    try advance()
    var definitions: [VariableDefinition] = []
    repeat {
      let start = token.start
      let description = try description()
      let name = try variable()
      try expect(.colon)
      let type = try typeReference()
      let defaultValue = try skip(.equals) ? try value(isConstant: true) : nil
      let directives = try directives(isConstant: true)
      definitions.append(
        VariableDefinition(
          description: description, name: name, type: type, defaultValue: defaultValue, directives: directives,
          place: place(from: start)))
    } while try !skip(.parenRight)
    return definitions
  }

  /// Parses a FragmentDefinition (section 2.8) after its description.
  mutating func fragmentDefinition(description: StringValue?, start: Int) throws(ParseFailure) -> FragmentDefinition {
    try expect(keyword: "fragment")
    // `fragment on on T` would name a fragment `on`, which the specification forbids.
    if isKeyword("on") { throw unexpected(token) }
    let name = try name()
    try expect(keyword: "on")
    let condition = try namedType()
    let directives = try directives(isConstant: false)
    let selectionSet = try selectionSet()
    return FragmentDefinition(
      description: description, name: name, typeCondition: condition, directives: directives,
      selectionSet: selectionSet, place: place(from: start))
  }
}
