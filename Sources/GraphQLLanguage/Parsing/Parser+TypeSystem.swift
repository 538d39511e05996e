extension Parser {
  /// True for the keywords that may follow `extend`: `schema` and the six kinds of type.
  func isTypeSystemKeyword(_ word: Token) -> Bool {
    isKeyword("type", word) || isKeyword("input", word) || isKeyword("enum", word) || isKeyword("interface", word)
      || isKeyword("scalar", word) || isKeyword("union", word) || isKeyword("schema", word)
  }

  /// Parses a TypeSystemExtension (section 3.2).
  mutating func typeSystemExtension() throws(ParseFailure) -> Definition {
    let start = token.start
    let keyword = try lookahead()
    guard isTypeSystemKeyword(keyword) else { throw unexpected(keyword) }
    try advance()
    if isKeyword("schema") { return .schema(try schemaDefinition(isExtension: true, description: nil, start: start)) }
    return .type(try typeDefinition(isExtension: true, description: nil, start: start))
  }

  /// Parses a SchemaDefinition or SchemaExtension (section 3.3).
  mutating func schemaDefinition(
    isExtension: Bool, description: StringValue?, start: Int
  ) throws(ParseFailure) -> SchemaDefinition {
    try expect(keyword: "schema")
    let directives = try directives(isConstant: true)
    var operationTypes: [OperationTypeDefinition] = []
    if !isExtension || token.kind == .braceLeft {
      try expect(.braceLeft)
      repeat { operationTypes.append(try operationTypeDefinition()) } while try !skip(.braceRight)
    }
    if directives.isEmpty, operationTypes.isEmpty { throw unexpected(token) }
    return SchemaDefinition(
      isExtension: isExtension, description: description, directives: directives, operationTypes: operationTypes,
      place: place(from: start))
  }

  /// Parses a RootOperationTypeDefinition (section 3.3.1).
  private mutating func operationTypeDefinition() throws(ParseFailure) -> OperationTypeDefinition {
    let start = token.start
    let kind = try operationKind()
    try expect(.colon)
    let type = try namedType()
    return OperationTypeDefinition(kind: kind, type: type, place: place(from: start))
  }

  /// Parses a TypeDefinition or TypeExtension (section 3.4). An extension must not be empty.
  mutating func typeDefinition(
    isExtension: Bool, description: StringValue?, start: Int
  ) throws(ParseFailure) -> TypeDefinition {
    let keyword = token
    try advance()
    let name = try name()
    let isObject = isKeyword("type", keyword)
    let isInterface = isKeyword("interface", keyword)
    let interfaces = isObject || isInterface ? try implementsInterfaces() : []
    let directives = try directives(isConstant: true)
    var isEmpty = directives.isEmpty
    let kind: TypeDefinition.Kind
    if isObject || isInterface {
      let fields = try fieldsDefinition()
      isEmpty = isEmpty && interfaces.isEmpty && fields.isEmpty
      kind =
        isObject
        ? .object(interfaces: interfaces, fields: fields) : .interface(interfaces: interfaces, fields: fields)
    } else if isKeyword("input", keyword) {
      let fields = try inputValueDefinitions(.braceLeft, .braceRight)
      isEmpty = isEmpty && fields.isEmpty
      kind = .inputObject(fields: fields)
    } else if isKeyword("enum", keyword) {
      let values = try enumValuesDefinition()
      isEmpty = isEmpty && values.isEmpty
      kind = .enum(values: values)
    } else if isKeyword("union", keyword) {
      let members = try unionMemberTypes()
      isEmpty = isEmpty && members.isEmpty
      kind = .union(members: members)
    } else {
      kind = .scalar
    }
    if isExtension, isEmpty { throw unexpected(token) }
    return TypeDefinition(
      isExtension: isExtension, description: description, name: name, directives: directives, kind: kind,
      place: place(from: start))
  }

  /// Parses optional ImplementsInterfaces (section 3.6.2); a leading `&` is allowed.
  private mutating func implementsInterfaces() throws(ParseFailure) -> [NamedType] {
    guard try skip(keyword: "implements") else { return [] }
    return try delimited(by: .ampersand)
  }

  /// Parses optional UnionMemberTypes (section 3.8); a leading `|` is allowed.
  private mutating func unionMemberTypes() throws(ParseFailure) -> [NamedType] {
    guard try skip(.equals) else { return [] }
    return try delimited(by: .pipe)
  }

  private mutating func delimited(by delimiter: Token.Kind) throws(ParseFailure) -> [NamedType] {
    _ = try skip(delimiter)
    var types: [NamedType] = []
    repeat { types.append(try namedType()) } while try skip(delimiter)
    return types
  }

  /// Parses an optional FieldsDefinition (section 3.6).
  private mutating func fieldsDefinition() throws(ParseFailure) -> [FieldDefinition] {
    guard try skip(.braceLeft) else { return [] }
    var fields: [FieldDefinition] = []
    repeat {
      let start = token.start
      let description = try description()
      let name = try name()
      let arguments = try inputValueDefinitions(.parenLeft, .parenRight)
      try expect(.colon)
      let type = try typeReference()
      let directives = try directives(isConstant: true)
      fields.append(
        FieldDefinition(
          description: description, name: name, arguments: arguments, type: type, directives: directives,
          place: place(from: start)))
    } while try !skip(.braceRight)
    return fields
  }

  /// Parses an optional ArgumentsDefinition (section 3.6.1) or InputFieldsDefinition (section 3.10).
  private mutating func inputValueDefinitions(
    _ open: Token.Kind, _ close: Token.Kind
  ) throws(ParseFailure) -> [InputValueDefinition] {
    guard try skip(open) else { return [] }
    var definitions: [InputValueDefinition] = []
    repeat {
      let start = token.start
      let description = try description()
      let name = try name()
      try expect(.colon)
      let type = try typeReference()
      let defaultValue = try skip(.equals) ? try value(isConstant: true) : nil
      let directives = try directives(isConstant: true)
      definitions.append(
        InputValueDefinition(
          description: description, name: name, type: type, defaultValue: defaultValue, directives: directives,
          place: place(from: start)))
    } while try !skip(close)
    return definitions
  }

  /// Parses an optional EnumValuesDefinition (section 3.9).
  private mutating func enumValuesDefinition() throws(ParseFailure) -> [EnumValueDefinition] {
    guard try skip(.braceLeft) else { return [] }
    var values: [EnumValueDefinition] = []
    repeat {
      let start = token.start
      let description = try description()
      if isKeyword("true") || isKeyword("false") || isKeyword("null") {
        throw failure("\(self.description(of: token)) is reserved and cannot be used for an enum value.")
      }
      let name = try name()
      let directives = try directives(isConstant: true)
      values.append(
        EnumValueDefinition(description: description, name: name, directives: directives, place: place(from: start)))
    } while try !skip(.braceRight)
    return values
  }

  /// Parses a DirectiveDefinition (section 3.13).
  mutating func directiveDefinition(
    description: StringValue?, start: Int
  ) throws(ParseFailure) -> DirectiveDefinition {
    try expect(keyword: "directive")
    try expect(.at)
    let name = try name()
    let arguments = try inputValueDefinitions(.parenLeft, .parenRight)
    let isRepeatable = try skip(keyword: "repeatable")
    try expect(keyword: "on")
    _ = try skip(.pipe)
    var locations: [Name] = []
    repeat { locations.append(try directiveLocation()) } while try skip(.pipe)
    return DirectiveDefinition(
      description: description, name: name, arguments: arguments, isRepeatable: isRepeatable, locations: locations,
      place: place(from: start))
  }

  /// Parses a DirectiveLocation (section 3.13), one of nineteen.
  private mutating func directiveLocation() throws(ParseFailure) -> Name {
    let word = token
    let name = try name()
    guard DirectiveLocation(rawValue: name.text) != nil else { throw unexpected(word) }
    return name
  }
}
