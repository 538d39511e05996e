import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// Resolves `__schema` and `__type` from the schema (section 4).
struct IntrospectionSource: FieldSource {
  let schema: Schema

  /// An object of introspection.
  enum Object {
    case schema
    case type(SchemaType)
    /// A list or non-null type.
    case wrapper(TypeRef)
    case field(SchemaField)
    case input(SchemaInputValue)
    case value(SchemaEnumValue)
    case directive(SchemaDirective)
  }

  /// Resolves `__schema` or `__type` at the query root.
  func root(_ field: PreparedField) -> Resolved<Object> {
    guard case .type = field.role else { return .object(.schema, typeName: nil) }
    let name = field.arguments["name"]?.stringValue ?? ""
    return schema.type(named: name).map { .object(.type($0), typeName: nil) } ?? .null
  }

  func resolve(_ field: FieldCall, of object: Object) throws(FieldFailure) -> Resolved<Object> {
    switch object {
    case .schema: schemaField(field.name)
    case .type(let type): typeField(field, of: type)
    case .wrapper(let type): wrapperField(field.name, of: type)
    case .field(let definition): fieldField(field, of: definition)
    case .input(let definition): inputField(field.name, of: definition)
    case .value(let definition): valueField(field.name, of: definition)
    case .directive(let definition): directiveField(field, of: definition)
    }
  }

  private func schemaField(_ name: String) -> Resolved<Object> {
    switch name {
    case "description": text(schema.description)
    case "types": .list(schema.allTypes.map { .object(.type($0), typeName: nil) })
    case "queryType": root(.query)
    case "mutationType": root(.mutation)
    case "subscriptionType": root(.subscription)
    case "directives": .list(schema.listedDirectives.map { .object(.directive($0), typeName: nil) })
    default: .null
    }
  }

  private func root(_ kind: OperationKind) -> Resolved<Object> {
    schema.rootType(of: kind).map { .object(.type($0), typeName: nil) } ?? .null
  }

  private func directiveField(_ field: FieldCall, of directive: SchemaDirective) -> Resolved<Object> {
    switch field.name {
    case "name": .leaf(.string(directive.name))
    case "description": text(directive.description)
    case "isRepeatable": .leaf(.bool(directive.isRepeatable))
    case "locations": .list(directive.locations.map { .leaf(.string($0.rawValue)) })
    case "args": inputs(directive.arguments, field)
    default: .null
    }
  }

  private func fieldField(_ field: FieldCall, of definition: SchemaField) -> Resolved<Object> {
    switch field.name {
    case "name": .leaf(.string(definition.name))
    case "description": text(definition.description)
    case "args": inputs(definition.arguments, field)
    case "type": reference(definition.type)
    case "isDeprecated": .leaf(.bool(definition.deprecationReason != nil))
    case "deprecationReason": text(definition.deprecationReason)
    default: .null
    }
  }

  private func inputField(_ name: String, of definition: SchemaInputValue) -> Resolved<Object> {
    switch name {
    case "name": .leaf(.string(definition.name))
    case "description": text(definition.description)
    case "type": reference(definition.type)
    case "defaultValue": text(schema.defaultLiteral(of: definition)?.printed())
    case "isDeprecated": .leaf(.bool(definition.deprecationReason != nil))
    case "deprecationReason": text(definition.deprecationReason)
    default: .null
    }
  }

  private func valueField(_ name: String, of definition: SchemaEnumValue) -> Resolved<Object> {
    switch name {
    case "name": .leaf(.string(definition.name))
    case "description": text(definition.description)
    case "isDeprecated": .leaf(.bool(definition.deprecationReason != nil))
    case "deprecationReason": text(definition.deprecationReason)
    default: .null
    }
  }
}
