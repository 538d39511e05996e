import GraphQLLanguage

extension IntrospectionReader {
  mutating func checkReferences(of schema: Schema, _ root: IntrospectionRoot) {
    var missing: [(owner: String, name: String, element: SchemaElement)] = []
    func look(_ name: String, _ owner: String, _ element: @autoclosure () -> SchemaElement) {
      if schema.type(named: name) == nil { missing.append((owner, name, element())) }
    }
    for kind in OperationKind.allCases {
      guard let name = schema.rootTypeName(of: kind) else { continue }
      look(name, "The \(kind.rawValue) root type", .root(kind, typeName: name))
    }
    for type in schema.types {
      let owner = "Type \"\(type.name)\""
      for name in type.interfaceNames { look(name, owner, .implements(type: type.name, interface: name)) }
      for name in type.memberNames { look(name, owner, .member(union: type.name, name: name)) }
      for field in type.fields {
        let coordinate = SchemaElement.FieldName(type.name, field.name)
        look(field.type.typeName, owner, .field(coordinate, .type))
        for argument in field.arguments {
          look(argument.type.typeName, owner, .argument(coordinate, argument.name, .type))
        }
      }
      for field in type.inputFields {
        look(field.type.typeName, owner, .inputField(.init(type.name, field.name), .type))
      }
    }
    for directive in schema.directives {
      for argument in directive.arguments {
        look(
          argument.type.typeName, "Directive \"@\(directive.name)\"",
          .directiveArgument(directive.name, argument.name, .type))
      }
    }
    if missing.isEmpty { return }
    let paths = IntrospectionPaths(root)
    for (owner, name, element) in missing {
      let place = paths.path(of: element).map { "\($0): " } ?? ""
      report(
        "\(place)\(owner) refers to the type \"\(name)\", which is not in \(root.path("types")).", leavesOut: false)
    }
  }
}
