import GraphQLLanguage
import OrderedJSON

/// Reads nodes from graphql-js's shape; the shape is trusted, what is missing reads as empty.
struct ShapeReader {
  let shape: JSON

  init(_ shape: JSON) { self.shape = shape }

  var kind: String { shape["kind"]?.stringValue ?? "" }
  func text(_ key: String) -> String { shape[key]?.stringValue ?? "" }
  func flag(_ key: String) -> Bool { shape[key]?.boolValue ?? false }
  func child(_ key: String) -> ShapeReader? { shape[key]?.objectValue.map { ShapeReader(.object($0)) } }
  func children(_ key: String) -> [ShapeReader] { (shape[key]?.arrayValue ?? []).map(ShapeReader.init) }

  var name: Name { Name(child("name")?.text("value") ?? "") }
  var namedType: NamedType { NamedType(name) }
  func namedType(_ key: String) -> NamedType? { child(key)?.namedType }
  var description: StringValue? { child("description")?.string }
  var string: StringValue { StringValue(text("value"), isBlock: flag("block")) }
  var directives: [Directive] { children("directives").map { Directive(name: $0.name, arguments: $0.arguments) } }
  var arguments: [Argument] { children("arguments").map { Argument(name: $0.name, value: $0.value("value")) } }
  func value(_ key: String) -> Value { child(key)?.value ?? .null(.none) }
  func type(_ key: String) -> TypeReference { child(key)?.type ?? .named(NamedType(Name(""))) }

  var type: TypeReference {
    switch kind {
    case "ListType": .list(type("type"), .none)
    case "NonNullType": .nonNull(type("type"), .none)
    default: .named(namedType)
    }
  }

  var value: Value {
    switch kind {
    case "Variable": .variable(name)
    case "IntValue": .int(text("value"), .none)
    case "FloatValue": .float(text("value"), .none)
    case "StringValue": .string(string)
    case "BooleanValue": .boolean(flag("value"), .none)
    case "EnumValue": .enum(Name(text("value")))
    case "ListValue": .list(children("values").map(\.value), .none)
    case "ObjectValue": .object(children("fields").map { ObjectField(name: $0.name, value: $0.value("value")) }, .none)
    default: .null(.none)
    }
  }

  var selectionSet: SelectionSet? {
    child("selectionSet").map { SelectionSet($0.children("selections").map(\.selection)) }
  }

  var selection: Selection {
    switch kind {
    case "FragmentSpread": .fragmentSpread(FragmentSpread(name: name, directives: directives))
    case "InlineFragment":
      .inlineFragment(
        InlineFragment(
          typeCondition: namedType("typeCondition"), directives: directives,
          selectionSet: selectionSet ?? SelectionSet([])))
    default:
      .field(
        Field(
          alias: child("alias").map { Name($0.text("value")) }, name: name, arguments: arguments,
          directives: directives, selectionSet: selectionSet))
    }
  }

  var inputs: (String) -> [InputValueDefinition] { { key in children(key).map(\.input) } }

  var input: InputValueDefinition {
    InputValueDefinition(
      description: description, name: name, type: type("type"), defaultValue: child("defaultValue")?.value,
      directives: directives)
  }

  var field: FieldDefinition {
    FieldDefinition(
      description: description, name: name, arguments: inputs("arguments"), type: type("type"), directives: directives)
  }

  var enumValue: EnumValueDefinition {
    EnumValueDefinition(description: description, name: name, directives: directives)
  }

  var typeKind: TypeDefinition.Kind? {
    let interfaces = children("interfaces").map(\.namedType)
    if kind.hasPrefix("ScalarType") { return .scalar }
    if kind.hasPrefix("ObjectType") { return .object(interfaces: interfaces, fields: children("fields").map(\.field)) }
    if kind.hasPrefix("InterfaceType") {
      return .interface(interfaces: interfaces, fields: children("fields").map(\.field))
    }
    if kind.hasPrefix("UnionType") { return .union(members: children("types").map(\.namedType)) }
    if kind.hasPrefix("EnumType") { return .enum(values: children("values").map(\.enumValue)) }
    if kind.hasPrefix("InputObjectType") { return .inputObject(fields: inputs("fields")) }
    return nil
  }

  var definition: Definition? {
    switch kind {
    case "OperationDefinition":
      .operation(
        OperationDefinition(
          description: description, kind: OperationKind(rawValue: text("operation")) ?? .query,
          name: child("name").map { Name($0.text("value")) },
          variables: children("variableDefinitions").map {
            VariableDefinition(
              description: $0.description, name: $0.child("variable")?.name ?? Name(""), type: $0.type("type"),
              defaultValue: $0.child("defaultValue")?.value, directives: $0.directives)
          }, directives: directives, selectionSet: selectionSet ?? SelectionSet([])))
    case "FragmentDefinition":
      .fragment(
        FragmentDefinition(
          description: description, name: name, typeCondition: namedType("typeCondition") ?? NamedType(Name("")),
          directives: directives, selectionSet: selectionSet ?? SelectionSet([])))
    case "SchemaDefinition", "SchemaExtension":
      .schema(
        SchemaDefinition(
          isExtension: kind == "SchemaExtension", description: description, directives: directives,
          operationTypes: children("operationTypes").map {
            OperationTypeDefinition(
              kind: OperationKind(rawValue: $0.text("operation")) ?? .query,
              type: $0.namedType("type") ?? NamedType(Name("")))
          }))
    case "DirectiveDefinition":
      .directive(
        DirectiveDefinition(
          description: description, name: name, arguments: inputs("arguments"), isRepeatable: flag("repeatable"),
          locations: children("locations").map { Name($0.text("value")) }))
    default:
      typeKind.map {
        .type(
          TypeDefinition(
            isExtension: kind.hasSuffix("Extension"), description: description, name: name, directives: directives,
            kind: $0))
      }
    }
  }

  /// The node as text, whichever it is.
  var printed: String {
    switch kind {
    case "Document": Document(definitions: children("definitions").compactMap(\.definition)).printed()
    case "Field", "FragmentSpread", "InlineFragment": selection.printed()
    case "FieldDefinition": field.printed()
    case "InputValueDefinition": input.printed()
    case "EnumValueDefinition": enumValue.printed()
    case let kind where kind.hasSuffix("Value"): value.printed()
    default: definition?.printed() ?? "no such node"
    }
  }
}
