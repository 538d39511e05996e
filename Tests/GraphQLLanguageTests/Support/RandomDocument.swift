import GraphQLLanguage

/// Makes documents at random, the same for the same seed. They are grammatical, not valid.
struct RandomDocument {
  var random: SeededRandom

  init(seed: Int) { random = SeededRandom(seed: seed) }

  mutating func executable() -> Document {
    Document(
      definitions: many(1...4) { random in
        random.random.chance(60) ? .operation(random.operation()) : .fragment(random.fragment())
      })
  }

  mutating func typeSystem() -> Document {
    Document(
      definitions: many(1...5) { random in
        switch random.random.below(10) {
        case 0: .schema(random.schema())
        case 1: .directive(random.directiveDefinition())
        default: .type(random.type())
        }
      })
  }

  mutating func mixed() -> Document {
    let types = typeSystem().definitions
    let operations = executable().definitions
    return Document(definitions: (types + operations).shuffled(using: &random))
  }

  mutating func many<Element>(_ range: ClosedRange<Int>, _ make: (inout RandomDocument) -> Element) -> [Element] {
    let count = range.lowerBound + random.below(range.count)
    return (0..<count).map { _ in make(&self) }
  }

  mutating func maybe<Element>(_ percent: Int, _ make: (inout RandomDocument) -> Element) -> Element? {
    random.chance(percent) ? make(&self) : nil
  }

  mutating func name() -> Name {
    // Keywords are names too, wherever the grammar leaves no doubt.
    Name(
      random.pick(["a", "b", "c", "query", "type", "fragment", "_x", "name9", "aRatherLongNameOfOverThirtyColumns"]))
  }

  mutating func operation() -> OperationDefinition {
    let isShorthand = random.chance(20)
    if isShorthand { return OperationDefinition(selectionSet: selectionSet(depth: 3)) }
    return OperationDefinition(
      description: maybe(20) { $0.description() }, kind: random.pick(OperationKind.allCases),
      name: maybe(70) { $0.name() },
      variables: many(0...3) { $0.variable() }, directives: directives(isConstant: false),
      selectionSet: selectionSet(depth: 3))
  }

  mutating func fragment() -> FragmentDefinition {
    FragmentDefinition(
      description: maybe(20) { $0.description() }, name: name(), typeCondition: NamedType(name()),
      directives: directives(isConstant: false), selectionSet: selectionSet(depth: 2))
  }

  mutating func variable() -> VariableDefinition {
    VariableDefinition(
      description: maybe(15) { $0.description() }, name: name(), type: typeReference(depth: 2),
      defaultValue: maybe(40) { $0.value(depth: 2, isConstant: true) }, directives: directives(isConstant: true))
  }

  mutating func selectionSet(depth: Int) -> SelectionSet {
    SelectionSet(
      many(1...3) { random in
        switch random.random.below(depth > 0 ? 8 : 6) {
        case 0:
          .fragmentSpread(FragmentSpread(name: random.name(), directives: random.directives(isConstant: false)))
        case 6, 7:
          .inlineFragment(
            InlineFragment(
              typeCondition: random.maybe(60) { NamedType($0.name()) },
              directives: random.directives(isConstant: false),
              selectionSet: random.selectionSet(depth: depth - 1)))
        default:
          .field(
            Field(
              alias: random.maybe(25) { $0.name() }, name: random.name(),
              arguments: random.maybe(40) { $0.arguments(isConstant: false) } ?? [],
              directives: random.directives(isConstant: false),
              selectionSet: depth > 0 ? random.maybe(40) { $0.selectionSet(depth: depth - 1) } : nil))
        }
      })
  }

  mutating func arguments(isConstant: Bool) -> [Argument] {
    many(1...3) { Argument(name: $0.name(), value: $0.value(depth: 2, isConstant: isConstant)) }
  }

  mutating func directives(isConstant: Bool) -> [Directive] {
    if !random.chance(20) { return [] }
    return many(1...2) { random in
      Directive(name: random.name(), arguments: random.maybe(50) { $0.arguments(isConstant: isConstant) } ?? [])
    }
  }

  mutating func value(depth: Int, isConstant: Bool) -> Value {
    switch random.below(depth > 0 ? 11 : 8) {
    case 0: return .int(random.pick(["0", "-1", "42", "123456789012345678901234567890"]), .none)
    case 1: return .float(random.pick(["0.5", "-1.50e3", "1E-9", "0e+0"]), .none)
    case 2: return .boolean(random.chance(50), .none)
    case 3: return .null(.none)
    case 4: return .enum(Name(random.pick(["RED", "on", "fragment", "truely"])))
    case 5, 6: return .string(string())
    case 7: return isConstant ? .int("7", .none) : .variable(name())
    case 8, 9:
      return .object(
        many(0...3) { ObjectField(name: $0.name(), value: $0.value(depth: depth - 1, isConstant: isConstant)) }, .none)
    default: return .list(many(0...3) { $0.value(depth: depth - 1, isConstant: isConstant) }, .none)
    }
  }

  /// A string of either form; a block string only where there is one for the value.
  mutating func string() -> StringValue {
    let pieces = [
      "a", "word", " ", "  ", "\t", "\n", "\n\n", "\"", "\"\"\"", "\\", "\\n", "\r", "é", "e\u{301}", "🎻", "\u{0}",
      "\u{7F}", "\u{85}", "#", ",", "{", "a rather long piece of text that alone fills half a line",
    ]
    let value = many(0...6) { $0.random.pick(pieces) }.joined()
    let block = StringValue(value, isBlock: true)
    if random.chance(50), block.printed().hasPrefix("\"\"\"") { return block }
    return StringValue(value)
  }

  mutating func description() -> StringValue { string() }

  mutating func typeReference(depth: Int) -> TypeReference {
    var type: TypeReference =
      depth > 0 && random.chance(35) ? .list(typeReference(depth: depth - 1), .none) : .named(NamedType(name()))
    if random.chance(40) { type = .nonNull(type, .none) }
    return type
  }
}
