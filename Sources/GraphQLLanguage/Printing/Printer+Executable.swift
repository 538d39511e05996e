extension Printer {
  mutating func write(_ document: Document) {
    var previous: Definition?
    for definition in document.definitions {
      // After `type A`, the short form `{ a }` would be read as the fields of `A`.
      let allowsShorthand = bytes.last == UInt8(ascii: "}") || previous?.mayEndInBraces != true
      if previous != nil { write("\n\n") }
      previous = definition
      if case .operation(let operation) = definition {
        write(operation, allowsShorthand: allowsShorthand)
      } else {
        write(definition)
      }
    }
  }

  mutating func write(_ definition: Definition) {
    switch definition {
    case .operation(let operation): write(operation)
    case .fragment(let fragment): write(fragment)
    case .schema(let schema): write(schema)
    case .type(let type): write(type)
    case .directive(let directive): write(directive)
    }
  }

  mutating func write(_ operation: OperationDefinition, allowsShorthand: Bool = true) {
    write(description: operation.description)
    let isPlain =
      operation.kind == .query && operation.name == nil && operation.variables.isEmpty
      && operation.directives.isEmpty && operation.description == nil
    if !isPlain || !allowsShorthand {
      write(operation.kind.rawValue)
      if operation.name != nil || !operation.variables.isEmpty { write(" ") }
      if let name = operation.name { write(name.text) }
      parenthesised(operation.variables)
      write(operation.directives)
      write(" ")
    }
    write(operation.selectionSet)
  }

  mutating func write(_ variable: VariableDefinition) {
    write(description: variable.description)
    write("$")
    write(variable.name.text)
    write(": ")
    write(variable.type)
    write(defaultValue: variable.defaultValue)
    write(variable.directives)
  }

  mutating func write(defaultValue: Value?) {
    guard let defaultValue else { return }
    write(" = ")
    write(defaultValue)
  }

  mutating func write(_ fragment: FragmentDefinition) {
    write(description: fragment.description)
    write("fragment ")
    write(fragment.name.text)
    write(" on ")
    write(fragment.typeCondition.name.text)
    write(fragment.directives)
    write(" ")
    write(fragment.selectionSet)
  }

  mutating func write(_ selectionSet: SelectionSet) {
    // Repeats `block` to avoid its calls, which would be the deepest of the printer.
    write("{")
    level += 1
    for selection in selectionSet.selections {
      newline()
      write(selection)
    }
    level -= 1
    newline()
    write("}")
  }

  mutating func write(_ selection: Selection) {
    switch selection {
    case .field(let field): write(field)
    case .fragmentSpread(let spread): write(spread)
    case .inlineFragment(let fragment): write(fragment)
    }
  }

  mutating func write(_ field: Field) {
    let lineStart = bytes.count
    if let alias = field.alias {
      write(alias.text)
      write(": ")
    }
    write(field.name.text)
    parenthesised(field.arguments, lineStart: lineStart)
    write(field.directives)
    if let selectionSet = field.selectionSet {
      write(" ")
      write(selectionSet)
    }
  }

  mutating func write(_ spread: FragmentSpread) {
    write("...")
    write(spread.name.text)
    write(spread.directives)
  }

  mutating func write(_ fragment: InlineFragment) {
    write("...")
    if let condition = fragment.typeCondition {
      write(" on ")
      write(condition.name.text)
    }
    write(fragment.directives)
    write(" ")
    write(fragment.selectionSet)
  }

  mutating func write(_ argument: Argument) {
    write(argument.name.text)
    write(": ")
    write(argument.value)
  }

  mutating func write(_ directives: [Directive]) {
    for directive in directives {
      write(" ")
      write(directive)
    }
  }

  mutating func write(_ directive: Directive) {
    write("@")
    write(directive.name.text)
    if directive.arguments.isEmpty { return }
    write("(")
    separated(directive.arguments, by: ", ") { $0.write($1) }
    write(")")
  }
}

extension Definition {
  fileprivate var mayEndInBraces: Bool {
    switch self {
    case .operation, .fragment, .schema: return true
    case .directive: return false
    case .type(let type):
      switch type.kind {
      case .scalar, .union: return false
      case .object, .interface, .enum, .inputObject: return true
      }
    }
  }
}
