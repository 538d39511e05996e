/// Writes nodes in canonical form as bytes.
struct CanonicalWriter: ~Copyable {
  private var sink: ByteSink

  init(capacity: Int) { sink = ByteSink(capacity: min(max(capacity, 256), 1 << 16)) }

  var bytes: [UInt8] { sink.bytes }
  var count: Int { sink.count }
  /// The names of the fragments spread since the last `takeSpreads()`, in order, including unknown ones.
  private(set) var spreads: [String] = []

  mutating func takeSpreads() -> [String] {
    defer { spreads = [] }
    return spreads
  }

  mutating func write(_ operation: OperationDefinition) {
    word(operation.kind.rawValue)
    if let name = operation.name { word(name.text) }
    if !operation.variables.isEmpty {
      sink.append(UInt8(ascii: "("))
      for variable in operation.variables.canonicallySorted(by: \.name) { write(variable) }
      sink.append(UInt8(ascii: ")"))
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
    sink.append(UInt8(ascii: "$"))
    word(variable.name.text)
    sink.append(UInt8(ascii: ":"))
    write(variable.type)
    if let value = variable.defaultValue {
      sink.append(UInt8(ascii: "="))
      write(value)
    }
    write(variable.directives)
  }

  private mutating func write(_ selectionSet: SelectionSet) {
    sink.append(UInt8(ascii: "{"))
    for selection in selectionSet.selections {
      switch selection {
      case .field(let field):
        write(field)
      case .fragmentSpread(let spread):
        dots()
        word(spread.name.text)
        spreads.append(spread.name.text)
        write(spread.directives)
      case .inlineFragment(let fragment):
        dots()
        if let condition = fragment.typeCondition {
          word("on")
          word(condition.name.text)
        }
        write(fragment.directives)
        write(fragment.selectionSet)
      }
    }
    sink.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ field: Field) {
    if let alias = field.alias {
      word(alias.text)
      sink.append(UInt8(ascii: ":"))
    }
    word(field.name.text)
    write(field.arguments)
    write(field.directives)
    if let selectionSet = field.selectionSet { write(selectionSet) }
  }

  private mutating func write(_ arguments: [Argument]) {
    if arguments.isEmpty { return }
    sink.append(UInt8(ascii: "("))
    for argument in arguments.canonicallySorted(by: \.name) {
      word(argument.name.text)
      sink.append(UInt8(ascii: ":"))
      write(argument.value)
    }
    sink.append(UInt8(ascii: ")"))
  }

  private mutating func write(_ directives: [Directive]) {
    for directive in directives {
      sink.append(UInt8(ascii: "@"))
      word(directive.name.text)
      write(directive.arguments)
    }
  }

  private mutating func write(_ type: TypeReference) {
    switch type {
    case .named(let type):
      word(type.name.text)
    case .list(let item, _):
      sink.append(UInt8(ascii: "["))
      write(item)
      sink.append(UInt8(ascii: "]"))
    case .nonNull(let type, _):
      write(type)
      sink.append(UInt8(ascii: "!"))
    }
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .variable(let name):
      sink.append(UInt8(ascii: "$"))
      word(name.text)
    case .int(let digits, _), .float(let digits, _):
      word(digits)
    case .string(let string):
      separate()
      var literal: [UInt8] = []
      StringLiteral.append(string.value, to: &literal)
      sink.append(literal)
    case .boolean(let isTrue, _):
      word(isTrue ? "true" : "false")
    case .null:
      word("null")
    case .enum(let name):
      word(name.text)
    case .list(let values, _):
      sink.append(UInt8(ascii: "["))
      for value in values { write(value) }
      sink.append(UInt8(ascii: "]"))
    case .object(let fields, _):
      sink.append(UInt8(ascii: "{"))
      for field in fields.canonicallySorted(by: \.name) {
        word(field.name.text)
        sink.append(UInt8(ascii: ":"))
        write(field.value)
      }
      sink.append(UInt8(ascii: "}"))
    }
  }

  private mutating func dots() {
    for _ in 0..<3 { sink.append(UInt8(ascii: ".")) }
  }

  /// Writes a name or number, with a space first if it would run into the token before it.
  private mutating func word(_ text: String) {
    separate()
    sink.append(text)
  }

  /// Writes the space that two adjacent tokens need unless one is a punctuator (section 2.1.7 "Ignored Tokens").
  private mutating func separate() {
    if Lexer.isNameContinue(sink.last) || sink.last == UInt8(ascii: "\"") { sink.append(0x20) }
  }
}
