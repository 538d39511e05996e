extension Parser {
  /// Parses a Value, or a ConstValue, which has no variables (section 2.9).
  mutating func value(isConstant: Bool) throws(ParseFailure) -> Value {
    switch token.kind {
    case .bracketLeft, .braceLeft: return try compositeValue(isConstant: isConstant)
    default: return try simpleValue(isConstant: isConstant)
    }
  }

  private mutating func simpleValue(isConstant: Bool) throws(ParseFailure) -> Value {
    switch token.kind {
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

  /// Parses a BooleanValue, NullValue or EnumValue (sections 2.9.3, 2.9.5, 2.9.6).
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

  /// Parses a Variable (section 2.10). Its place begins at the dollar sign.
  mutating func variable(isConstant: Bool = false) throws(ParseFailure) -> Name {
    let dollar = token
    try expect(.dollar)
    if isConstant {
      guard token.kind == .name else { throw unexpected(dollar) }
      let text = lexer.text(token.start, token.end)
      throw ParseFailure(
        message: "Unexpected variable \"$\(text)\" in constant value.", start: dollar.start, end: token.end)
    }
    var name = try name()
    name.place.start = dollar.place.start
    return name
  }

  /// Parses a StringValue (section 2.9.4).
  mutating func stringValue() throws(ParseFailure) -> StringValue {
    let value = StringValue(
      lexer.value(ofString: token), isBlock: token.kind == .blockString, place: token.place)
    try advance()
    return value
  }

  /// Parses an optional Description (section 2.2.1).
  mutating func description() throws(ParseFailure) -> StringValue? {
    isDescription ? try stringValue() : nil
  }

  var isDescription: Bool { token.kind == .string || token.kind == .blockString }

  /// A list or object whose end has not been read.
  private struct OpenValue {
    var isList: Bool
    var start: Int
    var items: [Value] = []
    var fields: [ObjectField] = []
    /// In an object, the name of the field whose value is being read.
    var fieldName: Name?
  }

  /// Parses a ListValue or ObjectValue (sections 2.9.7 and 2.9.8) with everything nested in it.
  ///
  /// Uses a stack of its own, so that nesting costs no calls.
  private mutating func compositeValue(isConstant: Bool) throws(ParseFailure) -> Value {
    var outer: [OpenValue] = []
    var current = try openValue()
    while true {
      let value: Value
      if token.kind == (current.isList ? .bracketRight : .braceRight), current.fieldName == nil {
        try advance()
        leave()
        let place = place(from: current.start)
        value = current.isList ? .list(current.items, place) : .object(current.fields, place)
        guard let enclosing = outer.popLast() else { return value }
        current = enclosing
      } else {
        if !current.isList {
          current.fieldName = try name()
          try expect(.colon)
        }
        if token.kind == .bracketLeft || token.kind == .braceLeft {
          outer.append(current)
          current = try openValue()
          continue
        }
        value = try simpleValue(isConstant: isConstant)
      }
      if let name = current.fieldName {
        let place = Place(start: name.place.start, end: value.place.end)
        current.fields.append(ObjectField(name: name, value: value, place: place))
        current.fieldName = nil
      } else {
        current.items.append(value)
      }
    }
  }

  private mutating func openValue() throws(ParseFailure) -> OpenValue {
    let open = OpenValue(isList: token.kind == .bracketLeft, start: token.start)
    try enter()
    try advance()
    return open
  }

  /// Parses optional Arguments (section 2.6).
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

  /// Parses optional Directives (section 2.12).
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

  /// Parses a Type (section 2.11).
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

  /// Parses a NamedType (section 2.11).
  mutating func namedType() throws(ParseFailure) -> NamedType {
    NamedType(try name())
  }
}
