import GraphQLLanguage

/// Writes executable documents in a spelling. It shares nothing with the printer under test.
struct Speller {
  let spelling: Spelling
  private var level = 0

  init(spelling: Spelling) { self.spelling = spelling }

  mutating func spell(_ definition: Definition) -> String {
    switch definition {
    case .operation(let operation): spell(operation)
    case .fragment(let fragment):
      description + "fragment \(fragment.name.text) on \(fragment.typeCondition.name.text)"
        + spell(fragment.directives) + spelling.opening + spell(fragment.selectionSet)
    default: definition.printed()
    }
  }

  private var description: String { spelling.describes ? "\"\"\"\nOf { the } definition\n\"\"\"" : "" }

  private mutating func spell(_ operation: OperationDefinition) -> String {
    let isShorthand =
      operation.kind == .query && operation.name == nil && operation.variables.isEmpty && operation.directives.isEmpty
    let set = spell(operation.selectionSet)
    if isShorthand, !spelling.spellsOutQuery { return "{" + set }
    let variables = ordered(operation.variables).map { variable in
      (spelling.describes ? "\"a variable\"" : "") + "$\(variable.name.text)\(spelling.colon)\(variable.type.printed())"
        + (variable.defaultValue.map { "=" + spell($0) } ?? "") + spell(variable.directives)
    }
    let list = variables.isEmpty ? "" : "(" + variables.joined(separator: spelling.argumentSeparator) + ")"
    return description + operation.kind.rawValue + (operation.name.map { " " + $0.text } ?? "") + list
      + spell(operation.directives) + spelling.opening + set
  }

  /// All after the opening brace.
  private mutating func spell(_ set: SelectionSet) -> String {
    level += 1
    let selections = set.selections.map { newline + spell($0) + spelling.afterSelection }.joined()
    level -= 1
    return selections + newline + "}"
  }

  private var newline: String { spelling.lineEnd + String(repeating: spelling.indentation, count: level) }

  private mutating func spell(_ selection: Selection) -> String {
    switch selection {
    case .field(let field):
      (field.alias.map { $0.text + spelling.colon } ?? "") + field.name.text + spell(field.arguments, after: field)
        + spell(field.directives) + (field.selectionSet.map { spelling.opening + spell($0) } ?? "")
    case .fragmentSpread(let spread):
      "..." + spread.name.text + spell(spread.directives)
    case .inlineFragment(let fragment):
      "..." + (fragment.typeCondition.map { " on " + $0.name.text } ?? "") + spell(fragment.directives)
        + spelling.opening + spell(fragment.selectionSet)
    }
  }

  private mutating func spell(_ arguments: [Argument], after field: Field? = nil) -> String {
    if arguments.isEmpty { return "" }
    let spelled = ordered(arguments).map { $0.name.text + spelling.colon + spell($0.value) }
    let line = "(" + spelled.joined(separator: spelling.argumentSeparator) + ")"
    let head = (field?.alias.map { $0.text + ": " } ?? "") + (field?.name.text ?? "")
    guard spelling.breaksLongArguments, field != nil, (head + line).utf16.count > 80 else { return line }
    level += 1
    let broken = spelled.map { newline + $0 }.joined()
    level -= 1
    return "(" + broken + newline + ")"
  }

  private mutating func spell(_ directives: [Directive]) -> String {
    directives.map { " @" + $0.name.text + spell($0.arguments) }.joined()
  }

  private mutating func spell(_ value: Value) -> String {
    switch value {
    case .string(let string):
      StringValue(string.value, isBlock: spelling.usesBlockStrings).printed()
    case .list(let values, _):
      "[" + values.map { spell($0) }.joined(separator: spelling.argumentSeparator) + "]"
    case .object(let fields, _):
      "{" + spelling.objectPadding
        + ordered(fields).map { $0.name.text + spelling.colon + spell($0.value) }
        .joined(separator: spelling.argumentSeparator) + spelling.objectPadding + "}"
    default: value.printed()
    }
  }

  private func ordered<Element>(_ elements: [Element]) -> [Element] {
    spelling.reversesNames ? elements.reversed() : elements
  }
}
