import GraphQLSchema
import OrderedJSON

extension IntrospectionSource {
  /// Resolves a field of `__Type` for a named type (section 4.2.2).
  func typeField(_ field: FieldCall, of type: SchemaType) -> Resolved<Object> {
    switch field.name {
    case "kind": .leaf(.string(type.kind.rawValue))
    case "name": .leaf(.string(type.name))
    case "description": text(type.description)
    case "specifiedByURL": text(type.specifiedByURL)
    case "fields": hasFields(type) ? fields(type.fields, field) : .null
    case "interfaces": hasFields(type) ? types(type.interfaceNames) : .null
    case "possibleTypes":
      type.isAbstract ? .list(schema.possibleTypes(of: type).map { .object(.type($0), typeName: nil) }) : .null
    case "enumValues": type.kind == .enum ? values(type.values, field) : .null
    case "inputFields": type.kind == .inputObject ? inputs(type.inputFields, field) : .null
    case "isOneOf": type.kind == .inputObject ? .leaf(.bool(type.isOneOf)) : .null
    default: .null
    }
  }

  /// Resolves a field of `__Type` for a list or non-null type.
  func wrapperField(_ name: String, of type: TypeRef) -> Resolved<Object> {
    switch (name, type) {
    case ("kind", .list): .leaf(.string("LIST"))
    case ("kind", .nonNull): .leaf(.string("NON_NULL"))
    case ("ofType", .list(let inner)), ("ofType", .nonNull(let inner)): reference(inner)
    default: .null
    }
  }

  /// The type that a reference names; null if the schema lacks it.
  func reference(_ type: TypeRef) -> Resolved<Object> {
    guard case .named(let name) = type else { return .object(.wrapper(type), typeName: nil) }
    return schema.type(named: name).map { .object(.type($0), typeName: nil) } ?? .null
  }

  func inputs(_ definitions: [SchemaInputValue], _ field: FieldCall) -> Resolved<Object> {
    let includes = includesDeprecated(field)
    return .list(
      definitions.filter { includes || $0.deprecationReason == nil }.map { .object(.input($0), typeName: nil) })
  }

  func text(_ text: String?) -> Resolved<Object> { text.map { .leaf(.string(LoneSurrogates.encoded($0))) } ?? .null }

  private func hasFields(_ type: SchemaType) -> Bool { type.kind == .object || type.kind == .interface }

  private func fields(_ definitions: [SchemaField], _ field: FieldCall) -> Resolved<Object> {
    let includes = includesDeprecated(field)
    return .list(
      definitions.filter { includes || $0.deprecationReason == nil }.map { .object(.field($0), typeName: nil) })
  }

  private func values(_ definitions: [SchemaEnumValue], _ field: FieldCall) -> Resolved<Object> {
    let includes = includesDeprecated(field)
    return .list(
      definitions.filter { includes || $0.deprecationReason == nil }.map { .object(.value($0), typeName: nil) })
  }

  private func types(_ names: [String]) -> Resolved<Object> {
    .list(names.compactMap { schema.type(named: $0) }.map { .object(.type($0), typeName: nil) })
  }

  private func includesDeprecated(_ field: FieldCall) -> Bool {
    field.argument("includeDeprecated")?.boolValue ?? false
  }
}
