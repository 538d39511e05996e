import GraphQLLanguage

/// A tree as graphql-js shapes it, without places: what its recorded cases hold.
typealias Shape = [String: Any]

private func node(_ kind: String, _ members: KeyValuePairs<String, Any?>) -> Shape {
  var shape: Shape = ["kind": kind]
  for (key, value) in members { if let value { shape[key] = value } }
  return shape
}

extension Document {
  var shape: Shape { node("Document", ["definitions": definitions.map(\.shape)]) }
}

extension Definition {
  var shape: Shape {
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
  var shape: Shape { node("Name", ["value": text]) }
  var variableShape: Shape { node("Variable", ["name": shape]) }
}

extension NamedType {
  var shape: Shape { node("NamedType", ["name": name.shape]) }
}

extension TypeReference {
  var shape: Shape {
    switch self {
    case .named(let type): type.shape
    case .list(let item, _): node("ListType", ["type": item.shape])
    case .nonNull(let type, _): node("NonNullType", ["type": type.shape])
    }
  }
}

extension StringValue {
  var shape: Shape { node("StringValue", ["value": value, "block": isBlock]) }
}

extension Value {
  var shape: Shape {
    switch self {
    case .variable(let name): name.variableShape
    case .int(let digits, _): node("IntValue", ["value": digits])
    case .float(let digits, _): node("FloatValue", ["value": digits])
    case .string(let string): string.shape
    case .boolean(let isTrue, _): node("BooleanValue", ["value": isTrue])
    case .null: node("NullValue", [:])
    case .enum(let name): node("EnumValue", ["value": name.text])
    case .list(let values, _): node("ListValue", ["values": values.map(\.shape)])
    case .object(let fields, _):
      node(
        "ObjectValue",
        ["fields": fields.map { node("ObjectField", ["name": $0.name.shape, "value": $0.value.shape]) }])
    }
  }
}

extension OperationDefinition {
  var shape: Shape {
    node(
      "OperationDefinition",
      [
        "description": description?.shape, "operation": kind.rawValue, "name": name?.shape,
        "variableDefinitions": variables.map(\.shape), "directives": directives.map(\.shape),
        "selectionSet": selectionSet.shape,
      ])
  }
}

extension VariableDefinition {
  var shape: Shape {
    node(
      "VariableDefinition",
      [
        "description": description?.shape, "variable": name.variableShape, "type": type.shape,
        "defaultValue": defaultValue?.shape, "directives": directives.map(\.shape),
      ])
  }
}

extension SelectionSet {
  var shape: Shape { node("SelectionSet", ["selections": selections.map(\.shape)]) }
}

extension Selection {
  var shape: Shape {
    switch self {
    case .field(let field):
      node(
        "Field",
        [
          "alias": field.alias?.shape, "name": field.name.shape, "arguments": field.arguments.map(\.shape),
          "directives": field.directives.map(\.shape), "selectionSet": field.selectionSet?.shape,
        ])
    case .fragmentSpread(let spread):
      node("FragmentSpread", ["name": spread.name.shape, "directives": spread.directives.map(\.shape)])
    case .inlineFragment(let fragment):
      node(
        "InlineFragment",
        [
          "typeCondition": fragment.typeCondition?.shape, "directives": fragment.directives.map(\.shape),
          "selectionSet": fragment.selectionSet.shape,
        ])
    }
  }
}

extension FragmentDefinition {
  var shape: Shape {
    node(
      "FragmentDefinition",
      [
        "description": description?.shape, "name": name.shape, "typeCondition": typeCondition.shape,
        "directives": directives.map(\.shape), "selectionSet": selectionSet.shape,
      ])
  }
}

extension Argument {
  var shape: Shape { node("Argument", ["name": name.shape, "value": value.shape]) }
}

extension Directive {
  var shape: Shape { node("Directive", ["name": name.shape, "arguments": arguments.map(\.shape)]) }
}

extension SchemaDefinition {
  var shape: Shape {
    node(
      isExtension ? "SchemaExtension" : "SchemaDefinition",
      [
        "description": description?.shape, "directives": directives.map(\.shape),
        "operationTypes": operationTypes.map {
          node("OperationTypeDefinition", ["operation": $0.kind.rawValue, "type": $0.type.shape])
        },
      ])
  }
}

extension TypeDefinition {
  var shape: Shape {
    var (kind, members): (String, Shape) =
      switch self.kind {
      case .scalar: ("ScalarType", [:])
      case .object(let interfaces, let fields):
        ("ObjectType", ["interfaces": interfaces.map(\.shape), "fields": fields.map(\.shape)])
      case .interface(let interfaces, let fields):
        ("InterfaceType", ["interfaces": interfaces.map(\.shape), "fields": fields.map(\.shape)])
      case .union(let types): ("UnionType", ["types": types.map(\.shape)])
      case .enum(let values): ("EnumType", ["values": values.map(\.shape)])
      case .inputObject(let fields): ("InputObjectType", ["fields": fields.map(\.shape)])
      }
    kind += isExtension ? "Extension" : "Definition"
    members.merge(
      node(kind, ["description": description?.shape, "name": name.shape, "directives": directives.map(\.shape)])
    ) { _, own in own }
    return members
  }
}

extension FieldDefinition {
  var shape: Shape {
    node(
      "FieldDefinition",
      [
        "description": description?.shape, "name": name.shape, "arguments": arguments.map(\.shape),
        "type": type.shape, "directives": directives.map(\.shape),
      ])
  }
}

extension InputValueDefinition {
  var shape: Shape {
    node(
      "InputValueDefinition",
      [
        "description": description?.shape, "name": name.shape, "type": type.shape,
        "defaultValue": defaultValue?.shape, "directives": directives.map(\.shape),
      ])
  }
}

extension EnumValueDefinition {
  var shape: Shape {
    node(
      "EnumValueDefinition",
      ["description": description?.shape, "name": name.shape, "directives": directives.map(\.shape)])
  }
}

extension DirectiveDefinition {
  var shape: Shape {
    node(
      "DirectiveDefinition",
      [
        "description": description?.shape, "name": name.shape, "arguments": arguments.map(\.shape),
        "repeatable": isRepeatable, "locations": locations.map(\.shape),
      ])
  }
}
