extension Parser {
  /// Value, or ConstValue where variables are not allowed (section 2.9).
  mutating func value(isConstant: Bool) throws(ParseFailure) -> Value {
    switch token.kind {
    case .bracketLeft: return try listValue(isConstant: isConstant)
    case .braceLeft: return try objectValue(isConstant: isConstant)
    case .string, .blockString: return .string(try stringValue())
    case .int, .float: return try numberValue()
    case .name: return try nameValue()
    case .dollar: return .variable(try variable(isConstant: isConstant))
    default: throw unexpected(token)
    }
  }

  private mutating func numberValue() throws(ParseFailure) -> Value {
    let text = lexer.text(token.start, token.end)
    let value: Value = token.kind == .int ? .int(text, token.place) : .float(text, token.place)
    try advance()
    return value
  }

  /// BooleanValue, NullValue or EnumValue (sections 2.9.3, 2.9.5, 2.9.6).
  private mutating func nameValue() throws(ParseFailure) -> Value {
    let value: Value
    if isKeyword("true") {
      value = .boolean(true, token.place)
    } else if isKeyword("false") {
      value = .boolean(false, token.place)
    } else if isKeyword("null") {
      value = .null(token.place)
    } else {
      value = .enum(Name(lexer.text(token.start, token.end), place: token.place))
    }
    try advance()
    return value
  }

  /// Variable (section 2.10), with the place of the dollar sign.
  mutating func variable(isConstant: Bool = false) throws(ParseFailure) -> Name {
    let dollar = token
    try expect(.dollar)
    if isConstant {
      guard token.kind == .name else { throw unexpected(token) }
      let text = lexer.text(token.start, token.end)
      throw ParseFailure(
        message: "Unexpected variable \"$\(text)\" in constant value.", start: dollar.start, end: token.end)
    }
    var name = try name()
    name.place.start = dollar.place.start
    return name
  }

  /// StringValue (section 2.9.4).
  mutating func stringValue() throws(ParseFailure) -> StringValue {
    let value = StringValue(
      lexer.value(ofString: token), isBlock: token.kind == .blockString, place: token.place)
    try advance()
    return value
  }

  /// Description (section 2.2.1), if one stands here.
  mutating func description() throws(ParseFailure) -> StringValue? {
    isDescription ? try stringValue() : nil
  }

  var isDescription: Bool { token.kind == .string || token.kind == .blockString }

  /// ListValue (section 2.9.7).
  private mutating func listValue(isConstant: Bool) throws(ParseFailure) -> Value {
    let start = token.start
    try enter()
    try advance()
    var values: [Value] = []
    while token.kind != .bracketRight { values.append(try value(isConstant: isConstant)) }
    try advance()
    leave()
    return .list(values, place(from: start))
  }

  /// ObjectValue (section 2.9.8).
  private mutating func objectValue(isConstant: Bool) throws(ParseFailure) -> Value {
    let start = token.start
    try enter()
    try advance()
    var fields: [ObjectField] = []
    while token.kind != .braceRight {
      let fieldStart = token.start
      let name = try name()
      try expect(.colon)
      let value = try value(isConstant: isConstant)
      fields.append(ObjectField(name: name, value: value, place: place(from: fieldStart)))
    }
    try advance()
    leave()
    return .object(fields, place(from: start))
  }

  /// Arguments (section 2.6), if any stand here; in constant directives their values have no variables.
  mutating func arguments(isConstant: Bool) throws(ParseFailure) -> [Argument] {
    guard token.kind == .parenLeft else { return [] }
    try advance()
    var arguments: [Argument] = []
    repeat {
      let start = token.start
      let name = try name()
      try expect(.colon)
      let value = try value(isConstant: isConstant)
      arguments.append(Argument(name: name, value: value, place: place(from: start)))
    } while try !skip(.parenRight)
    return arguments
  }

  /// Directives (section 2.12), if any stand here.
  mutating func directives(isConstant: Bool) throws(ParseFailure) -> [Directive] {
    guard token.kind == .at else { return [] }
    var directives: [Directive] = []
    repeat {
      let start = token.start
      try advance()
      let name = try name()
      let arguments = try arguments(isConstant: isConstant)
      directives.append(Directive(name: name, arguments: arguments, place: place(from: start)))
    } while token.kind == .at
    return directives
  }

  /// Type (section 2.11).
  mutating func typeReference() throws(ParseFailure) -> TypeReference {
    let start = token.start
    var type: TypeReference
    if token.kind == .bracketLeft {
      try enter()
      try advance()
      let item = try typeReference()
      try expect(.bracketRight)
      leave()
      type = .list(item, place(from: start))
    } else {
      type = .named(try namedType())
    }
    if try skip(.bang) { type = .nonNull(type, place(from: start)) }
    return type
  }

  /// NamedType (section 2.11).
  mutating func namedType() throws(ParseFailure) -> NamedType {
    NamedType(try name())
  }
}
