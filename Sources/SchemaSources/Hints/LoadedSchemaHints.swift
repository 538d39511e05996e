package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON
package import Recordings
package import Replay

/// The types and ids in an endpoint's schema.
///
/// Too many types cause a miss, too few a wrong answer, so it returns nothing where it is not sure. Everything is
/// computed once, when the schema is loaded.
package struct LoadedSchemaHints: SchemaHints {
  private let schema: Schema
  private let keys: [String: [String]]
  private let readable: ReadableTypes
  private let payloads: [String: MutationPayload]

  /// Reads a schema. `keyFields` are those in `endpoint.yaml`, by type. Those of an interface apply to the objects that
  /// implement it.
  package init(_ schema: Schema, keyFields: [String: [String]] = [:]) {
    self.schema = schema
    let readable = ReadableTypes(schema)
    self.readable = readable
    var keys = keyFields
    for type in schema.types where type.isComposite {
      let named = ([type.name] + type.interfaceNames).flatMap { keyFields[$0] ?? [] }
      let found = named + (readable.soleID(of: type).map { [$0] } ?? [])
      if !found.isEmpty { keys[type.name] = found }
    }
    self.keys = keys
    let finder = PayloadFinder(schema: schema, readable: readable, keys: keys)
    payloads = Dictionary(
      (schema.rootType(of: .mutation)?.fields ?? []).map { ($0.name, finder.payload(of: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  package func type(of field: String, on parent: String?) -> String? {
    one(parent) { type in
      let declared = type.kind == .inputObject ? type.inputField(named: field)?.type : nil
      return (declared ?? schema.field(named: field, of: type)?.type)?.typeName
    }
  }

  package func type(ofArgument argument: String, of field: String, on parent: String?) -> String? {
    one(parent) { schema.field(named: field, of: $0)?.argument(named: argument)?.type.typeName }
  }

  package func keyFields(of type: String?) -> [String] { type.flatMap { keys[$0] } ?? [] }

  package func objectTypes(of type: String) -> [String] {
    // An unknown type comes from a newer schema or from introspection.
    guard let defined = schema.type(named: type), !defined.isIntrospection else { return [type] }
    return schema.possibleTypes(of: defined).map(\.name).filter { readable.names.contains($0) }
  }

  package func itemTypes(ofPage type: String) -> [String] {
    guard let page = schema.type(named: type), ReadableTypes.isPage(page) else { return [] }
    let items = ["nodes", "edges"].compactMap { page.field(named: $0).flatMap { schema.type(of: $0.type) } }
    return Set(items.flatMap { objectTypes(of: ($0.field(named: "node")?.type.typeName) ?? $0.name) }).sorted()
  }

  package func typesChanged(byMutation field: String, given arguments: [String]) -> [String] {
    payloads[field]?.types(given: arguments) ?? []
  }

  package var queryType: String? { schema.rootType(of: .query)?.name }

  package func isObjectType(_ name: String) -> Bool { schema.type(named: name)?.kind == .object }

  package func isType(_ name: String, of other: String) -> Bool? {
    guard isObjectType(name), let other = schema.type(named: other) else { return nil }
    return schema.possibleTypes(of: other).contains { $0.name == name }
  }

  package func coerced(_ variables: JSONObject, of operation: OperationDefinition) -> JSONObject? {
    try? schema.coerceVariables(variables, of: operation)
  }

  package func coerced(
    _ arguments: [Argument], of field: String, on parent: String?, variables: JSONObject
  ) -> JSONObject? {
    guard let type = root(parent) ?? parent.flatMap(schema.type(named:)), !type.isIntrospection else { return nil }
    // The server takes the defaults of the object's own type.
    var found: JSONObject?
    for object in schema.possibleTypes(of: type) {
      guard let definition = schema.field(named: field, of: object),
        let values = try? schema.coerceArguments(
          arguments, definitions: definition.arguments, at: .none, variables: variables)
      else { return nil }
      if let found, found != values { return nil }
      found = values
    }
    return found
  }

  /// Returns the result if all types that a name may mean agree. A root type is requested by its usual name, which
  /// another type may have if the root's name is not the usual one.
  private func one(_ parent: String?, _ find: (SchemaType) -> String?) -> String? {
    guard let parent else { return nil }
    let found = [root(parent), schema.type(named: parent)].compactMap { $0.flatMap(find) }
    return Set(found).count == 1 ? found.first : nil
  }

  /// Returns the root type with a usual name.
  private func root(_ name: String?) -> SchemaType? {
    switch name {
    case "Query": schema.rootType(of: .query)
    case "Mutation": schema.rootType(of: .mutation)
    case "Subscription": schema.rootType(of: .subscription)
    default: nil
    }
  }
}

extension LoadedSchemaHints {
  /// The information about ids and types in a schema, if there is one, and in rules with keys.
  package static func hints(_ schema: Schema?, _ rules: EndpointRules) -> any SchemaHints {
    let keys = Dictionary(
      rules.keys.map { ($0.type, $0.fields) }, uniquingKeysWith: { first, second in first + second })
    return schema.map { LoadedSchemaHints($0, keyFields: keys) } ?? NamedKeyFields(keys)
  }
}

/// Hints without a schema: the key fields in `endpoint.yaml`, for objects with a `__typename`.
package struct NamedKeyFields: SchemaHints {
  private let keys: [String: [String]]

  package init(_ keys: [String: [String]]) { self.keys = keys }

  package func keyFields(of type: String?) -> [String] { type.flatMap { keys[$0] } ?? [] }
}
