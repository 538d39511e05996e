/// Writes nodes in their canonical spelling, straight into bytes.
struct CanonicalWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(min(max(capacity, 256), 1 << 16))
  }

  mutating func write(_ operation: OperationDefinition) {
    word(operation.kind.rawValue)
    if let name = operation.name { word(name.text) }
    if !operation.variables.isEmpty {
      symbol("(")
      for variable in operation.variables.canonicallySorted(by: \.name) { write(variable) }
      symbol(")")
    }
    write(operation.directives)
    write(operation.selectionSet)
  }

  mutating func write(_ fragment: FragmentDefinition) {
    word("fragment")
    word(fragment.name.text)
    word("on")
    word(fragment.typeCondition.name.text)
    write(fragment.directives)
    write(fragment.selectionSet)
  }

  private mutating func write(_ variable: VariableDefinition) {
    symbol("$")
    word(variable.name.text)
    symbol(":")
    write(variable.type)
    if let value = variable.defaultValue {
      symbol("=")
      write(value)
    }
    write(variable.directives)
  }

  private mutating func write(_ selectionSet: SelectionSet) {
    symbol("{")
    for selection in selectionSet.selections {
      switch selection {
      case .field(let field):
        write(field)
      case .fragmentSpread(let spread):
        symbol("...")
        word(spread.name.text)
        write(spread.directives)
      case .inlineFragment(let fragment):
        symbol("...")
        if let condition = fragment.typeCondition {
          word("on")
          word(condition.name.text)
        }
        write(fragment.directives)
        write(fragment.selectionSet)
      }
    }
    symbol("}")
  }

  private mutating func write(_ field: Field) {
    if let alias = field.alias {
      word(alias.text)
      symbol(":")
    }
    word(field.name.text)
    write(field.arguments)
    write(field.directives)
    if let selectionSet = field.selectionSet { write(selectionSet) }
  }

  private mutating func write(_ arguments: [Argument]) {
    if arguments.isEmpty { return }
    symbol("(")
    for argument in arguments.canonicallySorted(by: \.name) {
      word(argument.name.text)
      symbol(":")
      write(argument.value)
    }
    symbol(")")
  }

  private mutating func write(_ directives: [Directive]) {
    for directive in directives {
      symbol("@")
      word(directive.name.text)
      write(directive.arguments)
    }
  }

  private mutating func write(_ type: TypeReference) {
    switch type {
    case .named(let type):
      word(type.name.text)
    case .list(let item, _):
      symbol("[")
      write(item)
      symbol("]")
    case .nonNull(let type, _):
      write(type)
      symbol("!")
    }
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .variable(let name):
      symbol("$")
      word(name.text)
    case .int(let digits, _), .float(let digits, _):
      word(digits)
    case .string(let string):
      separate()
      StringLiteral.append(string.value, to: &bytes)
    case .boolean(let isTrue, _):
      word(isTrue ? "true" : "false")
    case .null:
      word("null")
    case .enum(let name):
      word(name.text)
    case .list(let values, _):
      symbol("[")
      for value in values { write(value) }
      symbol("]")
    case .object(let fields, _):
      symbol("{")
      for field in fields.canonicallySorted(by: \.name) {
        word(field.name.text)
        symbol(":")
        write(field.value)
      }
      symbol("}")
    }
  }

  /// A punctuator, which needs no space around it.
  private mutating func symbol(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A name or number, after a space if it would else run into the token before it.
  private mutating func word(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Two tokens that are not punctuators need a space between them (section 2.1.7 "Ignored Tokens").
  private mutating func separate() {
    guard let last = bytes.last else { return }
    if Lexer.isNameContinue(last) || last == UInt8(ascii: "\"") { bytes.append(0x20) }
  }
}
