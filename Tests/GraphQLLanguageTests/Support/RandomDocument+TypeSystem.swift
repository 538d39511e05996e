import GraphQLLanguage

extension RandomDocument {
  mutating func schema() -> SchemaDefinition {
    let isExtension = random.chance(40)
    let directives = directives(isConstant: true)
    let types = many(isExtension && !directives.isEmpty ? 0...2 : 1...3) {
      OperationTypeDefinition(kind: $0.random.pick(OperationKind.allCases), type: NamedType($0.name()))
    }
    return SchemaDefinition(
      isExtension: isExtension, description: isExtension ? nil : maybe(30) { $0.description() },
      directives: directives, operationTypes: types)
  }

  mutating func directiveDefinition() -> DirectiveDefinition {
    DirectiveDefinition(
      description: maybe(30) { $0.description() }, name: name(), arguments: many(0...2) { $0.input() },
      isRepeatable: random.chance(40),
      locations: many(1...3) { Name($0.random.pick(DirectiveLocation.allCases).rawValue) })
  }

  mutating func type() -> TypeDefinition {
    let isExtension = random.chance(30)
    // An extension must add something, so it has a directive when all else may be missing.
    let directives = isExtension ? [Directive(name: Name("added"))] : directives(isConstant: true)
    return TypeDefinition(
      isExtension: isExtension, description: isExtension ? nil : maybe(30) { $0.description() }, name: name(),
      directives: directives, kind: kind())
  }

  private mutating func kind() -> TypeDefinition.Kind {
    switch random.below(6) {
    case 0: .scalar
    case 1: .object(interfaces: interfaces(), fields: many(0...3) { $0.field() })
    case 2: .interface(interfaces: interfaces(), fields: many(0...2) { $0.field() })
    case 3: .union(members: many(0...3) { NamedType($0.name()) })
    case 4:
      .enum(
        values: many(0...3) {
          EnumValueDefinition(
            description: $0.maybe(20) { $0.description() }, name: $0.name(), directives: $0.directives(isConstant: true)
          )
        })
    default: .inputObject(fields: many(0...3) { $0.input() })
    }
  }

  private mutating func interfaces() -> [NamedType] { many(0...2) { NamedType($0.name()) } }

  private mutating func field() -> FieldDefinition {
    FieldDefinition(
      description: maybe(20) { $0.description() }, name: name(), arguments: many(0...2) { $0.input() },
      type: typeReference(depth: 2), directives: directives(isConstant: true))
  }

  private mutating func input() -> InputValueDefinition {
    InputValueDefinition(
      description: maybe(20) { $0.description() }, name: name(), type: typeReference(depth: 1),
      defaultValue: maybe(30) { $0.value(depth: 2, isConstant: true) }, directives: directives(isConstant: true))
  }
}
