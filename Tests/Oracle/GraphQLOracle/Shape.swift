import GraphQLLanguage
import OrderedJSON

// The tree as graphql-js shapes it, without places: ours count bytes, the reference's UTF-16 code units.

private func shapeNode(_ kind: String, _ members: KeyValuePairs<String, JSON?>) -> JSON {
  var shape = JSONObject([.init("kind", .string(kind))])
  for (key, value) in members { if let value { shape.members.append(.init(key, value)) } }
  return .object(shape)
}

private func shapes<Node>(_ nodes: [Node], _ shape: (Node) -> JSON) -> JSON { .array(nodes.map(shape)) }

extension Document {
  var shape: JSON { shapeNode("Document", ["definitions": shapes(definitions, \.shape)]) }
}

extension Definition {
  var shape: JSON {
    switch self {
    case .operation(let operation): operation.shape
    case .fragment(let fragment): fragment.shape
    case .schema(let schema): schema.shape
    case .type(let type): type.shape
    case .directive(let directive): directive.shape
    }
  }
}

extension Name {
  var shape: JSON { shapeNode("Name", ["value": .string(text)]) }
  var variableShape: JSON { shapeNode("Variable", ["name": shape]) }
}

extension NamedType {
  var shape: JSON { shapeNode("NamedType", ["name": name.shape]) }
}

extension TypeReference {
  var shape: JSON {
    switch self {
    case .named(let type): type.shape
    case .list(let item, _): shapeNode("ListType", ["type": item.shape])
    case .nonNull(let type, _): shapeNode("NonNullType", ["type": type.shape])
    }
  }
}

extension StringValue {
  var shape: JSON { shapeNode("StringValue", ["value": .string(value), "block": .bool(isBlock)]) }
}

extension Value {
  var shape: JSON {
    switch self {
    case .variable(let name): name.variableShape
    case .int(let digits, _): shapeNode("IntValue", ["value": .string(digits)])
    case .float(let digits, _): shapeNode("FloatValue", ["value": .string(digits)])
    case .string(let string): string.shape
    case .boolean(let isTrue, _): shapeNode("BooleanValue", ["value": .bool(isTrue)])
    case .null: shapeNode("NullValue", [:])
    case .enum(let name): shapeNode("EnumValue", ["value": .string(name.text)])
    case .list(let values, _): shapeNode("ListValue", ["values": shapes(values, \.shape)])
    case .object(let fields, _):
      shapeNode(
        "ObjectValue",
        ["fields": shapes(fields) { shapeNode("ObjectField", ["name": $0.name.shape, "value": $0.value.shape]) }])
    }
  }
}

extension OperationDefinition {
  var shape: JSON {
    shapeNode(
      "OperationDefinition",
      [
        "description": description?.shape, "operation": .string(kind.rawValue), "name": name?.shape,
        "variableDefinitions": shapes(variables, \.shape), "directives": shapes(directives, \.shape),
        "selectionSet": selectionSet.shape,
      ])
  }
}

extension VariableDefinition {
  var shape: JSON {
    shapeNode(
      "VariableDefinition",
      [
        "description": description?.shape, "variable": name.variableShape, "type": type.shape,
        "defaultValue": defaultValue?.shape, "directives": shapes(directives, \.shape),
      ])
  }
}

extension SelectionSet {
  var shape: JSON { shapeNode("SelectionSet", ["selections": shapes(selections, \.shape)]) }
}

extension Selection {
  var shape: JSON {
    switch self {
    case .field(let field):
      shapeNode(
        "Field",
        [
          "alias": field.alias?.shape, "name": field.name.shape, "arguments": shapes(field.arguments, \.shape),
          "directives": shapes(field.directives, \.shape), "selectionSet": field.selectionSet?.shape,
        ])
    case .fragmentSpread(let spread):
      shapeNode("FragmentSpread", ["name": spread.name.shape, "directives": shapes(spread.directives, \.shape)])
    case .inlineFragment(let fragment):
      shapeNode(
        "InlineFragment",
        [
          "typeCondition": fragment.typeCondition?.shape, "directives": shapes(fragment.directives, \.shape),
          "selectionSet": fragment.selectionSet.shape,
        ])
    }
  }
}

extension FragmentDefinition {
  var shape: JSON {
    shapeNode(
      "FragmentDefinition",
      [
        "description": description?.shape, "name": name.shape, "typeCondition": typeCondition.shape,
        "directives": shapes(directives, \.shape), "selectionSet": selectionSet.shape,
      ])
  }
}

extension Argument {
  var shape: JSON { shapeNode("Argument", ["name": name.shape, "value": value.shape]) }
}

extension Directive {
  var shape: JSON { shapeNode("Directive", ["name": name.shape, "arguments": shapes(arguments, \.shape)]) }
}

extension SchemaDefinition {
  var shape: JSON {
    shapeNode(
      isExtension ? "SchemaExtension" : "SchemaDefinition",
      [
        "description": description?.shape, "directives": shapes(directives, \.shape),
        "operationTypes": shapes(operationTypes) {
          shapeNode("OperationTypeDefinition", ["operation": .string($0.kind.rawValue), "type": $0.type.shape])
        },
      ])
  }
}

extension TypeDefinition {
  var shape: JSON {
    switch kind {
    case .scalar: node("ScalarType")
    case .object(let interfaces, let fields):
      node("ObjectType", interfaces: interfaces, fields: shapes(fields, \.shape))
    case .interface(let interfaces, let fields):
      node("InterfaceType", interfaces: interfaces, fields: shapes(fields, \.shape))
    case .union(let types): node("UnionType", types: shapes(types, \.shape))
    case .enum(let values): node("EnumType", values: shapes(values, \.shape))
    case .inputObject(let fields): node("InputObjectType", fields: shapes(fields, \.shape))
    }
  }

  private func node(
    _ kind: String, interfaces: [NamedType]? = nil, fields: JSON? = nil, types: JSON? = nil, values: JSON? = nil
  ) -> JSON {
    shapeNode(
      kind + (isExtension ? "Extension" : "Definition"),
      [
        "description": description?.shape, "name": name.shape, "interfaces": interfaces.map { shapes($0, \.shape) },
        "directives": shapes(directives, \.shape), "fields": fields, "types": types, "values": values,
      ])
  }
}

extension FieldDefinition {
  var shape: JSON {
    shapeNode(
      "FieldDefinition",
      [
        "description": description?.shape, "name": name.shape, "arguments": shapes(arguments, \.shape),
        "type": type.shape, "directives": shapes(directives, \.shape),
      ])
  }
}

extension InputValueDefinition {
  var shape: JSON {
    shapeNode(
      "InputValueDefinition",
      [
        "description": description?.shape, "name": name.shape, "type": type.shape,
        "defaultValue": defaultValue?.shape, "directives": shapes(directives, \.shape),
      ])
  }
}

extension EnumValueDefinition {
  var shape: JSON {
    shapeNode(
      "EnumValueDefinition",
      ["description": description?.shape, "name": name.shape, "directives": shapes(directives, \.shape)])
  }
}

extension DirectiveDefinition {
  var shape: JSON {
    shapeNode(
      "DirectiveDefinition",
      [
        "description": description?.shape, "name": name.shape, "arguments": shapes(arguments, \.shape),
        "repeatable": .bool(isRepeatable), "locations": shapes(locations, \.shape),
      ])
  }
}
