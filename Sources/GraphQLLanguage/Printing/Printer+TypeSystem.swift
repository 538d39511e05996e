extension Printer {
  mutating func write(_ schema: SchemaDefinition) {
    write(description: schema.description)
    write(schema.isExtension ? "extend schema" : "schema")
    write(schema.directives)
    if !schema.operationTypes.isEmpty { write(" ") }
    block(schema.operationTypes) { $0.write($1) }
  }

  mutating func write(_ operationType: OperationTypeDefinition) {
    write(operationType.kind.rawValue)
    write(": ")
    write(operationType.type.name.text)
  }

  mutating func write(_ type: TypeDefinition) {
    write(description: type.description)
    if type.isExtension { write("extend ") }
    switch type.kind {
    case .scalar:
      writeHead("scalar ", of: type)
    case .object(let interfaces, let fields):
      writeHead("type ", of: type, interfaces: interfaces)
      writeFields(fields)
    case .interface(let interfaces, let fields):
      writeHead("interface ", of: type, interfaces: interfaces)
      writeFields(fields)
    case .union(let members):
      writeHead("union ", of: type)
      if members.isEmpty { return }
      write(" = ")
      separated(members, by: " | ") { $0.write($1.name.text) }
    case .enum(let values):
      writeHead("enum ", of: type)
      if !values.isEmpty { write(" ") }
      block(values) { $0.write($1) }
    case .inputObject(let fields):
      writeHead("input ", of: type)
      if !fields.isEmpty { write(" ") }
      block(fields) { $0.write($1) }
    }
  }

  private mutating func writeHead(_ keyword: String, of type: TypeDefinition, interfaces: [NamedType] = []) {
    write(keyword)
    write(type.name.text)
    if !interfaces.isEmpty {
      write(" implements ")
      separated(interfaces, by: " & ") { $0.write($1.name.text) }
    }
    write(type.directives)
  }

  private mutating func writeFields(_ fields: [FieldDefinition]) {
    if !fields.isEmpty { write(" ") }
    block(fields) { $0.write($1) }
  }

  mutating func write(_ field: FieldDefinition) {
    write(description: field.description)
    write(field.name.text)
    parenthesised(field.arguments) { $0.write($1) }
    write(": ")
    write(field.type)
    write(field.directives)
  }

  mutating func write(_ input: InputValueDefinition) {
    write(description: input.description)
    write(input.name.text)
    write(": ")
    write(input.type)
    write(defaultValue: input.defaultValue)
    write(input.directives)
  }

  mutating func write(_ value: EnumValueDefinition) {
    write(description: value.description)
    write(value.name.text)
    write(value.directives)
  }

  mutating func write(_ directive: DirectiveDefinition) {
    write(description: directive.description)
    write("directive @")
    write(directive.name.text)
    parenthesised(directive.arguments) { $0.write($1) }
    if directive.isRepeatable { write(" repeatable") }
    write(" on ")
    separated(directive.locations, by: " | ") { $0.write($1.text) }
  }
}
